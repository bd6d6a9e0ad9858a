"""PostgreSQL goes back to a moment as the documentation says, with the files in `deploy/postgresql`."""

import asyncio
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from tests.api.test_backups import read
from tests.conftest import POSTGRES, ROOT, needs_postgres, start_migrated
from tests.factories import register
from tests.postgres import Cluster
from tests.waiting import block_until
from tests.world import World
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import Database
from webdev_certs.settings import Settings

pytestmark = needs_postgres


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """Run a cluster that archives, with the product's tables in the database `migrated`."""
    assert POSTGRES
    cluster = Cluster(POSTGRES, durable=True)
    try:
        start_migrated(cluster)
        cluster.include("archiving.conf")
        cluster.halt()
        cluster.launch()
        yield cluster
    finally:
        cluster.stop()


def ask(cluster: Cluster, query: str) -> Any:
    """Return the one value that a query finds."""

    async def value() -> Any:
        database = Database(cluster.url("migrated"))
        try:
            return await database.read(lambda connection: connection.exec_driver_sql(query).scalar_one())
        finally:
            await database.dispose()

    return asyncio.run(value())


def test_the_database_goes_back_to_a_moment(cluster: Cluster, plain_settings: Settings, tmp_path: Path):
    url = cluster.url("migrated")
    settings = plain_settings.model_copy(update={"data_dir": tmp_path, "database_url": SecretStr(url)})
    world = World(settings, Bank([]))
    try:
        world.run(register)
        connection = ("-h", cluster.folder, "-U", "postgres")
        cluster.run("pg_basebackup", *connection, "-D", cluster.folder / "base", "--checkpoint=fast")
        world.run(register)
        moment, before = ask(cluster, "SELECT clock_timestamp()"), read(url)
        world.run(register)
    finally:
        world.close()
    assert len(read(url)["users"]) == len(before["users"]) + 1 == 3
    full = cluster.folder / "archive" / ask(cluster, "SELECT pg_walfile_name(pg_switch_wal())")
    block_until(full.exists, lambda: (cluster.folder / "log").read_text()[-2000:])
    cluster.halt()
    (cluster.folder / "data").rename(cluster.folder / "lost")
    (cluster.folder / "base").rename(cluster.folder / "data")
    cluster.include("recovery.conf", moment)
    (cluster.folder / "data/recovery.signal").touch()
    cluster.launch()
    block_until(lambda: not ask(cluster, "SELECT pg_is_in_recovery()"), lambda: "it still recovers")
    assert read(url) == before


def archive(file: Path, folder: Path) -> int:
    """Run the shipped `archive_command` for a file, and return its exit code."""
    text = (ROOT / "deploy/postgresql/archiving.conf").read_text()
    found = re.search(r"^archive_command = '(.*)'$", text, re.MULTILINE)
    assert found
    command = found[1].replace("/archive/", f"{folder}/").replace("%p", str(file)).replace("%f", file.name)
    return subprocess.run(["sh", "-c", command], check=False).returncode


def test_a_file_is_archived_again_but_never_replaced(tmp_path: Path):
    """PostgreSQL asks again for a file if it crashes before it notes that the file is there."""
    folder, file = tmp_path / "archived", tmp_path / "000000010000000000000001"
    folder.mkdir()
    file.write_text("first")
    assert [archive(file, folder), archive(file, folder)] == [0, 0]
    file.write_text("other")
    assert archive(file, folder) != 0
    assert [each.name for each in folder.iterdir()] == [file.name]
    assert (folder / file.name).read_text() == "first"


def test_without_a_moment_nothing_is_recovered(cluster: Cluster):
    cluster.halt()
    cluster.include("recovery.conf")
    command = [f"{POSTGRES}/postgres", "-C", "recovery_target_time", "-D", f"{cluster.folder}/data"]
    done = subprocess.run(command, user=cluster.folder.owner(), capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "recovery_target_time" in done.stderr
