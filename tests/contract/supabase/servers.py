"""The servers that the contract tests run against: the sandbox and, if installed, the real Supabase Auth."""

import asyncio
import json
import os
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

import asyncpg
import httpx
import uvicorn
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.types import ASGIApp

from tests.contract.supabase import emulated
from tests.contract.supabase.proxy import Proxy
from tests.ports import free_port
from tests.postgres import Cluster
from webdev_certs.sandbox.supabase import create_supabase_sandbox
from webdev_certs.shared.clock import utc_now

SITE_URL = "https://certs.example"
RETURN_URL = f"{SITE_URL}/auth/callback"
_START_SECONDS = 30


@dataclass(frozen=True)
class AuthServer:
    """A running server.

    Attributes:
        url: The URL for clients.
        let_sign_ins_expire: Makes every started sign-in older than allowed.
        provider_proxy: The proxy to its emulated Google and GitHub; None for the sandbox.
    """

    url: str
    let_sign_ins_expire: Callable[[], None]
    provider_proxy: Proxy | None = None


class MovingClock:
    """The real time plus what it was advanced by; clients compare it with their own clock."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self.ahead

    def advance(self, **duration: float) -> None:
        """Advance by the arguments of a `timedelta`."""
        self.ahead += timedelta(**duration)


@contextmanager
def serve(create: Callable[[str], ASGIApp]) -> Iterator[str]:
    """Serve the app that `create` returns for its origin, on a free port of 127.0.0.1."""
    listener = socket.create_server(("127.0.0.1", 0))
    origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
    server = uvicorn.Server(uvicorn.Config(create(origin), log_level="warning", ws="none"))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        _wait_for(f"{origin}/", lambda: None if thread.is_alive() else "it ended")
        yield origin
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def sandbox(clock: MovingClock) -> Iterator[AuthServer]:
    """Run the sandbox, mounted as in the product."""

    def create(origin: str) -> ASGIApp:
        base = f"{origin}/sandbox/supabase"
        app = create_supabase_sandbox(base, data_file=None, site_url=SITE_URL, clock=clock)
        return Starlette(routes=[Mount("/sandbox/supabase", app)])

    with serve(create) as origin:
        url = f"{origin}/sandbox/supabase/auth/v1"
        yield AuthServer(url, lambda: clock.advance(minutes=6))


@contextmanager
def supabase_auth(folder: Path, cluster: Cluster, own: Path) -> Iterator[AuthServer]:
    """Run the real server, configured as for the real Google and GitHub, which `emulate` replaces.

    Args:
        folder: The folder with its program `auth` and its `migrations`.
        cluster: The PostgreSQL cluster for its database.
        own: A folder for files of this run.

    Raises:
        Unavailable: `emulate` cannot be installed.
        RuntimeError: It did not start; the message ends with its log.
    """
    database = f"supabase_auth_{uuid4().hex}"
    cluster.execute(f"CREATE DATABASE {database}")
    database_url = cluster.url(database).replace("+asyncpg", "")
    # Supabase's own images of PostgreSQL contain this schema.
    _execute(database_url, "CREATE SCHEMA auth", f"ALTER DATABASE {database} SET search_path = auth")
    url = f"http://127.0.0.1:{free_port()}"
    log = own / "auth.log"
    with emulated.providers(f"{url}/callback", own) as proxy, log.open("wb") as output:
        environment = _environment(folder, database_url, url, proxy)
        program = folder / "auth"
        migrated = subprocess.run([program, "migrate"], env=environment, stdout=output, stderr=output)
        if migrated.returncode:
            raise RuntimeError(f"Supabase Auth could not migrate:\n{log.read_text()[-2000:]}")
        process = subprocess.Popen([program, "serve"], env=environment, stdout=output, stderr=output)
        try:
            _wait_for(
                f"{url}/health", lambda: log.read_text()[-2000:] if process.poll() is not None else None
            )
            age = "UPDATE auth.flow_state SET created_at = created_at - interval '6 minutes'"
            yield AuthServer(url, lambda: _execute(database_url, age), proxy)
        finally:
            process.terminate()
            process.wait()


def _environment(folder: Path, database: str, url: str, proxy: Proxy) -> dict[str, str]:
    key = ECAlgorithm.to_jwk(ec.generate_private_key(ec.SECP256R1()), as_dict=True)
    key |= {"kid": str(uuid4()), "alg": "ES256", "use": "sig", "key_ops": ["sign", "verify"]}
    values = {
        "API_HOST": "127.0.0.1",
        "API_PORT": url.rpartition(":")[2],
        "CORS_ALLOWED_HEADERS": "apikey",
        "DB_DATABASE_URL": database,
        "DB_DRIVER": "postgres",
        "DB_MIGRATIONS_PATH": str(folder / "migrations"),
        "DB_NAMESPACE": "auth",
        "JWT_AUD": "authenticated",
        "JWT_DEFAULT_GROUP_NAME": "authenticated",
        "JWT_ISSUER": url,
        "JWT_KEYS": json.dumps([key]),
        "JWT_SECRET": uuid4().hex,
        "LOG_LEVEL": "warn",
        "SITE_URL": SITE_URL,
    }
    for name in ("GITHUB", "GOOGLE"):
        values |= {
            f"EXTERNAL_{name}_ENABLED": "true",
            f"EXTERNAL_{name}_CLIENT_ID": emulated.CLIENT_ID,
            f"EXTERNAL_{name}_SECRET": emulated.CLIENT_SECRET,
            f"EXTERNAL_{name}_REDIRECT_URI": f"{url}/callback",
        }
    prefixed = {f"GOTRUE_{name}": value for name, value in values.items()}
    outside = {"HTTPS_PROXY": proxy.url, "SSL_CERT_FILE": str(proxy.certificate)}
    return {**prefixed, **outside, "API_EXTERNAL_URL": url, "PATH": os.environ["PATH"]}


def _execute(database_url: str, *statements: str) -> None:
    async def run() -> None:
        connection = await asyncpg.connect(database_url)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    # In its own thread, because a test's event loop may be running in this one.
    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    thread.join()


def _wait_for(url: str, failure: Callable[[], str | None]) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            httpx.get(url)
            return
        except httpx.TransportError:
            reason = failure() or ("it does not answer" if time.monotonic() > deadline else None)
            if reason:
                raise RuntimeError(f"no server at {url}: {reason}") from None
            time.sleep(0.05)
