"""The operators' commands about items: reports, regrades, withdrawals."""

from datetime import UTC, datetime
from functools import partial

import pytest
from sqlmodel import select

from tests import factories
from tests.ended_attempts import store_ended_attempts
from tests.unit.cli import operated
from tests.unit.cli.command_database import CommandDatabase
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models import (
    AttemptItem,
    AttemptRegrade,
    AuditEntry,
    ItemRegrade,
    ItemReport,
    ItemWithdrawal,
    User,
)
from webdev_certs.server.services.items.bank_sync import sync_items

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ITEM = "java-basics-001"
"""The built-in bank has no items with these ids, so that those of the test are used."""


class Stored(CommandDatabase):
    """A database with 40 attempts that have ended, and a report."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.run(self._fill)

    async def _fill(self, db: AsyncSession) -> None:
        part = factories.bank().get("java")
        await sync_items(db, Bank([part]))
        await store_ended_attempts(db, part, NOW, 40)
        user = (await db.exec(select(User))).first()
        assert user is not None
        db.add(
            ItemReport(
                user_id=user.id,
                item_id=ITEM,
                item_version=1,
                source="exam",
                kind="wrong_key",
                text="Option b is right.",
                reported_at=NOW,
            )
        )


@pytest.fixture
def stored(command_database: str, bank_read_once: None) -> Stored:
    return Stored(command_database)


call = partial(operated.call, "items")


def done(*arguments: str) -> str:
    result = call(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def recorded(stored: Stored) -> list[tuple[str, str, str | None]]:
    return [(entry.action, entry.subject, entry.reason) for entry in stored.all(AuditEntry)]


@pytest.mark.one_database
def test_a_corrected_key_scores_every_attempt_again_that_had_the_item(stored: Stored):
    had = {row.attempt_id for row in stored.all(AttemptItem) if row.item_id == ITEM}
    regrade = ("regrade", ITEM, "1", "--key", "[a, c]", "--reason", "c is right")
    assert call(*regrade, answer="n\n").exit_code == 1
    assert stored.all(ItemRegrade) == []
    printed = done(*regrade, "--yes")
    assert printed.startswith(f"{len(had)} attempts scored again")
    assert {row.attempt_id for row in stored.all(AttemptRegrade)} == had
    verdicts = {row.correct for row in stored.all(AttemptItem) if row.item_id == ITEM}
    assert verdicts == {False}  # The wrong answers of these learners are option d.
    assert done(*regrade, "--yes").startswith("0 attempts scored again")
    assert recorded(stored) == [("items rekey", f"{ITEM}@1", "c is right")] * 2
    done("rekey", ITEM, "1", "--withdraw", "--reason", "ambiguous", "--yes")
    assert {row.correct for row in stored.all(AttemptItem) if row.item_id == ITEM} == {None}
    assert [row.revision for row in stored.all(ItemRegrade)] == [1, 2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((ITEM, "1", "--reason", "x"), "Give either --key or --withdraw."),
        ((ITEM, "1", "--key", "b", "--withdraw", "--reason", "x"), "Give either --key or --withdraw."),
        ((ITEM, "1", "--key", "b"), "Missing option '--reason'"),
        ((ITEM, "2", "--key", "b", "--reason", "x"), f"The database has no version 2 of {ITEM}."),
        ((ITEM, "1", "--key", "q", "--reason", "x"), "key"),
        (("java-basics-106", "1", "--key", "a", "--reason", "x"), "java-basics-106 is a practice item"),
    ],
)
@pytest.mark.one_database
def test_a_regrade_that_makes_no_sense_changes_nothing(
    stored: Stored, arguments: tuple[str, ...], words: str
):
    result = call("regrade", *arguments, "--yes")
    assert result.exit_code != 0
    assert words in result.output
    assert (stored.all(ItemRegrade), stored.all(AuditEntry)) == ([], [])


def test_an_item_is_withdrawn_and_reinstated(stored: Stored):
    done("withdraw", ITEM, "--reason", "outdated", "--yes")
    assert [row.item_id for row in stored.all(ItemWithdrawal)] == [ITEM]
    assert "withdrawn already" in call("withdraw", ITEM, "--reason", "x", "--yes").output
    done("reinstate", ITEM, "--reason", "corrected", "--yes")
    assert stored.all(ItemWithdrawal) == []
    assert "not withdrawn" in call("reinstate", ITEM, "--reason", "x", "--yes").output
    assert recorded(stored) == [
        ("items withdraw", ITEM, "outdated"),
        ("items reinstate", ITEM, "corrected"),
    ]


def test_reports_are_listed_without_the_reporter_and_closed_with_a_note(stored: Stored):
    (report,) = stored.all(ItemReport)
    users = stored.all(User)
    for options in ([], ["--open"], ["--item", ITEM], ["--item", "java-basics"]):
        printed = done("reports", *options)
        assert (str(report.id) in printed) == (options != ["--item", "java-basics"])
        assert not [user for user in users if user.email in printed or str(user.id) in printed]
    assert "wrong_key, in a test, open" in done("reports")
    assert "Option b is right." in done("reports")
    done("reports", "close", str(report.id), "--note", "The key is b now.")
    assert done("reports", "--open") == "0 reports\n"
    assert "closed" in done("reports")
    assert "no open report" in call("reports", "close", str(report.id)).output
    assert ("items reports close", str(report.id), "The key is b now.") in recorded(stored)
    assert ("items reports", ITEM, None) in recorded(stored)
