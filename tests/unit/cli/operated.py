"""A stored account that operators' commands are about, and calls of the commands."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from click.testing import CliRunner, Result

from tests.unit.cli.command_database import CommandDatabase
from webdev_certs.cli.main import cli
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models import Attempt, Certificate, LoginSession, User
from webdev_certs.server.services.payments import entitlements

NOW = datetime(2026, 1, 1, tzinfo=UTC)
EMAIL, NUMBER = "ada@example.com", "WDC-RE-7K3M-92QF-Z"


def ended_attempt(user_id: UUID, technology: str = "react", ended: datetime = NOW) -> Attempt:
    """Return an attempt that was passed."""
    return Attempt(
        user_id=user_id,
        technology=technology,
        cut_score=500,
        started_at=ended - timedelta(minutes=30),
        deadline=ended,
        submitted_at=ended,
        ended_by="submitted",
        score=610,
        standard_error=30,
        passed=True,
        profile=[],
    )


class Stored(CommandDatabase):
    """A database with one account that has a login session and a certificate."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.user = User(email=EMAIL, full_name="Ada", terms_accepted_at=NOW, created_at=NOW)
        self.user_id = self.user.id
        self.run(self._fill)

    async def _fill(self, db: AsyncSession) -> None:
        db.add(self.user)
        await db.flush()
        future = datetime.now(UTC) + timedelta(days=9)
        about = {"user_id": self.user_id, "expires_at": future}
        attempt = ended_attempt(self.user_id)
        db.add_all([LoginSession(refresh_hash="x", created_at=NOW, last_seen_at=NOW, **about), attempt])
        await db.flush()
        certificate = Certificate(
            number=NUMBER,
            attempt_id=attempt.id,
            technology="react",
            title="Certified React Developer",
            holder_name="Ada",
            score=700,
            issued_at=NOW,
            **about,
        )
        db.add(certificate)

    def has_paid(self) -> bool:
        return self.run(lambda db: entitlements.has_paid(db, self.user_id, NOW))


@pytest.fixture
def stored(command_database: str, bank_read_once: None) -> Stored:
    return Stored(command_database)


def call(*arguments: object, answer: str | None = None) -> Result:
    """Run a command, and type `answer` if it asks."""
    return CliRunner().invoke(cli, [*map(str, arguments)], input=answer)


def done(*arguments: object) -> str:
    """Run a command that must succeed, without its question, and return its output."""
    result = call(*arguments, "--yes")
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout
