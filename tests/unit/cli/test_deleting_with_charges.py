"""`webdev-certs users delete` has an audit entry before its first call to the payment provider."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from click.testing import CliRunner

from tests.conftest import ROOT
from tests.unit.cli.operated import EMAIL, NOW, Stored
from webdev_certs.cli.main import cli
from webdev_certs.server.models import AuditEntry, Customer, User
from webdev_certs.settings import get_settings

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


COMMAND = ["users", "delete", EMAIL, "--yes", "--reason", "asked by mail"]


def settings_for(database_url: str, provider: Provider) -> dict[str, str]:
    return {
        "ENV_FILE": os.devnull,
        "DATABASE_URL": database_url,
        "STRIPE_SECRET_KEY": "sk_test_tests",
        "STRIPE_PUBLISHABLE_KEY": "pk_test_tests",
        "STRIPE_WEBHOOK_SECRET": "whsec_tests",
        "STRIPE_TEST_MODE": "true",
        "STRIPE_API_BASE": provider.url,
    }


def recorded(stored: Stored) -> list[tuple[str, str, str | None]]:
    return [(entry.action, entry.subject, entry.reason) for entry in stored.all(AuditEntry)]


@pytest.mark.one_database
def test_a_provider_that_fails_keeps_the_account_and_the_entry(
    customer: Stored, database_url: str, provider: Provider
):
    get_settings.cache_clear()
    result = CliRunner().invoke(cli, COMMAND, env=settings_for(database_url, provider))
    assert (result.exit_code, provider.calls > 0) == (1, True), result.output
    assert "couldn’t cancel your payments" in result.stderr
    assert isinstance(result.exception, SystemExit)
    assert [user.id for user in customer.all(User)] == [customer.user_id]
    assert recorded(customer) == [(STARTED, str(customer.user_id), "asked by mail")]


@pytest.mark.one_database
def test_a_command_that_is_killed_at_the_first_call_has_left_its_entry(
    customer: Stored, database_url: str, provider: Provider
):
    killed = threading.Event()

    def kill() -> None:
        command.kill()
        killed.set()

    provider.before = kill
    command = subprocess.Popen(
        [sys.executable, "-m", "webdev_certs.cli.main", *COMMAND],
        cwd=ROOT,
        env=os.environ | settings_for(database_url, provider),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    command.wait(timeout=_PATIENCE_SECONDS)
    assert (command.returncode, killed.is_set()) == (-signal.SIGKILL, True)
    assert recorded(customer) == [(STARTED, str(customer.user_id), "asked by mail")]
