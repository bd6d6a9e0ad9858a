"""Two hosts with processes of the product, PostgreSQL, Redis and nginx, with the files in `deploy/`."""

import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load.page import Server
from tests.conftest import POSTGRES, ROOT
from tests.e2e.fleet import before
from tests.e2e.product import Product
from tests.factories import generous_limits
from tests.locks import locked
from tests.ports import free_port
from tests.redis_server import PROGRAM, RedisServer
from tests.scale.database import Postgres
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.credential_keys import CredentialKey

HOSTS = ("127.0.0.2", "127.0.0.3")
_CONNECTIONS = 10
_REACHED = {"registration", "refresh", "verify", "certificate", "exam_start", "practice", "mail"}
"""The limits that learners would reach. The previous release accepts no others than it knows."""


@dataclass(frozen=True)
class Fleet:
    """A running product of several processes.

    Attributes:
        server: Where the pages expect the product.
        proxy: Where nginx is instead, so that there can be a network between.
        database_url: The database.
        postgres: The PostgreSQL that has it.
        redis: The Redis or Valkey that the processes share.
        processes: Those of the hosts in turn.
    """

    server: Server
    proxy: Server
    database_url: str
    postgres: Postgres
    redis: RedisServer
    processes: list[Product]


@contextmanager
def fleet(server: Server, root: Path, folder: Path, *, each: int) -> Iterator[Fleet]:
    """Serve a release for the duration of the block.

    Args:
        server: The host, and the port that the pages of the release are built for.
        root: The checkout of the release.
        folder: A folder for all files.
        each: The number of processes of each host.
    """
    assert POSTGRES
    assert PROGRAM
    with ExitStack() as held:
        postgres = Postgres(POSTGRES, held)
        postgres.cluster.execute("CREATE DATABASE certs")
        redis = RedisServer(PROGRAM)
        held.callback(redis.remove)
        redis.start()
        shared = {
            "PUBLIC_URL": f"http://localhost:{server.port}",
            "SANDBOX": "false",
            "TRUSTED_PROXIES": "1",
            # Not from files, which the previous release does not read.
            "SIGNING_KEY": SigningKey.generate().pem(),
            "CREDENTIAL_KEY": CredentialKey.generate().pem(),
            "REDIS_URL": redis.url,
            "SHARED_ASSETS_DIR": str(folder / "assets"),
            "DATABASE_CONNECTIONS": str(_CONNECTIONS),
            "DATABASE_PROCESSES": str(len(HOSTS) * each),
            "TABS_PER_NETWORK": "10000",
            "LIMITS": generous_limits().model_dump_json(include=_REACHED),
        }
        processes = []
        for number in range(each):
            for host in HOSTS:
                own = folder / host / str(number)
                own.mkdir(parents=True)
                process = Product(free_port(), own, postgres.url("certs"))
                process.host, process.url = host, f"http://{host}:{process.port}"
                process.environment |= {**shared, "HOST": host, "DATA_DIR": str(folder / host)}
                serve(process, root)
                held.callback(process.kill)
                processes.append(process)
        migrate(processes[0])
        # Together, which is faster; one after the other they would wait for the lock of the pages.
        with locked(ROOT / ".pages"), ThreadPoolExecutor() as threads:
            list(threads.map(Product.start, processes))
        proxy = Server("127.0.0.1", free_port())
        held.enter_context(before(processes, f"{proxy.host}:{proxy.port}", folder))
        yield Fleet(server, proxy, postgres.url("certs"), postgres, redis, processes)


def serve(process: Product, root: Path) -> None:
    """Let a process serve the release of a checkout at its next start."""
    process.root = root
    process.environment["PATH"] = f"{root / '.venv/bin'}{os.pathsep}{process.environment['PATH']}"


def migrate(process: Product) -> None:
    """Migrate the database to the schema of a process's release."""
    subprocess.run(["alembic", "upgrade", "head"], cwd=process.root, env=process.environment, check=True)
