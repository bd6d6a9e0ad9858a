"""Fixtures for all tests: a clock that is moved by hand, and databases as migrations leave them."""

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from tests.postgres import Cluster, find_programs

ROOT = Path(__file__).parent.parent
POSTGRES = find_programs()
DATABASES = ["sqlite", "postgresql"] if POSTGRES else ["sqlite"]
_numbers = count(1)


def pytest_configure() -> None:
    if os.environ.get("REQUIRE_POSTGRES") == "1" and not POSTGRES:
        raise pytest.UsageError("REQUIRE_POSTGRES=1, but PostgreSQL's initdb and postgres are not installed")


class FakeClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **duration: float) -> None:
        """Moves on by a `timedelta`'s arguments, e.g. `minutes=15`."""
        self.now += timedelta(**duration)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def alembic_config(database_url: str) -> Config:
    """What alembic's commands take to work on this database."""
    config = Config(ROOT / "alembic.ini")
    config.attributes["database_url"] = database_url
    return config


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file, to be copied."""
    path = tmp_path_factory.mktemp("sqlite") / "template.db"
    command.upgrade(alembic_config(f"sqlite+aiosqlite:///{path}"), "head")
    return path


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Cluster]:
    """A cluster whose database `migrated` is a template for each test's own."""
    assert POSTGRES
    cluster = Cluster(POSTGRES)
    cluster.start()
    try:
        cluster.execute("CREATE DATABASE migrated")
        command.upgrade(alembic_config(cluster.url("migrated")), "head")
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a migrated, empty database of the test's own, once for each kind."""
    if request.param == "sqlite":
        path = tmp_path / "test.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite+aiosqlite:///{path}"
        return
    cluster: Cluster = request.getfixturevalue("postgres_cluster")
    name = f"test_{next(_numbers)}"
    cluster.execute(f"CREATE DATABASE {name} TEMPLATE migrated STRATEGY FILE_COPY")
    yield cluster.url(name)
    cluster.execute(f"DROP DATABASE {name} WITH (FORCE)")
