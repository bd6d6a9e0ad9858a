"""The operators' commands about exams: extra time, and attempts that are worth a look."""

import getpass
from datetime import datetime, timedelta
from functools import partial

import pytest
from sqlmodel import update

from tests import factories
from tests.unit.cli import operated
from tests.unit.cli.command_database import CommandDatabase
from tests.unit.cli.operated import NOW, ended_attempt
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models import (
    Attempt,
    AttemptEvent,
    AttemptItem,
    AttemptReview,
    AuditEntry,
    Certificate,
    ExtraTimeRequest,
    OutboxMail,
    User,
)
from webdev_certs.server.services.items.bank_sync import sync_items

ADA, BOB = "ada@example.com", "bob@example.com"
REASON = "I read with a magnifier."


class Stored(CommandDatabase):
    """A database with two accounts and the items of a small bank."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.ada, self.bob = (
            User(email=email, full_name="N", terms_accepted_at=NOW, created_at=NOW).model_dump()
            for email in (ADA, BOB)
        )
        self.run(self._fill)

    async def _fill(self, db: AsyncSession) -> None:
        db.add_all([User(**self.ada), User(**self.bob)])
        await sync_items(db, factories.bank())

    def ask(self, percent: int = 50, reason: str = REASON) -> None:
        """Store a request of Ada."""
        self.add(
            ExtraTimeRequest(
                user_id=self.ada["id"], percent=percent, reason=reason, state="asked", asked_at=NOW
            )
        )

    def attempt(
        self,
        user: dict[str, object],
        *,
        technology: str = "react",
        ended: datetime = NOW,
        seconds: float = 40,
        wrong: tuple[int, ...] = (),
    ) -> Attempt:
        """Store an attempt that has ended, with ten answers that took `seconds` each."""
        attempt = ended_attempt(user["id"], technology, ended)  # pyright: ignore[reportArgumentType]
        row = attempt.model_dump()
        self.add(attempt)
        shown = ended - timedelta(minutes=20)
        # From easy to hard, so that wrong answers to the first ones do not fit.
        self.add(
            *(
                AttemptItem(
                    attempt_id=row["id"],
                    position=position,
                    item_id=f"{technology}-basics-{position:03}",
                    item_version=1,
                    option_order=[],
                    match_order=[],
                    shown_at=shown,
                    answered_at=shown + timedelta(seconds=seconds),
                    response={"text": "42"},
                    correct=position not in wrong,
                    parameters=[1.5, (position - 5.5) / 2, 0.0, 1.0],
                )
                for position in range(1, 11)
            )
        )
        return Attempt(**row)


@pytest.fixture
def stored(command_database: str) -> Stored:
    return Stored(command_database)


call = partial(operated.call, "exams")
done = partial(operated.done, "exams")


def test_reasons_that_were_stored_earlier_cannot_control_the_terminal(stored: Stored):
    stored.ask(reason="I read slowly.\x1b[2J\u202e")
    assert done("extra-time", "list").splitlines()[1] == "    I read slowly. [2J"


def test_requests_are_listed_granted_and_refused(stored: Stored):
    assert done("extra-time", "list") == "There are no open requests.\n"
    stored.ask()
    assert done("extra-time", "list") == f"2026-01-01  {ADA}  50%  asked\n    {REASON}\n"
    assert done("extra-time", "grant", ADA, "--note", "Good luck!") == f"{ADA} has 50% more time.\n"
    stored.ask(100)
    assert "does not get 100%" in done("extra-time", "refuse", ADA)
    assert {user.email: user.extra_time_percent for user in stored.all(User)} == {ADA: 50, BOB: 0}
    assert [mail.recipient for mail in stored.all(OutboxMail)] == [ADA, ADA]
    assert done("extra-time", "list") == "There are no open requests.\n"
    everything = done("extra-time", "list", "--all")
    assert "50%  granted " in everything
    assert "100%  refused " in everything
    assert "Good luck!" in everything
    assert REASON not in everything


@pytest.mark.parametrize("command", ["grant", "refuse"])
def test_without_an_open_request_nothing_is_decided(stored: Stored, command: str):
    result = call("extra-time", command, BOB, "--yes")
    assert (result.exit_code, result.stderr) == (1, f"Error: {BOB} has no open request.\n")
    assert stored.all(AuditEntry) == []
    assert stored.all(OutboxMail) == []


def test_attempts_are_listed_with_their_reasons_and_stay_as_they_are(stored: Stored):
    stored.attempt(stored.bob, wrong=(8, 9, 10))
    looked_at = stored.attempt(stored.ada, seconds=5, wrong=(1, 2, 3))
    stored.add(
        *(
            AttemptEvent(
                attempt_id=looked_at.id, number=number, position=2, kind=kind, at=NOW, seconds=seconds
            )
            for number, (kind, seconds) in enumerate(
                [("left", 50), ("left", 35), ("paste", None), ("paste", None)], start=1
            )
        )
    )
    before = stored.all(Attempt)
    lines = done("integrity").splitlines()
    assert lines[0] == f"2026-01-01 00:00  react  610 passed  {ADA}  {looked_at.id}"
    assert lines[1:4] == [
        "    left the page 2 times, 1 minute 25 seconds in all",
        "    pasted text 2 times",
        "    10 of 10 answers came faster than the question can be read, 7 of them correct",
    ]
    assert lines[4].startswith("    hard questions right and easy ones wrong (lz* -")
    assert lines[5:] == ["Worth a look: 1 of 2"]
    assert stored.all(Attempt) == before


def test_the_list_can_be_limited_to_an_exam_and_a_date(stored: Stored):
    stored.attempt(stored.ada, seconds=1)
    stored.attempt(stored.bob, technology="java", seconds=1, ended=NOW + timedelta(days=5))
    assert "2 of 2" in done("integrity")
    assert BOB not in done("integrity", "--technology", "react")
    assert ADA not in done("integrity", "--since", "2026-01-02")
    assert "0 of 0" in done("integrity", "--technology", "react", "--since", "2026-01-02")
    assert call("integrity", "--since", "soon", "--yes").exit_code == 2


def hold(stored: Stored) -> Attempt:
    """Store a passing attempt of Ada that is under review."""
    attempt = stored.attempt(stored.ada)
    stored.add(
        AttemptReview(attempt_id=attempt.id, reasons=["misfit", "retake"], held_at=NOW),
    )
    return attempt


def confirm_email(stored: Stored) -> None:
    async def work(db: AsyncSession) -> None:
        await db.exec(update(User).values(email_confirmed_at=NOW))

    stored.run(work)


WHY = ("--reason", "talked to the learner")


def test_attempts_under_review_are_listed_without_personal_data(stored: Stored):
    assert done("review", "list") == "There are no attempts under review.\n"
    attempt = hold(stored)
    listed = done("review", "list", *WHY)
    assert listed.splitlines() == [
        f"{attempt.id}  react  610  since 2026-01-01  under review",
        "    hard questions right and easy ones wrong",
        "    another account with this mailbox started too shortly before",
    ]
    entry = max(stored.all(AuditEntry), key=lambda entry: entry.at)
    assert (entry.action, entry.subject, entry.reason) == ("exams review list", "open reviews", WHY[1])
    assert done("review", "list", "--all") == listed


@pytest.mark.parametrize("command", ["release", "refuse"])
def test_a_decision_needs_a_reason_asks_first_and_is_recorded(
    stored: Stored, bank_read_once: None, command: str
):
    attempt = hold(stored)
    confirm_email(stored)
    assert call("review", command, str(attempt.id), "--yes").exit_code == 2
    assert call("review", command, "nonsense", *WHY, "--yes").exit_code == 2
    assert call("review", command, str(attempt.id), *WHY, answer="n\n").exit_code == 1
    assert stored.all(AuditEntry) == []
    said = done("review", command, str(attempt.id), *WHY, "--note", "All the best.")
    (review,), (row,) = stored.all(AttemptReview), stored.all(Attempt)
    certificates = stored.all(Certificate)
    if command == "release":
        assert said == f"Released. Certificate: {certificates[0].number}\n"
        assert (review.decision, row.passed) == ("released", True)
    else:
        assert (said, certificates) == ("Refused. The attempt is not passed.\n", [])
        assert (review.decision, row.passed) == ("refused", False)
    assert review.note == "All the best."
    (mail,) = stored.all(OutboxMail)
    assert mail.recipient == ADA
    assert "All the best." in mail.text
    (entry,) = stored.all(AuditEntry)
    assert (entry.operator, entry.action) == (getpass.getuser(), f"exams review {command}")
    assert (entry.subject, entry.reason) == (str(attempt.id), WHY[1])
    again = call("review", command, str(attempt.id), *WHY, "--yes")
    assert (again.exit_code, len(stored.all(AuditEntry))) == (1, 1)
    assert again.stderr == f"Error: The attempt {attempt.id} is no longer under review.\n"
    assert done("review", "list") == "There are no attempts under review.\n"
    assert "All the best." in done("review", "list", "--all")


def test_only_an_attempt_under_review_is_decided(stored: Stored, bank_read_once: None):
    attempt = stored.attempt(stored.ada)
    result = call("review", "refuse", str(attempt.id), *WHY, "--yes")
    assert (result.exit_code, result.stderr) == (1, f"Error: The attempt {attempt.id} is not under review.\n")
    assert stored.all(AuditEntry) == []


def test_a_released_attempt_waits_for_a_confirmed_email(stored: Stored, bank_read_once: None):
    attempt = hold(stored)
    said = done("review", "release", str(attempt.id), *WHY)
    assert said == "Released. Certificate: waits until the learner confirms the email\n"
    assert (stored.all(Certificate), stored.all(OutboxMail)) == ([], [])
