"""Why a database cannot serve."""

from pathlib import Path

from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.readiness import find_trouble


async def test_a_migrated_database_on_a_disk_with_space_can_serve(database_url: str, tmp_path: Path):
    database = Database(database_url)
    assert await find_trouble(database, tmp_path) is None
    await database.dispose()


async def test_a_full_disk_is_found_before_it_loses_an_answer(database_url: str, tmp_path: Path):
    database = Database(database_url)
    trouble = await find_trouble(database, tmp_path, min_free=1 << 62)
    assert trouble
    assert trouble.code == "disk_full"
    await database.dispose()
