"""What the site can say about itself in numbers."""

from datetime import datetime, timedelta

from sqlalchemy import func
from sqlmodel import col, select

from webdev_certs.schemas.technologies import Figures
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.certificates import Certificate

FRESH_FOR = timedelta(hours=1)
"""How long the count of passed tests is used: counting reads all certificates, and everybody may ask."""


class SiteFigures:
    """The figures, counted again once an hour."""

    def __init__(self) -> None:
        self._passed = 0
        self._counted_at: datetime | None = None

    async def read(self, db: AsyncSession, bank: Bank, now: datetime) -> Figures:
        """Return the figures.

        Args:
            db: The request's transaction.
            bank: The question bank.
            now: The current time.
        """
        if self._counted_at is None or now - self._counted_at >= FRESH_FOR:
            # Certificates outlive the accounts of their holders; attempts do not.
            query = select(func.count()).where(
                col(Certificate.replaced_by).is_(None), col(Certificate.revoked_at).is_(None)
            )
            self._passed, self._counted_at = (await db.exec(query)).one(), now
        technologies = bank.technologies.values()
        return Figures(
            families=sum(len(topic) for each in technologies for topic in each.certification.values()),
            practice_questions=sum(len(each.practice) for each in technologies),
            tests_passed=self._passed,
        )
