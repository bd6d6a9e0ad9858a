"""`webdev-certs tutor`: reported answers, and turning the tutor off and on."""

from datetime import timedelta

from sqlmodel import select

from tests.unit.cli.command_database import CommandDatabase
from tests.unit.cli.operated import NOW, Stored, call
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models import AuditEntry, ItemVersion, SwitchedOff, TutorExchange


def test_it_is_turned_off_and_on_with_an_audit_entry(command_database: str):
    stored = CommandDatabase(command_database)

    async def is_off(db: AsyncSession) -> bool:
        return (await db.exec(select(SwitchedOff))).first() is not None

    for _ in range(2):
        assert "is off" in call("tutor", "off", "--reason", "wrong answers").output
        assert stored.run(is_off)
    assert "is on" in call("tutor", "on").output
    assert not stored.run(is_off)

    async def actions(db: AsyncSession) -> list[tuple[str, str | None]]:
        return [(entry.action, entry.reason) for entry in await db.exec(select(AuditEntry))]

    off = ("tutor off", "wrong answers")
    assert stored.run(actions) == [off, off, ("tutor on", None)]


def test_reported_answers_are_listed_without_who_reported_them(command_database: str):
    stored = Stored(command_database)
    stored.add(ItemVersion(item_id="react-1", version=2, technology="react", digest="d", content={}))
    about = {"user_id": stored.user_id, "item_id": "react-1", "item_version": 2, "citations": []}
    stored.add(
        TutorExchange(
            **about,
            action="question",
            question="Why\x1b[2J?",
            answer="One.\nTwo.",
            outcome="complete",
            asked_at=NOW,
            reported_at=NOW + timedelta(days=1),
            report="No, three.",
        ),
        TutorExchange(**about, action="why_wrong", answer="Fine.", outcome="complete", asked_at=NOW),
    )
    shown = call("tutor", "reports").output
    assert shown.splitlines() == [
        "2026-01-02  react-1 v2",
        "    report: No, three.",
        "    asked: Why [2J?",
        "    | One.",
        "    | Two.",
        "1 report",
    ]
