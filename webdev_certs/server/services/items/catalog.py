"""The technologies that can be certified, and their names."""

from collections.abc import Mapping
from dataclasses import dataclass

from webdev_certs.schemas.technologies import TechnologySummary, TopicSummary
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.domain.exams import PRETEST_ITEMS
from webdev_certs.shared.exam_rules import MAX_ITEMS, MIN_ITEMS
from webdev_certs.shared.translation import _


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
