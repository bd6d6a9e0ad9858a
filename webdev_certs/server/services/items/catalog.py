"""The technologies that can be certified, and the site in numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func
from sqlmodel import col, select

from webdev_certs.schemas.technologies import Figures, TechnologySummary, TopicSummary
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.exams import PRETEST_ITEMS
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.shared.exam_rules import MAX_ITEMS, MIN_ITEMS
from webdev_certs.shared.translation import _

FRESH_FOR = timedelta(hours=1)
"""How long the count of passed tests is used: counting reads all certificates, and everybody may ask."""


@dataclass(frozen=True)
class TechnologyNames:
    """The names of a technology, its certificate and its topics."""

    name: str
    title: str
    topics: Mapping[str, str]
    """Topic id → title, in the blueprint's order."""

    def topic(self, topic: str) -> str:
        """Return a topic's title; for a topic that the blueprint no longer has, its id."""
        return self.topics.get(topic, topic)


def technology_names(bank: Bank, technology: str) -> TechnologyNames:
    """Return a technology's names; for one that the bank no longer has, its id, so that old results work."""
    part = bank.technologies.get(technology)
    if part is None:
        return TechnologyNames(technology, technology, {})
    return TechnologyNames(part.blueprint.name, part.blueprint.title, part.topic_titles)


def has_mock_exam(bank: TechnologyBank) -> bool:
    """Return whether a technology has enough practice items for a mock exam with a score."""
    return len(bank.practice_families) >= MIN_ITEMS


def list_technologies(bank: Bank) -> list[TechnologySummary]:
    """Return all technologies in the order of the bank."""
    return [_summary(technology) for technology in bank.technologies.values()]


def get_technology(bank: Bank, technology: str) -> TechnologySummary:
    """Return one technology.

    Raises:
        NotFound: `unknown_technology`.
    """
    return _summary(bank.get(technology))


def _summary(bank: TechnologyBank) -> TechnologySummary:
    blueprint, pretest_items = bank.blueprint, min(len(bank.pretest), PRETEST_ITEMS)
    return TechnologySummary(
        technology=blueprint.technology,
        name=blueprint.name,
        title=blueprint.title,
        # Blueprints of other banks have no translation.
        summary=_(blueprint.summary),
        min_items=MIN_ITEMS,
        max_items=MAX_ITEMS,
        pretest_items=pretest_items,
        mock_exam=has_mock_exam(bank),
        minutes=blueprint.minutes,
        cut_score=blueprint.cut_score,
        topics=[TopicSummary(id=t.id, title=t.title, quota=t.items) for t in blueprint.topics],
    )


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
