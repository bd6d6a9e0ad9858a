"""Ability from first answers to practice items: all of them, by topic and by difficulty."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select

from webdev_certs.schemas.progress import LEAST_FOR_SCORE, DifficultyMastery, TopicMastery
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.domain.adaptive import Posterior
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.domain.practice_ability import FirstAnswer, practice_posterior, topic_ability
from webdev_certs.server.domain.score_and_interval import Ability, to_scale
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.parameters import calibrated_parameters
from webdev_certs.server.services.items.shown_without_key import load_items
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.vocabulary import DIFFICULTIES


class _Row(NamedTuple):
    technology: str
    item_id: str
    item_version: int
    correct: bool
    answered_at: datetime


async def first_answers(context: Context, user_id: UUID, *technologies: str) -> dict[str, list[FirstAnswer]]:
    """Return the first answer to each item, by technology, in the order in which they were given.

    Each answer has the item's parameters in use today, even if they were calibrated after it.

    Args:
        *technologies: Only these; all by default.
    """
    in_time = (col(PracticeItem.answered_at), col(PracticeSession.id), col(PracticeItem.position))
    answers = (
        select(  # pyright: ignore[reportCallIssue]
            col(PracticeItem.technology),
            col(PracticeItem.item_id),
            col(PracticeItem.item_version),
            col(PracticeItem.correct),
            col(PracticeItem.answered_at),
            col(PracticeItem.practice_session_id),
            col(PracticeItem.position),
            func.row_number().over(partition_by=col(PracticeItem.item_id), order_by=in_time).label("nth"),
        )
        .join(PracticeSession, col(PracticeItem.practice_session_id) == col(PracticeSession.id))
        .where(PracticeSession.user_id == user_id, col(PracticeItem.answered_at).is_not(None))
    )
    if technologies:
        answers = answers.where(col(PracticeItem.technology).in_(technologies))
    found = answers.subquery()
    columns = found.c
    query = (
        select(  # pyright: ignore[reportCallIssue]
            columns.technology, columns.item_id, columns.item_version, columns.correct, columns.answered_at
        )
        .where(columns.nth == 1)
        .order_by(columns.answered_at, columns.practice_session_id, columns.position)
    )
    rows = [_Row(*row) for row in await context.db.exec(query)]
    items = await load_items(context, rows)
    known = context.bank.technologies
    banks = [known[technology] for technology in {row.technology for row in rows} if technology in known]
    in_use = await calibrated_parameters.get(context.db, banks)
    by_technology: defaultdict[str, list[FirstAnswer]] = defaultdict(list)
    for row in rows:
        item = items[row.item_id, row.item_version]
        parameters = in_use.get((family_of(row.item_id), row.item_version), item.item_parameters)
        by_technology[row.technology].append(
            FirstAnswer(item.topic, item.difficulty, parameters, row.correct, row.answered_at)
        )
    return by_technology


def topic_mastery(bank: Bank, technology: str, answers: Sequence[FirstAnswer]) -> list[TopicMastery]:
    """Return the mastery of each topic that was practiced, in the blueprint's order."""
    names = technology_names(bank, technology)
    whole = Posterior(practice_posterior(answers)).ability
    practiced = {answer.topic for answer in answers}
    order = [*(topic for topic in names.topics if topic in practiced), *sorted(practiced - set(names.topics))]
    rows: list[TopicMastery] = []
    for topic in order:
        own = [answer for answer in answers if answer.topic == topic]
        ability = topic_ability(own, topic, whole)
        if ability is not None:
            rows.append(
                TopicMastery(
                    topic=topic,
                    title=names.topic(topic),
                    answers=len(own),
                    correct=sum(answer.correct for answer in own),
                    enough=len(own) >= LEAST_FOR_SCORE,
                    **estimate(ability),
                )
            )
    return rows


def difficulty_mastery(answers: Sequence[FirstAnswer]) -> list[DifficultyMastery]:
    """Return the counts of each difficulty that was practiced, the easiest first."""
    rows: list[DifficultyMastery] = []
    for difficulty in DIFFICULTIES:
        own = [answer for answer in answers if answer.difficulty == difficulty]
        if own:
            rows.append(
                DifficultyMastery(
                    difficulty=difficulty,
                    answers=len(own),
                    correct=sum(answer.correct for answer in own),
                    enough=len(own) >= LEAST_FOR_SCORE,
                )
            )
    return rows


def percent(share: float) -> int:
    """Return whole percent, never 0 or 100, because nothing is certain."""
    return min(max(round(100 * share), 1), 99)


def estimate(ability: Ability) -> dict[str, int]:
    """Return an ability as the fields of an estimate (`schemas.practice`, `schemas.progress`)."""
    scale = to_scale(ability)
    return {"score": scale.score, "low": scale.low, "high": scale.high}
