"""The engine: error messages and file permissions."""

import stat
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from webdev_certs.server.database.engine import Database


async def test_database_errors_contain_no_values(database_url: str):
    """They are logged, and the values are emails and password hashes."""
    database = Database(database_url)
    with pytest.raises(SQLAlchemyError) as caught:
        async with database.transaction() as db:
            await (await db.connection()).execute(
                text("INSERT INTO nowhere VALUES (:email)"), {"email": "ada@example.com"}
            )
    assert "ada@example.com" not in str(caught.value)
    await database.dispose()


async def test_only_its_owner_can_open_a_new_database_folder(tmp_path: Path):
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/data/test.db")
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    await database.dispose()
