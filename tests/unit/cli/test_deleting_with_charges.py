"""`webdev-certs users delete` has an audit entry before its first call to the payment provider."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.conftest import ROOT
from tests.unit.cli.operated import EMAIL, NOW, Stored
from webdev_certs.server.models import AuditEntry, Customer, User

_PATIENCE_SECONDS = 60
STARTED = "users delete (started)"


class Provider:
    """A payment provider that fails every call, after doing what the test says."""

    def __init__(self) -> None:
        self.calls = 0
        self.before: Callable[[], None] = lambda: None
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.calls += 1
                provider.before()
                self.send_error(400)

            do_POST = do_DELETE = do_GET

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def provider() -> Iterator[Provider]:
    provider = Provider()
    thread = threading.Thread(target=provider.server.serve_forever)
    thread.start()
    yield provider
    provider.server.shutdown()
    thread.join()
    provider.server.server_close()


@pytest.fixture
def customer(database_url: str) -> Stored:
    """An account that the payment provider knows, so that deleting it asks the provider."""
    stored = Stored(database_url)
    stored.add(Customer(user_id=stored.user_id, customer_id="cus_1", created_at=NOW))
    return stored


def start_deletion(database_url: str, provider: Provider) -> subprocess.Popen[str]:
    settings = {
        "ENV_FILE": os.devnull,
        "DATABASE_URL": database_url,
        "STRIPE_SECRET_KEY": "sk_test_tests",
        "STRIPE_PUBLISHABLE_KEY": "pk_test_tests",
        "STRIPE_WEBHOOK_SECRET": "whsec_tests",
        "STRIPE_TEST_MODE": "true",
        "STRIPE_API_BASE": provider.url,
    }
    command = ["users", "delete", EMAIL, "--yes", "--reason", "asked by mail"]
    return subprocess.Popen(
        [sys.executable, "-m", "webdev_certs.cli.main", *command],
        cwd=ROOT,
        env=os.environ | settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def recorded(stored: Stored) -> list[tuple[str, str, str | None]]:
    return [(entry.action, entry.subject, entry.reason) for entry in stored.all(AuditEntry)]


@pytest.mark.one_database
def test_a_provider_that_fails_keeps_the_account_and_the_entry(
    customer: Stored, database_url: str, provider: Provider
):
    command = start_deletion(database_url, provider)
    _, errors = command.communicate(timeout=_PATIENCE_SECONDS)
    assert (command.returncode, provider.calls > 0) == (1, True), errors
    assert "couldn’t cancel your payments" in errors
    assert "Traceback" not in errors
    assert [user.id for user in customer.all(User)] == [customer.user_id]
    assert recorded(customer) == [(STARTED, str(customer.user_id), "asked by mail")]


def test_a_command_that_is_killed_at_the_first_call_has_left_its_entry(
    customer: Stored, database_url: str, provider: Provider
):
    killed = threading.Event()

    def kill() -> None:
        command.kill()
        killed.set()

    provider.before = kill
    command = start_deletion(database_url, provider)
    command.communicate(timeout=_PATIENCE_SECONDS)
    assert (command.returncode, killed.is_set()) == (-signal.SIGKILL, True)
    assert recorded(customer) == [(STARTED, str(customer.user_id), "asked by mail")]
