"""How fast certificates are verified among a million others; by itself: `python -m benchmarks.verify_scale`.

For each kind of database two servers run side by side: one with a thousand certificates, and one with a
million. They are asked in turn, so other load on the machine affects both. Writing a million takes about half
a minute for each database on an idle machine, and the whole measurement about three minutes.
"""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import asyncpg

from benchmarks.figures import ratio, show
from benchmarks.http_load import rate
from benchmarks.product import PORT, ROOT, Unmeasurable, environment, wait_until_healthy
from benchmarks.verify_app import EMPTY_PATH
from tests.postgres import Cluster, find_programs
from webdev_certs.server.domain.certificate_numbers import new_number

FEW, MANY = 1_000, 1_000_000
_ROUNDS = 5
_GUESSES = 2_000
_ISSUED = datetime(2026, 3, 2, 9)
_EXPIRES = datetime.now(UTC).replace(tzinfo=None) + timedelta(days=700)
_COLUMNS = (
    *("number", "technology", "title", "holder_name", "name_public", "score", "score_public"),
    *("credential_public", "issued_at", "expires_at"),
)
_REST = ("react", "Certified React Developer", "Grace Hopper", True, 700, False, False)


def measure() -> None:
    """Show, for both databases, the rate among a million compared with an empty route and with few.

    Raises:
        Unmeasurable: PostgreSQL is not installed, or a server does not start.
    """
    with tempfile.TemporaryDirectory() as folder:
        _measure("sqlite", lambda count: _sqlite(Path(folder), count))
    programs = find_programs()
    if programs is None:
        raise Unmeasurable("PostgreSQL is not installed")
    cluster = Cluster(programs)
    cluster.start()
    try:
        _measure("postgresql", lambda count: _postgresql(cluster, count))
    finally:
        cluster.stop()


def main() -> int:
    """Measure; return 1 if that is not possible."""
    try:
        measure()
    except Unmeasurable as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


def _measure(kind: str, create: Callable[[int], tuple[str, Sequence[str]]]) -> None:
    rng = random.Random()
    with ExitStack() as servers:
        ports, draws = [], []
        for offset, count in enumerate((FEW, MANY)):
            url, numbers = create(count)
            port = PORT + offset
            servers.enter_context(_served(url, port))
            ports.append(port)
            draws.append(lambda numbers=numbers: f"/api/verify/{rng.choice(numbers)}")
        few, many, nothing = asyncio.run(_rates(ports, draws))
        hits = sum(_is_found(ports[1], new_number("react", rng)) for _ in range(_GUESSES))
    show(f"verify_ratio_{kind}", ratio(list(zip(many, nothing, strict=True))), 0.25, "higher")
    show(f"verify_scale_{kind}", ratio(list(zip(many, few, strict=True))), 0.8, "higher")
    show(f"verify_guessed_{kind}", hits, 0, "lower")


async def _rates(
    ports: Sequence[int], draws: Sequence[Callable[[], str]]
) -> tuple[list[float], list[float], list[float]]:
    """Return verifications per second among few and many certificates, and empty requests per second."""

    async def verified(which: int) -> float:
        return await rate(ports[which], draws[which], b'"status":"valid"')

    async def empty() -> float:
        return await rate(ports[1], lambda: EMPTY_PATH, b"{}")

    for warm_up in (verified(0), verified(1), empty()):
        await warm_up
    found = [(await verified(0), await verified(1), await empty()) for _ in range(_ROUNDS)]
    few, many, nothing = zip(*found, strict=True)
    return list(few), list(many), list(nothing)


def _is_found(port: int, number: str) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api/verify/{number}", timeout=10).close()
    except urllib.error.HTTPError as error:
        if error.code != 404:
            raise Unmeasurable(f"unexpected answer: {error.code}") from None
        return False
    return True


@cache
def _numbers(count: int) -> Sequence[str]:
    rng = random.Random(count)
    numbers: set[str] = set()
    while len(numbers) < count:
        numbers.add(new_number("react", rng))
    return list(numbers)


def _sqlite(folder: Path, count: int) -> tuple[str, Sequence[str]]:
    file = folder / f"{count}.db"
    url = f"sqlite+aiosqlite:///{file}"
    _migrate(url)
    numbers = _numbers(count)
    places = ", ".join("?" for _ in _COLUMNS)
    connection = sqlite3.connect(file)
    with connection:
        connection.executemany(
            f"INSERT INTO certificates ({', '.join(_COLUMNS)}) VALUES ({places})",
            ((number, *_REST, str(_ISSUED), str(_EXPIRES)) for number in numbers),
        )
    connection.close()
    return url, numbers


def _postgresql(cluster: Cluster, count: int) -> tuple[str, Sequence[str]]:
    name = f"bench_{count}"
    cluster.execute(f"CREATE DATABASE {name}")
    url = cluster.url(name)
    _migrate(url)
    numbers = _numbers(count)
    dates = _ISSUED.replace(tzinfo=UTC), _EXPIRES.replace(tzinfo=UTC)
    rows = ((number, *_REST, *dates) for number in numbers)

    async def copy() -> None:
        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        await connection.copy_records_to_table("certificates", records=rows, columns=_COLUMNS)
        await connection.execute("ANALYZE certificates")
        await connection.close()

    asyncio.run(copy())
    return url, numbers


def _environment(url: str) -> dict[str, str]:
    return environment() | {"DATABASE_URL": url, "LIMITS__CERTIFICATE__IP": "1000000/minute"}


def _migrate(url: str) -> None:
    done = subprocess.run(
        ["alembic", "upgrade", "head"], cwd=ROOT, env=_environment(url), capture_output=True, text=True
    )
    if done.returncode:
        raise Unmeasurable(done.stderr[-2000:])


@contextmanager
def _served(url: str, port: int) -> Iterator[None]:
    command = ("granian", "--interface", "asgi", "--factory", "--host", "127.0.0.1", "--port", str(port))
    with tempfile.NamedTemporaryFile("w+", suffix=".log") as log:
        server = subprocess.Popen(
            [*command, "--log-level", "error", "benchmarks.verify_app:create"],
            cwd=ROOT,
            env=_environment(url) | {"PORT": str(port)},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            wait_until_healthy(server, Path(log.name), f"http://localhost:{port}")
            yield
        finally:
            # Granian by itself sometimes misses SIGTERM.
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
