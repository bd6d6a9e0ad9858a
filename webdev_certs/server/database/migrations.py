"""Which migrations a database has, compared with those of this program."""

from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

ROOT = Path(__file__).parents[3]
"""The folder of `alembic.ini`."""


def are_pending(connection: Connection) -> bool:
    """Whether the database lacks migrations of this program.

    A newer database counts as migrated: during an upgrade, the old version serves until the new one starts.
    """
    current = MigrationContext.configure(connection).get_current_revision()
    head, known = _revisions()
    return current is None or (current != head and current in known)


@cache
def _revisions() -> tuple[str | None, frozenset[str]]:
    script = ScriptDirectory.from_config(Config(ROOT / "alembic.ini"))
    return script.get_current_head(), frozenset(revision.revision for revision in script.walk_revisions())
