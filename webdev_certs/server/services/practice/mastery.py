"""Estimates from first answers, as the API shows them."""

from collections.abc import Sequence

from webdev_certs.schemas.progress import LEAST_FOR_SCORE, DifficultyMastery, TopicMastery
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.domain.adaptive import Posterior
from webdev_certs.server.domain.practice_ability import FirstAnswer, practice_posterior, topic_ability
from webdev_certs.server.domain.score_and_interval import Ability, to_scale
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.shared.vocabulary import DIFFICULTIES


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


def estimate(ability: Ability) -> dict[str, int]:
    """Return an ability as the fields of `schemas.progress.AbilityEstimate`."""
    scale = to_scale(ability)
    return {"score": scale.score, "low": scale.low, "high": scale.high}
