"""The commands about DIF, options, dimensions, drift, similarity, standard setting, and the report."""

import csv
import json
import shutil
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pypdf import PdfReader
from sqlmodel import col, select

from tests.built_in import built_in_bank
from tests.ended_attempts import store_ended_attempts
from tests.unit.cli.command_database import CommandDatabase
from tests.unit.cli.operated import call
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.models import Attempt, AttemptItem, User
from webdev_certs.server.models.items import ItemReport
from webdev_certs.server.models.operations import AuditEntry
from webdev_certs.server.services.items.bank_sync import sync_items

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SEED = "a secret of these tests"
pytestmark = [pytest.mark.one_database, pytest.mark.usefixtures("banks_read_once")]


def done(*arguments: object) -> str:
    result = call(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def answered_file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Store 120 attempts in Vue in an SQLite file, each with instances of its own; two are the same.

    They have only a third of the item models, because a chart of each is drawn.
    """
    part = built_in_bank().get("vue")
    models = [model for model in part.models if model.pool == "certification"][::3]
    part = replace(part, items=part.authored, models=models)
    path = tmp_path_factory.mktemp("answered") / "answered.db"
    shutil.copy(sqlite_template, path)

    async def store(db: AsyncSession) -> None:
        await sync_items(db, Bank([part]))
        await store_ended_attempts(db, part, NOW, 120, item_seed=SEED)
        attempts = (await db.exec(select(Attempt).order_by(col(Attempt.id)))).all()
        for number, attempt in enumerate(attempts):
            attempt.started_at = NOW.replace(month=1 + number % 12)
        # The second attempt repeats the questions and answers of the first one.
        first, second = [
            (await db.exec(select(AttemptItem).where(AttemptItem.attempt_id == attempt.id))).all()
            for attempt in attempts[:2]
        ]
        for row in second:
            await db.delete(row)
        await db.flush()
        for row in first:
            db.add(AttemptItem.model_validate(row.model_dump() | {"attempt_id": attempts[1].id}))

    CommandDatabase(f"sqlite+aiosqlite:///{path}").run(store)
    return path


@pytest.fixture
def answered(answered_file: Path, command_database: str, monkeypatch: pytest.MonkeyPatch) -> CommandDatabase:
    """Have a copy of these attempts in the test's database."""
    monkeypatch.setenv("ITEM_SEED", SEED)
    shutil.copy(answered_file, command_database.removeprefix("sqlite+aiosqlite:///"))
    return CommandDatabase(command_database)


def test_dif_compares_groups_that_it_does_not_store(answered: CommandDatabase, tmp_path: Path):
    emails = [user.email for user in answered.all(User)]
    lines = [f"{email},{'young' if place % 3 else 'old'}" for place, email in enumerate(emails)]
    groups = tmp_path / "groups.csv"
    groups.write_text("\n".join(["account,group", *lines, "nobody@example.com,old"]))
    table, chart = tmp_path / "dif.csv", tmp_path / "dif.svg"
    output = done("items", "dif", "vue", groups, "--min-answers", "4", "--csv", table, "--chart", chart)
    assert "“old” (40 learners) compared with “young” (80)" in output
    assert "1 of 121 accounts have not taken this exam." in output
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) > 10
    assert {row["focal group"] for row in rows} == {"old"}
    assert {row["class"][0] for row in rows} <= set("ABC?")
    assert "<svg" in chart.read_text()
    assert call("items", "dif", "vue", groups, "--focal", "tall").exit_code == 2
    groups.write_text("account,group\na@example.com,x\na@example.com,y\n")
    assert "line 3: a@example.com is in two groups" in call("items", "dif", "vue", groups).output


@pytest.mark.usefixtures("answered")
def test_options_are_named_by_misconceptions(tmp_path: Path):
    table, charts = tmp_path / "options.csv", tmp_path / "charts"
    output = done("items", "stats", "vue", "--options", "--csv", table, "--charts", charts)
    rows = list(csv.DictReader(table.read_text().splitlines()))
    models = {model.id: model for model in built_in_bank().get("vue").models}
    wrong = [row for row in rows if not row["key"]]
    names = {
        getattr(each, "misconception", None) or each.text
        for model in models.values()
        for each in (*getattr(model, "distractors", ()), *getattr(model, "statements", ()))
    }
    assert len(wrong) > 50
    assert {row["option"] for row in wrong} <= names
    assert len(list(charts.glob("*.svg"))) == len({row["item"] for row in rows})
    # Only the copied instances cannot be made again for the attempt that has them.
    copied = int(output.split(" answers are left out")[0].rsplit("\n")[-1])
    assert 0 < copied <= 20


def test_dimensions_and_drift_are_printed(answered: CommandDatabase, tmp_path: Path):
    output = done("items", "dimensionality", "vue", "--min-answers", "4")
    assert "mean Q3" in output
    assert "pairs within a topic" in output
    chart = tmp_path / "drift.png"
    output = done("items", "drift", "vue", "--min-answers", "10", "--periods", "3", "--chart", chart)
    assert "attempts in 3 periods from 2026-01-01, " in output
    assert chart.read_bytes().startswith(b"\x89PNG")


