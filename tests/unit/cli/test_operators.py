"""The operators' commands: what they change, and the log of who ran them."""

import getpass
import itertools
import json
from uuid import UUID

import pytest
from sqlmodel import select

from tests.unit.cli.operated import EMAIL, NOW, NUMBER, Stored, call, done, stored
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models import (
    AuditEntry,
    Certificate,
    ExtraTimeRequest,
    LoginSession,
    OutboxMail,
    User,
)

__all__ = ["stored"]

COMMANDS = [
    ["users", "show", EMAIL],
    ["users", "export", EMAIL],
    ["users", "delete", EMAIL],
    ["users", "block", EMAIL, "--reason", "spam"],
    ["users", "unblock", EMAIL],
    ["users", "confirm-email", EMAIL],
    ["access", "grant", EMAIL],
    ["access", "revoke", EMAIL],
    ["certificates", "show", NUMBER],
    ["certificates", "revoke", NUMBER, "--because", "rules_broken"],
    ["certificates", "suspend", NUMBER, "--because", "under_review"],
    ["exams", "extra-time", "list"],
    ["exams", "extra-time", "grant", EMAIL],
    ["exams", "extra-time", "refuse", EMAIL],
    ["exams", "integrity"],
    ["exams", "review", "list"],
]
SUBJECTS = {
    "exams extra-time list": "open requests",
    "exams integrity": "all exams",
    "exams review list": "open reviews",
}
"""Command → what it is about, unless that is an account or a certificate."""


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:3]))
def test_each_command_asks_first_and_records_who_ran_it(stored: Stored, command: list[str]):
    stored.add(ExtraTimeRequest(user_id=stored.user_id, percent=50, reason="", state="asked", asked_at=NOW))
    assert call(*command, answer="n\n").exit_code == 1
    assert stored.all(AuditEntry) == []
    why = command[command.index("--reason") + 1] if "--reason" in command else "monthly round"
    done(*command, *([] if "--reason" in command else ["--reason", why]))
    action = " ".join(itertools.takewhile(lambda word: word not in (EMAIL, NUMBER), command))
    entries = stored.all(AuditEntry)
    started = [f"{action} (started)"] if action == "users delete" else []
    assert sorted(entry.action for entry in entries) == [action, *started]
    for entry in entries:
        assert entry.operator == getpass.getuser()
        own = NUMBER if command[0] == "certificates" else str(stored.user_id)
        assert entry.subject == SUBJECTS.get(action, own)
        assert entry.reason == why


