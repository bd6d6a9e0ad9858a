"""Why a database cannot serve."""

from pathlib import Path

from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.readiness import find_trouble


async def test_a_migrated_database_can_serve_unless_its_disk_is_almost_full(
    database_url: str, tmp_path: Path
):
    """A full disk is found before it loses an answer."""
    database = Database(database_url)
    assert await find_trouble(database, tmp_path) is None
    trouble = await find_trouble(database, tmp_path, min_free=1 << 62)
    assert trouble
    assert trouble.code == "disk_full"
    await database.dispose()
