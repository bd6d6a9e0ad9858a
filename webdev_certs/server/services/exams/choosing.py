"""Choose the next item of an attempt, or find that the attempt ends."""

from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.domain.adaptive import AdaptiveAttempt, Pool, Row, Rules, StopReason
from webdev_certs.server.domain.score_and_interval import to_theta
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.services.exams.adaptive import exam_pool, exam_rules
from webdev_certs.server.services.exams.exposure import count_item, load_exposure, seen_before
from webdev_certs.server.services.items.corrections import corrections_of, verdict
from webdev_certs.server.services.items.frozen import freeze, load_items
from webdev_certs.server.services.items.parameters import Stamp, parameters_in_use, parameters_stamp
from webdev_certs.server.services.items.withdrawals import withdrawals_stamp, withdrawn_items
from webdev_certs.server.services.shared.context import Context

_SEED_BITS = 62


async def put_next_item(
    context: Context, bank: TechnologyBank, attempt: Attempt, rows: Sequence[AttemptItem]
) -> StopReason | None:
    """Add the next item to an attempt, frozen, or return why the attempt ends instead.

    The caller holds the lock on the attempt and commits the item together with the new position.

    Args:
        context: The request's context.
        bank: The technology's items.
        attempt: The attempt.
        rows: All its items so far, by position, each with an answer.
    """
    pool, rules = await _pools.get(context, bank), _rules(bank, attempt)
    seen = await seen_before(context, attempt.user_id, attempt.technology, attempt.id)
    state = AdaptiveAttempt.rebuild(pool, rules, await _graded(context, rows), seen)
    reason = state.stop()
    if reason:
        return reason
    exposure = await load_exposure(context, attempt.technology, pool)
    seed = context.rng.getrandbits(_SEED_BITS)
    rng = np.random.default_rng(seed)
    position = len(rows) + 1
    index = state.choose_pretest(rng) if position in attempt.pretest_positions else None
    scored = index is None
    if index is None:
        index = state.choose(rng, exposure.over(rules.exposure_limit))
    if index is None:
        return "no_items"
    item = bank.by_id[pool.ids[index]]
    context.db.add(
        AttemptItem(
            attempt_id=attempt.id,
            position=position,
            scored=scored,
            **freeze(item, context.rng),
            shown_at=context.now,
            theta=state.ability.theta,
            sd=state.ability.sd,
            seed=seed,
            exposure_rate=float(exposure.rates[index]),
            parameters=list(pool.items[index]),
        )
    )
    await context.db.flush()
    await count_item(context, attempt.technology, item.id)
    return None


class _Pools:
    """The pools of technologies, made again only after a calibration or a withdrawal."""

    def __init__(self) -> None:
        # Weak keys, so that a pool is deleted with its bank.
        self._made: WeakKeyDictionary[TechnologyBank, tuple[tuple[Stamp, Stamp], Pool]] = WeakKeyDictionary()

    async def get(self, context: Context, bank: TechnologyBank) -> Pool:
        """Return the pool with the parameters in use and the withdrawn items marked."""
        stamp = await parameters_stamp(context.db), await withdrawals_stamp(context.db)
        made = self._made.get(bank)
        if made is None or made[0] != stamp:
            in_use = await parameters_in_use(context.db, bank.items)
            withdrawn = await withdrawn_items(context.db)
            pool = exam_pool(bank.items, in_use.parameters, pretest=True, withdrawn=withdrawn)
            made = self._made[bank] = stamp, pool
        return made[1]


_pools = _Pools()


def _rules(bank: TechnologyBank, attempt: Attempt) -> Rules:
    """Return the rules that the attempt began with; the quotas are those of today's blueprint."""
    return replace(
        exam_rules(bank),
        cut=to_theta(attempt.cut_score),
        min_items=attempt.min_items,
        max_items=attempt.max_items,
    )


async def _graded(context: Context, rows: Sequence[AttemptItem]) -> list[Row]:
    items, corrections = await load_items(context, rows), await corrections_of(context, rows)
    graded = []
    for row in rows:
        ref = row.item_id, row.item_version
        correct = False if row.response is None else verdict(items[ref], row.response, corrections.get(ref))
        graded.append(Row(row.item_id, bool(correct), row.scored, counted=correct is not None))
    return graded
