"""Score the items of an attempt, with the latest regrades of their keys."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlmodel import select

from webdev_certs.server.domain.adaptive import ItemParameters
from webdev_certs.server.domain.exams import JUDGED_RULE, is_passed
from webdev_certs.server.domain.score_and_interval import Ability, to_scale
from webdev_certs.server.domain.topic_scores import ScoredItem, estimate, score_topics
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.services.exams.item_pool import attempt_rules
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.regraded_keys import regrades_of, verdict
from webdev_certs.server.services.items.shown_without_key import load_items
from webdev_certs.server.services.shared.context import Context


@dataclass(frozen=True)
class Outcome:
    """The score, decision and topic scores of an attempt, as columns; no scores with too few answers."""

    passed: bool
    score: int | None = None
    standard_error: int | None = None
    profile: list[dict[str, Any]] | None = None

    def columns(self) -> dict[str, Any]:
        """Return these values as columns of the attempt."""
        return asdict(self)


async def score_attempt(context: Context, attempt: Attempt, ended_by: str | None) -> Outcome:
    """Grade the answers of an attempt, store each verdict with its item, and return the outcome.

    Unanswered and pretest items do not count. Pretest items are graded for calibration. Items removed by a
    regrade do not count either, but count as answered, so nobody fails because of a faulty item.
    """
    rows = (await context.db.exec(select(AttemptItem).where(AttemptItem.attempt_id == attempt.id))).all()
    items, regrades = await load_items(context, rows), await regrades_of(context, rows)
    scored: list[ScoredItem] = []
    answered = 0
    for row in rows:
        item = items[row.item_id, row.item_version]
        if row.response is None:
            continue
        row.correct = verdict(item, row.response, regrades.get((row.item_id, row.item_version)))
        if not row.scored:
            continue
        answered += 1
        if row.correct is not None:
            parameters = ItemParameters(*row.parameters) if row.parameters else item.item_parameters
            scored.append(ScoredItem(item.topic, parameters, row.correct))
    # With few answers a score would tell which of them were right.
    if answered < attempt.min_items and attempt.passing_rule >= JUDGED_RULE:
        return Outcome(passed=False)
    ability = estimate(scored)
    scale = to_scale(ability)
    at_end = _is_at_end(context, attempt, ended_by, answered, ability)
    passed = is_passed(scale.score, attempt.cut_score, answered, attempt.min_items, at_end=at_end)
    topics = _topics(context, attempt.technology, scored)
    return Outcome(passed, scale.score, scale.standard_error, list(topics))


def _is_at_end(
    context: Context, attempt: Attempt, ended_by: str | None, answered: int, ability: Ability
) -> bool:
    if attempt.passing_rule < JUDGED_RULE or ended_by not in ("submitted", "time_up"):
        return True
    bank = context.bank.technologies.get(attempt.technology)
    # The learner may have ended the test where it would have ended by itself.
    return bank is not None and attempt_rules(bank, attempt).stop(answered, ability) is not None


def _topics(context: Context, technology: str, scored: Sequence[ScoredItem]) -> Iterator[dict[str, Any]]:
    names = technology_names(context.bank, technology)
    # Topics that the blueprint no longer has come last.
    topics = dict.fromkeys([*names.topics, *(item.topic for item in scored)])
    for row in score_topics(scored, topics):
        yield {
            "topic": row.topic,
            "title": names.topic(row.topic),
            "items": row.items,
            "correct": row.correct,
            "score": row.scale.score,
            "low": row.scale.low,
            "high": row.scale.high,
        }