def test_equal_attempts_are_listed_and_the_listing_is_recorded(answered: CommandDatabase):
    output = done("exams", "similarity", "vue", "--level", "0.9", "--reason", "monthly", "--yes")
    assert output.count("20 of 20 answers are the same") <= 1
    assert "Worth a look: " in output
    assert " families on average" in output
    entries = answered.all(AuditEntry)
    assert [(entry.action, entry.subject, entry.reason) for entry in entries] == [
        ("exams similarity", "vue", "monthly")
    ]


def ratings(path: Path, items: list[str]) -> Path:
    lines = ["round,rater,item,rating"]
    for number, spread in ((1, 12), (2, 4)):
        for place, rater in enumerate(("ann", "bob", "eve")):
            lines += [
                f"{number},{rater},{item},{55 + 5 * (k % 3) + spread * (place - 1)}"
                for k, item in enumerate(items)
            ]
    path.write_text("\n".join(lines))
    return path


def test_standard_setting_shows_rounds_and_raters(command_database: str, tmp_path: Path):
    items = [m.id for m in built_in_bank().get("vue").models if m.pool == "certification"][:12]
    output = done("standard-setting", "vue", ratings(tmp_path / "ratings.csv", items))
    assert "Ratings moved by 5.3 percentage points" in output
    assert "Round 2 sets the cut at " in output
    assert "Provisional: 12 of 12 rated items are not calibrated." in output
    unknown = ratings(tmp_path / "unknown.csv", ["vue-nothing-m001", "vue-nothing-m002"])
    result = call("standard-setting", "vue", unknown)
    assert result.exit_code == 2
    assert "the exam has no vue-nothing-m001, vue-nothing-m002" in result.output


def test_the_report_says_what_is_provisional(command_database: str, tmp_path: Path):
    items = [m.id for m in built_in_bank().get("vue").models if m.pool == "certification"][:12]
    done(
        "items", "report", "vue", tmp_path, "--learners", 60, "--ratings", ratings(tmp_path / "r.csv", items)
    )
    text = (tmp_path / "report.md").read_text()
    for chapter in ("1 Validity", "2 Reliability", "3 Fairness", "4 Scores", "5 Operations"):
        assert f"\n## {chapter}" in text
    assert "> **Provisional.** No learners have taken the exam" in text
    assert "> **Provisional.** The panel has 3 raters" in text
    assert "| Cohen's κ of two attempts |" in text
    figures = [line.rsplit("(", 1)[1].rstrip(")") for line in text.splitlines() if line.startswith("![")]
    assert all((tmp_path / figure).stat().st_size > 5000 for figure in figures)
    pages = PdfReader(tmp_path / "report.pdf").pages
    words = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert "Technical report: Certified Vue Developer" in words
    assert words.count("Provisional.") == text.count("**Provisional.**")
    assert sum(len(page.images) for page in pages) == len(figures) == 4


def test_the_report_of_an_exam_with_learners_has_their_figures(answered: CommandDatabase, tmp_path: Path):
    done("items", "report", "vue", tmp_path, "--learners", "60")
    text = (tmp_path / "report.md").read_text()
    assert "> **Provisional.** 119 learners have taken the exam" in text or "120 learners" in text
    assert "learners need " in text
    assert "Cronbach's α is" in text
    assert "@example.com" not in text


@pytest.mark.parametrize("command", ["dimensionality", "drift"])
def test_without_attempts_there_is_nothing_to_say(command_database: str, command: str):
    result = call("items", command, "vue")
    assert result.exit_code == 1
    assert "Nobody has taken the exam in Vue to its end yet." in result.output


def test_gaps_count_what_exams_have_shown(answered: CommandDatabase):
    asked = Counter(family_of(row.item_id) for row in answered.all(AttemptItem))
    often = asked.most_common(1)[0][0]
    reporter = answered.all(User)[0].id
    row = next(row for row in answered.all(AttemptItem) if family_of(row.item_id) == often)
    answered.add(
        ItemReport(
            user_id=reporter,
            item_id=row.item_id,
            item_version=row.item_version,
            source="exam",
            kind="wrong_key",
            text="",
            reported_at=NOW,
        )
    )
    family = built_in_bank().get("vue").families[often]
    (found,) = json.loads(done("items", "gaps", "vue", "--json")).values()
    gap = next(gap for gap in found if (gap["topic"], gap["difficulty"]) == (family.topic, family.difficulty))
    assert gap["reasons"]["reports"] == 1
    assert gap["needed"] == sum(gap["reasons"].values())
    table = done("items", "gaps", "vue")
    assert f"new families needed: {sum(gap['needed'] for gap in found)}" in table
    assert "reports 1" in table