def test_a_reason_is_recorded(stored: Stored, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SUDO_USER", "grace")
    done("access", "grant", EMAIL, "--reason", "won a prize")
    (entry,) = stored.all(AuditEntry)
    assert (entry.operator, entry.reason) == ("grace", "won a prize")


@pytest.mark.parametrize(
    "account", ["nobody@example.com", "no email", "3f0e8a52-6f5f-4d9e-8f77-0a2c3b8b0001"]
)
def test_an_error_names_the_unknown_account_and_records_nothing(stored: Stored, account: str):
    result = call("users", "show", account, "--yes")
    assert result.exit_code == 1
    assert account in result.stderr
    assert stored.all(AuditEntry) == []


def test_paid_access_is_granted_and_revoked(stored: Stored):
    for command, has_paid in (("grant", True), ("grant", True), ("revoke", False), ("revoke", False)):
        done("access", command, EMAIL.upper())
        assert stored.has_paid() is has_paid


def test_an_account_is_shown_without_secrets(stored: Stored):
    shown = done("users", "show", str(stored.user_id))
    for fact in (f"email: {EMAIL}", "email confirmed: no", "login sessions: 1", NUMBER, "paid access: no"):
        assert fact in shown
    assert "hash" not in shown


def test_the_export_is_that_of_the_owner(stored: Stored):
    exported = json.loads(done("users", "export", EMAIL))
    assert exported["account"]["email"] == EMAIL
    assert len(exported["login_sessions"]) == 1
    assert exported["login_sessions"][0]["current"] is False


def test_blocking_ends_all_login_sessions_until_it_is_taken_back(stored: Stored):
    assert call("users", "block", EMAIL, "--yes").exit_code == 2
    done("users", "block", EMAIL, "--reason", "sold answers")
    (user,), (login,) = stored.all(User), stored.all(LoginSession)
    assert user.blocked_at
    assert user.block_reason == "sold answers"
    assert login.ended_at
    assert "sold answers" in done("users", "show", EMAIL)
    done("users", "unblock", EMAIL)
    (user,) = stored.all(User)
    assert (user.blocked_at, user.block_reason) == (None, None)


def test_an_email_is_confirmed_unless_another_account_has_it(stored: Stored):
    done("users", "confirm-email", EMAIL)
    (user,) = stored.all(User)
    assert user.email_confirmed_at
    other = User(email=EMAIL, full_name="Eve", terms_accepted_at=NOW, created_at=NOW)
    other_id = str(other.id)
    stored.add(other)
    result = call("users", "confirm-email", other_id, "--yes")
    assert result.exit_code == 1
    assert "Another account" in result.stderr


@pytest.mark.parametrize(("choice", "reason"), [("keep_anonymous", None), ("revoke", "holder_left")])
def test_a_deleted_account_is_gone_and_its_owner_gets_a_mail(stored: Stored, choice: str, reason: str | None):
    done("users", "delete", EMAIL, "--certificates", choice)
    assert stored.all(User) == []
    assert stored.all(LoginSession) == []
    assert [mail.recipient for mail in stored.all(OutboxMail)] == [EMAIL]
    (certificate,) = stored.all(Certificate)
    assert (certificate.holder_name, certificate.revocation_reason) == (None, reason)
    result = call("certificates", "reinstate", NUMBER, "--yes")
    assert result.exit_code == 1


def test_a_certificate_is_revoked_for_good(stored: Stored):
    assert call("certificates", "revoke", NUMBER, "--yes").exit_code == 2
    done("certificates", "suspend", NUMBER, "--because", "under_review")
    done("certificates", "revoke", NUMBER.lower(), "--because", "issued_in_error")
    (certificate,) = stored.all(Certificate)
    assert certificate.revoked_at
    assert certificate.revocation_reason == "issued_in_error"
    assert "revocation_reason: issued_in_error" in done("certificates", "show", NUMBER)
    again = call("certificates", "revoke", NUMBER, "--because", "rules_broken", "--yes")
    assert again.exit_code == 1
    reinstated = call("certificates", "reinstate", NUMBER, "--yes")
    assert (reinstated.exit_code, "final" in reinstated.stderr) == (1, True)
    assert stored.all(Certificate) == [certificate]


def test_deleting_an_account_keeps_the_reason_of_an_earlier_revocation(stored: Stored):
    done("certificates", "revoke", NUMBER, "--because", "rules_broken")
    (before,) = stored.all(Certificate)
    done("users", "delete", EMAIL, "--certificates", "revoke")
    (certificate,) = stored.all(Certificate)
    assert certificate.holder_name is None
    assert (certificate.revoked_at, certificate.revocation_reason) == (before.revoked_at, "rules_broken")


def test_a_replaced_certificate_is_not_revoked_instead_of_the_new_one(stored: Stored):
    async def replace(db: AsyncSession) -> None:
        (old,) = (await db.exec(select(Certificate))).all()
        old.replaced_by, old.replaced_at = "WDC-RE-0000-0000-2", NOW

    stored.run(replace)
    result = call("certificates", "revoke", NUMBER, "--because", "rules_broken", "--yes")
    assert result.exit_code == 1
    assert "is replaced by WDC-RE-0000-0000-2: revoke that one." in result.stderr
    (certificate,) = stored.all(Certificate)
    assert certificate.revoked_at is None


def test_a_certificate_is_suspended_and_reinstated(stored: Stored):
    assert call("certificates", "suspend", NUMBER, "--yes").exit_code == 2
    done("certificates", "suspend", NUMBER, "--because", "under_review", "--reason", "a report")
    (certificate,) = stored.all(Certificate)
    assert certificate.suspended_at
    assert certificate.suspension_reason == "under_review"
    assert call("certificates", "suspend", NUMBER, "--because", "holder_asked", "--yes").exit_code == 1
    done("certificates", "reinstate", NUMBER)
    (certificate,) = stored.all(Certificate)
    assert (certificate.suspended_at, certificate.suspension_reason) == (None, None)
    done("certificates", "revoke", NUMBER, "--because", "rules_broken")
    assert call("certificates", "suspend", NUMBER, "--because", "under_review", "--yes").exit_code == 1
    actions = [entry.action for entry in stored.all(AuditEntry)]
    assert actions == ["certificates suspend", "certificates reinstate", "certificates revoke"]


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("number", ["WDC-RE-7K3M-92QF-2", "x"])
def test_mistyped_numbers_are_refused(number: str):
    result = call("certificates", "show", number, "--yes")
    assert result.exit_code == 2
    assert "NUMBER" in result.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("users", "unblock", EMAIL, "--reason"),
        ("users", "block", EMAIL, "--reason"),
        ("items", "withdraw", "react-basics-001", "--reason"),
        ("items", "reports", "close", str(UUID(int=1)), "--note"),
        ("exams", "extra-time", "grant", EMAIL, "--note"),
    ],
    ids=" ".join,
)
def test_a_text_that_is_longer_than_its_column_is_refused(command: tuple[str, ...]):
    result = call(*command, "x" * 201)
    assert result.exit_code == 2
    assert f"Invalid value for '{command[-1]}': at most 200 characters" in result.stderr
