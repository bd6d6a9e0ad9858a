"""`webdev-certs items calibrate`, `items stats --answers` and `exams simulate`."""

import csv
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.built_in import built_in_bank
from tests.ended_attempts import store_ended_attempts
from tests.stored_practice import store_practice
from tests.unit.cli.command_database import CommandDatabase
from tests.unit.cli.operated import call
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.services.items.bank_sync import sync_items

NOW = datetime(2026, 1, 1, tzinfo=UTC)
pytestmark = pytest.mark.usefixtures("banks_read_once")


@pytest.fixture
def answered(command_database: str) -> None:
    """Have 100 attempts in Vue in the database that the commands use."""
    part = built_in_bank().get("vue")
    # So few attempts cannot answer each of the many instances of item models ten times.
    part = replace(part, items=part.authored, models=[m for m in part.models if m.pool != "practice"])

    async def store(db: AsyncSession) -> None:
        await sync_items(db, Bank([part]))
        await store_ended_attempts(db, part, NOW, 100)
        await store_practice(db, part, NOW, 60)

    CommandDatabase(command_database).run(store)


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


@pytest.mark.usefixtures("answered")
@pytest.mark.one_database
def test_calibrate_prints_and_writes_parameters(tmp_path: Path):
    result = call(
        "items", "calibrate", "vue", "--min-answers", "10", "--csv", tmp_path / "vue.csv", "--write"
    )
    assert result.exit_code == 0, result.output
    table = rows(tmp_path / "vue.csv")
    assert len(table) > 60
    assert f"{len(table)} items calibrated with 3PL from 100 attempts" in result.stdout
    assert f"{len(table)} items written" in result.stdout
    assert "set the cut at" in result.stdout
    assert all(float(row["a"]) > 0 and float(row["infit"]) > 0 for row in table)
    # With a faster model, the parameters in use are shown unchanged.
    options = ("--model", "1PL", "--min-answers", "10", "--csv", tmp_path / "again.csv")
    again = call("items", "calibrate", "vue", *options)
    assert again.exit_code == 0, again.output
    assert float(rows(tmp_path / "again.csv")[0]["a in use"]) == pytest.approx(float(table[0]["a"]))


@pytest.mark.usefixtures("answered")
@pytest.mark.one_database
def test_calibrate_also_takes_practice_items(tmp_path: Path):
    options = ("--practice", "--model", "1PL", "--min-answers", "10", "--csv", tmp_path / "vue.csv")
    result = call("items", "calibrate", "vue", *options, "--write")
    assert result.exit_code == 0, result.output
    table = rows(tmp_path / "vue.csv")
    practice = {item.id for item in built_in_bank().get("vue").practice}
    assert {row["item"] for row in table} <= practice
    assert f"{len(table)} items calibrated with 1PL from 60 learners" in result.stdout
    assert f"{len(table)} items written" in result.stdout
    assert "set the cut at" not in result.stdout


@pytest.mark.usefixtures("answered")
def test_stats_tell_how_items_were_answered(tmp_path: Path):
    result = call("items", "stats", "vue", "--answers", "--csv", tmp_path / "vue.csv")
    assert result.exit_code == 0, result.output
    assert "Vue: 100 attempts, alpha 0." in result.stdout
    table = rows(tmp_path / "vue.csv")
    assert sum(int(row["answers"]) for row in table) == 2000
    assert {row["seconds"] for row in table} == {"30"}
    # Options of instances differ, so models have no shares of choices.
    assert {row["choices"] for row in table} == {""}
    assert all("-m" in row["item"] for row in table)


def test_csv_of_the_coverage_is_refused(tmp_path: Path):
    result = call("items", "stats", "--csv", tmp_path / "vue.csv")
    assert result.exit_code == 2
    assert "--csv needs --answers" in result.stderr


@pytest.mark.parametrize("command", [("items", "calibrate"), ("items", "stats"), ("exams", "simulate")])
def test_an_unknown_technology_is_refused(command: tuple[str, str]):
    result = call(*command, "cobol")
    assert result.exit_code == 2
    assert "no technology is called cobol" in result.stderr


def test_simulate_prints_the_same_numbers_for_the_same_seed(tmp_path: Path):
    first, second = (
        call("exams", "simulate", "java", "--learners", "40", "--seeds", "2", "--csv", tmp_path / name)
        for name in ("a", "b")
    )
    assert first.exit_code == 0, first.output
    assert first.stdout == second.stdout
    found = {row["measure"]: row["value"] for row in rows(tmp_path / "a")}
    assert 20 <= float(found["mean length"]) <= 40
    assert float(found["largest share of exams with the same family"]) <= 50
    assert float(found["50 points below the cut, 50% memorized: gain"]) > 50
    assert first.stdout.startswith("Java: 2 × 40 learners")
    halves = {row["measure"]: row["half_interval"] for row in rows(tmp_path / "a")}
    assert float(halves["mean length"]) > 0
