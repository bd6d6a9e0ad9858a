"""A pytest plugin for the tests of the previous release: their databases get the schema of this release.

It runs in the folder and the virtual environment of the previous release, so it imports nothing of this one.
`NEW_RELEASE` in the environment is this release's folder, which has its own virtual environment.
"""

import os
import subprocess
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlmodel import SQLModel

_NEW_RELEASE = Path(os.environ["NEW_RELEASE"])


def pytest_sessionstart() -> None:
    # The tests' own module, which only exists in the folder that pytest runs in.
    from tests.postgres import Cluster

    command.upgrade = _upgrade
    command.downgrade = _downgrade
    empty = Cluster.empty

    def empty_known(self: Cluster, database: str) -> set[str]:
        # The tests compare the names with those of their models. New tables are no change that a test made.
        return empty(self, database) & set(SQLModel.metadata.tables)

    Cluster.empty = empty_known


def _upgrade(config: Config, _revision: str) -> None:
    """Migrate with the command and the migrations of this release."""
    migrated = subprocess.run(
        [_NEW_RELEASE / ".venv/bin/alembic", "upgrade", "head"],
        cwd=_NEW_RELEASE,
        env=os.environ | {"DATABASE_URL": config.attributes["database_url"]},
        capture_output=True,
        text=True,
    )
    assert migrated.returncode == 0, migrated.stderr


def _downgrade(_config: Config, _revision: str) -> None:
    pytest.skip("the previous release cannot undo migrations that it does not know")
