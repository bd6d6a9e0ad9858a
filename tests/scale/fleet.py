"""Two hosts with two processes each, PostgreSQL, Redis and nginx, as `deploy/` describes them."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load.page import Server
from tests.conftest import POSTGRES, ROOT
from tests.contract.proxies.proxy import nginx
from tests.e2e.product import Product
from tests.factories import generous_limits
from tests.locks import locked
from tests.ports import free_port
from tests.postgres import Cluster
from tests.redis_server import RedisServer
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.credential_keys import CredentialKey

HOSTS = ("127.0.0.2", "127.0.0.3")
_PROCESSES_OF_A_HOST = 2
_CONNECTIONS = 10
REDIS = shutil.which("valkey-server") or shutil.which("redis-server")


@dataclass(frozen=True)
class Fleet:
    """A running product of several processes.

    Attributes:
        server: Where the pages expect the product.
        proxy: Where nginx is instead, so that there can be a network between.
        database_url: The database.
        cluster: The PostgreSQL that has it.
        redis: The Redis or Valkey that the processes share.
        processes: Those of the first host, then those of the second one.
    """

    server: Server
    proxy: Server
    database_url: str
    cluster: Cluster
    redis: RedisServer
    processes: list[Product]


@contextmanager
def fleet(port: int, root: Path, folder: Path) -> Iterator[Fleet]:
    """Serve a release for the duration of the block.

    Args:
        port: The port that its pages are built for.
        root: The checkout of the release.
        folder: A folder for all files.
    """
    assert POSTGRES
    assert REDIS
    with ExitStack() as held:
        cluster = Cluster(POSTGRES, durable=True)
        held.callback(cluster.stop)
        cluster.start()
        database_url = held.enter_context(cluster.new_database("certs"))
        redis = RedisServer(REDIS)
        held.callback(redis.remove)
        redis.start()
        signing, credentials = folder / "signing-key.pem", folder / "credential-key.pem"
        signing.write_text(SigningKey.generate().pem())
        credentials.write_text(CredentialKey.generate().pem())
        shared = {
            "PUBLIC_URL": f"http://localhost:{port}",
            "SANDBOX": "false",
            "TRUSTED_PROXIES": "1",
            "SIGNING_KEY_FILE": str(signing),
            "CREDENTIAL_KEY_FILE": str(credentials),
            "REDIS_URL": redis.url,
            "SHARED_ASSETS_DIR": str(folder / "assets"),
            "DATABASE_CONNECTIONS": str(_CONNECTIONS),
            "DATABASE_PROCESSES": str(len(HOSTS) * _PROCESSES_OF_A_HOST),
            "TABS_PER_NETWORK": "10000",
            "LIMITS": generous_limits().model_dump_json(),
        }
        processes = []
        for host in HOSTS:
            for number in range(_PROCESSES_OF_A_HOST):
                own = folder / host / str(number)
                own.mkdir(parents=True)
                process = Product(free_port(), own, database_url)
                process.host, process.url = host, f"http://{host}:{process.port}"
                process.environment |= {
                    **shared,
                    "HOST": host,
                    "DATA_DIR": str(folder / host),
                    "METRICS_PORT": str(free_port()),
                }
                release(process, root)
                held.callback(process.kill)
                processes.append(process)
        migrate(processes[0])
        # Together, which is faster; one after the other they would wait for the lock of the pages.
        with locked(ROOT / ".pages"), ThreadPoolExecutor() as threads:
            list(threads.map(Product.start, processes))
        proxy = Server("127.0.0.1", free_port())
        upstream = "; server ".join(f"{process.host}:{process.port}" for process in processes)
        shipped = {
            # Without TLS, because the pages are built for a URL without it.
            "listen 443 ssl": f"listen {proxy.host}:{proxy.port}; #",
            "server 127.0.0.1:8000;": f"server {upstream};",
            "server 127.0.0.1:8001;": "",
        }
        held.enter_context(nginx("webdev-certs.conf", shipped, folder))
        yield Fleet(Server("127.0.0.1", port), proxy, database_url, cluster, redis, processes)


def release(process: Product, root: Path) -> None:
    """Let a process serve the release of a checkout at its next start."""
    process.root = root
    programs = root / ".venv" / "bin"
    if root != ROOT:
        process.environment["PATH"] = f"{programs}{os.pathsep}{process.environment['PATH']}"


def migrate(process: Product) -> None:
    """Migrate the database to the schema of a process's release."""
    command = ["alembic", "upgrade", "head"]
    done = subprocess.run(command, cwd=process.root, env=process.environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
