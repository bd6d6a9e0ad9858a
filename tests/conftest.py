"""Fixtures for all tests: a clock that tests move, migrated databases, and Redis."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from hypothesis import settings as hypothesis_settings
from sqlmodel import SQLModel

from tests.postgres import Cluster, find_programs
from tests.redis_server import PROGRAM, RedisServer

ROOT = Path(__file__).parent.parent
# A busy machine must not fail a test, and neither must an example that was never tried before. More of the
# same examples would find nothing new in the next run, so only a search for others has many.
_RANDOM_EXAMPLES = os.environ.get("RANDOM_EXAMPLES") == "1"
hypothesis_settings.register_profile(
    "tests", deadline=None, derandomize=not _RANDOM_EXAMPLES, max_examples=100 if _RANDOM_EXAMPLES else 40
)
hypothesis_settings.load_profile("tests")
MEMORY, _ENOUGH_BYTES = Path("/dev/shm"), 2 << 30
POSTGRES = find_programs()
DATABASES = ["sqlite", "postgresql"] if POSTGRES else ["sqlite"]
needs_postgres = pytest.mark.skipif(POSTGRES is None, reason="PostgreSQL is not installed")
SCREENS = ("tests/unit/ui", "tests/e2e")
"""Folders whose tests run only on SQLite, because `tests/api` runs the same queries on every database."""


def pytest_configure(config: pytest.Config) -> None:
    # Garbage collection took a sixth of the tests' time.
    gc.set_threshold(10_000)
    # numpy reads it when it is imported. For small matrices, threads of its BLAS mostly wait for each other.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    # SQLite waits for the disk at each commit, so tests take twice as long on one.
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > _ENOUGH_BYTES:
        tempfile.tempdir = str(MEMORY)
    config.addinivalue_line("markers", "changes_tables: the test changes tables, so it gets its own database")
    meaning = "what the test shows depends on no database, or another test shows it on each; SQLite alone"
    config.addinivalue_line("markers", f"one_database: {meaning}")
    meaning = "a journey in SCREENS, or random requests: on PostgreSQL alone, if that is installed"
    config.addinivalue_line("markers", f"on_postgresql: {meaning}")
    if os.environ.get("REQUIRE_POSTGRES") == "1" and not POSTGRES:
        raise pytest.UsageError("REQUIRE_POSTGRES=1, but PostgreSQL's initdb and postgres are not installed")


def pytest_collection_finish() -> None:
    """Exclude what was imported from garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "database_url" in metafunc.fixturenames:
        metafunc.parametrize("database_url", databases_for(metafunc.definition), indirect=True)


def databases_for(test: pytest.Item) -> list[str]:
    """Return the kinds of database that a test runs on: with ALL_DATABASES=1 every kind for all."""
    if os.environ.get("ALL_DATABASES") == "1":
        return DATABASES
    if test.get_closest_marker("on_postgresql"):
        return DATABASES[-1:]
    on_screens = any(test.path.is_relative_to(ROOT / folder) for folder in SCREENS)
    return DATABASES[:1] if on_screens else DATABASES


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("ALL_DATABASES") != "1":
        repeated = [item for item in items if _repeats(item)]
        items[:] = [item for item in items if not _repeats(item)]
        config.hook.pytest_deselected(items=repeated)


def _repeats(item: pytest.Item) -> bool:
    """Return whether a test that needs one kind of database would run on another."""
    call: Any = getattr(item, "callspec", None)
    parameters = call.params if call else {}
    kind = parameters.get("product", parameters.get("database_url", DATABASES[0]))
    return item.get_closest_marker("one_database") is not None and kind != DATABASES[0]


class FakeClock:
    """A clock that stands still until a test advances it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **duration: float) -> None:
        """Advance by the arguments of a `timedelta`, e.g. `minutes=15`."""
        self.now += timedelta(**duration)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def alembic_config(database_url: str) -> Config:
    """Return the configuration with which alembic's commands use this database."""
    config = Config(ROOT / "alembic.ini")
    config.attributes["database_url"] = database_url
    return config


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a migrated SQLite file for the tests to copy."""
    path = tmp_path_factory.mktemp("sqlite") / "template.db"
    command.upgrade(alembic_config(f"sqlite+aiosqlite:///{path}"), "head")
    return path


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Cluster]:
    """Run a cluster with the template database `migrated` and its copy `shared`, emptied after each test."""
    assert POSTGRES
    cluster = Cluster(POSTGRES)
    try:
        start_migrated(cluster)
        cluster.execute("CREATE DATABASE shared TEMPLATE migrated")
        yield cluster
    finally:
        cluster.stop()


def start_migrated(cluster: Cluster) -> None:
    """Start a cluster with the migrated, empty database `migrated`."""
    cluster.start()
    cluster.execute("CREATE DATABASE migrated")
    command.upgrade(alembic_config(cluster.url("migrated")), "head")


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the URL of a migrated, empty database of the kind that the test is run on."""
    if request.param == "sqlite":
        path = tmp_path / "test.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite+aiosqlite:///{path}"
        return
    cluster: Cluster = request.getfixturevalue("postgres_cluster")
    if request.node.get_closest_marker("changes_tables"):
        with cluster.new_database("changed", migrated=True) as url:
            yield url
        return
    # All tests share one database, because creating one takes longer than most tests.
    yield cluster.url("shared")
    if cluster.empty("shared") != set(SQLModel.metadata.tables):
        cluster.execute("DROP DATABASE shared")
        cluster.execute("CREATE DATABASE shared TEMPLATE migrated")
        pytest.fail("the test changed tables: mark it with changes_tables", pytrace=False)


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    """Run a Redis server; without its program the test is skipped."""
    if PROGRAM is None:
        pytest.skip("redis-server is not installed")
    server = RedisServer(PROGRAM)
    server.start()
    yield server
    server.remove()
