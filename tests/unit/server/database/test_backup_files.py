"""Which backups are kept."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from webdev_certs.server.database.backups.files import backup_name, new_file, remove_old

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("count", "days", "kept"),
    [(None, None, 6), (2, None, 2), (None, 3, 3), (2, 3, 3), (4, 3, 4), (None, 1, 1), (9, None, 6)],
)
def test_what_neither_number_nor_age_keeps_is_removed(
    tmp_path: Path, count: int | None, days: int | None, kept: int
):
    # One a day, the newest first; the kinds do not matter.
    names = [
        backup_name("postgresql" if day % 2 else "sqlite", NOW - timedelta(days=day), encrypted=day > 2)
        for day in range(6)
    ]
    others = ["webdev-certs.db", "webdev-certs-20260101T000000Z.sqlite.partial", "key.pem"]
    for name in [*names, *others]:
        (tmp_path / name).touch()
    removed = remove_old(tmp_path, NOW, count=count, days=days)
    assert sorted(path.name for path in removed) == sorted(names[kept:])
    assert {path.name for path in tmp_path.iterdir()} == {*names[:kept], *others}


def test_a_backup_of_a_clock_that_was_ahead_does_not_replace_the_newest(tmp_path: Path):
    names = [backup_name("sqlite", NOW + timedelta(days=days), encrypted=False) for days in (1, 0, -1)]
    for name in names:
        (tmp_path / name).touch()
    assert [path.name for path in remove_old(tmp_path, NOW, count=1, days=None)] == [names[2]]


def test_a_file_that_is_not_complete_is_removed(tmp_path: Path):
    def fail() -> None:
        with new_file(tmp_path / "backup") as file:
            file.write(b"half of it")
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk"):
        fail()
    assert list(tmp_path.iterdir()) == []
