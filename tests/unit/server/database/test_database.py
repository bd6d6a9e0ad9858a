"""The engine: what it keeps to itself."""

import stat
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from webdev_certs.server.database.engine import Database


async def test_errors_do_not_carry_values(database_url: str):
    """They end in the log, and the values are addresses and hashes."""
    database = Database(database_url)
    with pytest.raises(SQLAlchemyError) as caught:
        async with database.session_scope() as session:
            await (await session.connection()).execute(
                text("INSERT INTO nowhere VALUES (:email)"), {"email": "ada@example.com"}
            )
    assert "ada@example.com" not in str(caught.value)
    await database.dispose()


async def test_a_new_folder_for_the_database_is_its_owners_alone(tmp_path: Path):
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/data/test.db")
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    await database.dispose()
