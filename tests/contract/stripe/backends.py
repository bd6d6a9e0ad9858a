"""The servers that the contract tests run against, and the parts of the contract that each covers."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import yaml

from tests.contract import programs
from tests.contract.programs import Unavailable
from tests.contract.stripe.receiver import SECRET, Receiver

KEY = "sk_test_contract0123456789"

COVERAGE: dict[str, frozenset[str]] = {
    "sandbox": frozenset(
        {
            "authentication", "catalog", "checkout page", "checkout sessions", "customers", "idempotency",
            "list URLs", "lookup keys", "pages", "parameters", "refunds", "subscriptions", "webhooks",
        }
    ),
    "emulate": frozenset({"catalog", "checkout page", "checkout sessions", "customers", "webhooks"}),
    "localstripe": frozenset({"authentication", "customers", "subscriptions", "webhooks"}),
    "stripe-stateful-mock": frozenset(
        {"authentication", "catalog", "customers", "idempotency", "pages", "refunds"}
    ),
    "stripe-mock": frozenset({"parameters", "schema"}),
    "stripe": frozenset(
        {
            "authentication", "catalog", "checkout sessions", "customers", "idempotency", "list URLs",
            "lookup keys", "pages", "parameters", "refunds", "subscriptions",
        }
    ),
}  # fmt: skip
"""The parts of the contract that are tested with each backend. Keep the table in docs/sandbox.md the same."""


@dataclass(frozen=True)
class Backend:
    """A running server with Stripe's API."""

    name: str
    base: str
    """The URL before `/v1`."""
    key: str = KEY
    shop: str = "http://127.0.0.1:9/shop"
    """The URL of a shop for success and cancel URLs."""


@contextmanager
def started(name: str, receiver: Receiver, folder: Path) -> Iterator[Backend]:
    """Run a backend that sends its webhooks to the receiver.

    Raises:
        Unavailable: It is not available here.
    """
    port = programs.free_port()
    origin = f"http://127.0.0.1:{port}"
    match name:
        case "sandbox":
            with programs.running(_sandbox(port), port, _sandbox_environment(origin, receiver)):
                yield Backend(name, f"{origin}/sandbox/stripe", shop=f"{origin}/shop")
        case "emulate":
            with programs.running(_emulate(port, receiver, folder), port):
                yield Backend(name, origin, shop=receiver.shop)
        case "localstripe":
            with programs.running(_localstripe(port), port):
                webhook = {"url": receiver.url, "secret": SECRET}
                httpx.post(f"{origin}/_config/webhooks/contract", json=webhook).raise_for_status()
                yield Backend(name, origin)
        case "stripe-stateful-mock":
            program = programs.npm_package(name) / "dist" / "cli.js"
            with programs.running(["node", str(program)], port, {"PORT": str(port), "LOG_LEVEL": "silent"}):
                yield Backend(name, origin)
        case "stripe-mock":
            http = f"127.0.0.1:{port}"
            # By default it serves HTTPS on port 12112, which another process may use already.
            https = f"127.0.0.1:{programs.free_port()}"
            command = [str(programs.stripe_mock()), "-http-addr", http, "-https-addr", https]
            with programs.running(command, port):
                yield Backend(name, origin)
        case _:
            key = os.environ.get("STRIPE_TEST_KEY", "")
            if not key.startswith("sk_test_"):
                raise Unavailable("STRIPE_TEST_KEY is not set", never_required=True)
            yield Backend(name, "https://api.stripe.com", key)


def _sandbox(port: int) -> list[str]:
    module = "tests.contract.stripe.sandbox_server:app"
    return ["granian", "--interface", "asgi", "--host", "127.0.0.1", "--port", str(port), "--no-log", module]


def _sandbox_environment(origin: str, receiver: Receiver) -> dict[str, str]:
    return {
        "SANDBOX_KEY": KEY,
        "SANDBOX_ORIGIN": origin,
        "SANDBOX_WEBHOOK": receiver.url,
        "SANDBOX_WEBHOOK_SECRET": SECRET,
    }


def _emulate(port: int, receiver: Receiver, folder: Path) -> list[str]:
    program = programs.npm_package("emulate") / "dist" / "index.js"
    seed = folder / "emulate.yaml"
    webhooks = [{"url": receiver.url, "secret": SECRET, "events": ["*"]}]
    seed.write_text(yaml.safe_dump({"stripe": {"webhooks": webhooks}}))
    return ["node", str(program), "start", "-s", "stripe", "-p", str(port), "--seed", str(seed)]


def _localstripe(port: int) -> list[str]:
    serve = (
        "from aiohttp import web; from localstripe.server import app; "
        f"web.run_app(app, host='127.0.0.1', port={port})"
    )
    return [sys.executable, "-c", serve]
