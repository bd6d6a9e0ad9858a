"""The families that an exam chooses from, its rules, and the instance that an attempt gets."""

import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

import numpy as np
from sqlalchemy import func
from sqlmodel import col, select

from webdev_certs.server.content.bank import Family, TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.format import Pool as ItemPool
from webdev_certs.server.content.item_models.making import exam_instances
from webdev_certs.server.domain.adaptive import Exposure, ItemParameters, Pool, PoolItem, Rules
from webdev_certs.server.domain.exams import most_scored
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.domain.score_and_interval import to_theta
from webdev_certs.server.models.exams import Attempt, AttemptItem, ExamCount, ItemExposure
from webdev_certs.server.models.items import ItemParameterRevision, ItemVersion, ItemWithdrawal
from webdev_certs.server.services.items.faulty_items import withdrawn_items
from webdev_certs.server.services.items.parameters import parameters_in_use
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import increment, insert_ignoring
from webdev_certs.shared.exam_rules import MIN_ITEMS

# Chosen by simulation (docs/measurement.md, decision 0022): the standard error of scores at the cut stays
# below 35 points, learners share few items, and the exam is short. The exposure limit
# must exceed the largest share of exams in which a topic's quota needs the same item or family.
RANDOMNESS = 1.5
EXPOSURE_LIMIT = 0.5
CHANGE_RISK = 0.01
log = logging.getLogger(__name__)


def exam_rules(bank: TechnologyBank) -> Rules:
    """Return the rules of a technology's exam. Its pretest items take the places of scored ones."""
    blueprint = bank.blueprint
    return Rules(
        cut=to_theta(blueprint.cut_score),
        quotas={topic.id: topic.items for topic in blueprint.topics},
        min_items=MIN_ITEMS,
        max_items=most_scored(len(bank.pretest)),
        randomness=RANDOMNESS,
        exposure_limit=EXPOSURE_LIMIT,
        change_risk=CHANGE_RISK,
    )


def attempt_rules(bank: TechnologyBank, attempt: Attempt) -> Rules:
    """Return the rules that an attempt began with; the quotas are those of today's blueprint."""
    return replace(
        exam_rules(bank),
        cut=to_theta(attempt.cut_score),
        min_items=attempt.min_items,
        max_items=attempt.max_items,
    )


def exam_pool(
    families: Iterable[Family],
    parameters: Mapping[tuple[str, int], ItemParameters] | None = None,
    *,
    pretest: bool = False,
    withdrawn: Collection[str] = (),
    scored: ItemPool = "certification",
) -> Pool:
    """Return the families that an exam scores.

    Args:
        families: The families of one technology.
        parameters: By id and version: those in use (`items.parameters.parameters_in_use`). Families without
            use their starting parameters.
        pretest: Whether to add the pretest families, marked as not scored.
        withdrawn: Ids of families that no new choice may use.
        scored: `practice` for a mock exam.
    """
    in_use = parameters or {}
    return Pool(
        [
            PoolItem(
                family.id,
                family.topic,
                in_use.get((family.id, family.version), family.item_parameters),
                family.enemies,
                family.pool == scored,
                withdrawn=family.id in withdrawn,
            )
            for family in families
            if family.pool == scored or (pretest and family.pool == "pretest")
        ]
    )


# Weak keys, so that a pool is deleted with its bank.
_pools: WeakKeyDictionary[TechnologyBank, tuple[Any, Pool, Pool]] = WeakKeyDictionary()
# A row that changes with every calibration and withdrawal.
_STAMP = select(
    select(func.count()).select_from(ItemParameterRevision).scalar_subquery(),
    select(func.max(ItemParameterRevision.estimated_at)).scalar_subquery(),
    select(func.count()).select_from(ItemWithdrawal).scalar_subquery(),
    select(func.max(ItemWithdrawal.withdrawn_at)).scalar_subquery(),
)


async def current_pool(context: Context, bank: TechnologyBank, *, mock: bool = False) -> Pool:
    """Return the pool of an exam or mock exam, with the parameters in use and the withdrawn families marked.

    It is kept, and made again only after a calibration or a withdrawal.
    """
    stamp = (await context.db.exec(_STAMP)).one()
    kept = _pools.get(bank)
    if kept is None or kept[0] != stamp:
        families = bank.families.values()
        in_use = (await parameters_in_use(context.db, families)).parameters
        withdrawn = await withdrawn_items(context.db)
        kept = _pools[bank] = (
            stamp,
            exam_pool(families, in_use, pretest=True, withdrawn=withdrawn),
            exam_pool(families, in_use, withdrawn=withdrawn, scored="practice"),
        )
    return kept[2] if mock else kept[1]


async def load_exposure(context: Context, technology: str, pool: Pool) -> Exposure:
    """Return how many attempts at this exam contained each family of the pool."""
    counts = np.zeros(len(pool), dtype=np.int64)
    # Without a row no family was used, so the number of attempts does not matter.
    total = 0
    attempts_so_far = select(ExamCount.attempts).where(ExamCount.technology == technology).scalar_subquery()
    rows = select(ItemExposure.item_id, ItemExposure.attempts, attempts_so_far)
    for item_id, attempts, so_far in await context.db.exec(rows.where(ItemExposure.technology == technology)):
        total = so_far or 0
        index = pool.index(item_id)
        if index is not None:
            counts[index] = attempts
    return Exposure(counts, total)


async def count_attempt(context: Context, technology: str) -> None:
    """Count one more attempt at an exam."""
    await increment(context.db, ExamCount, {"technology": technology}, "attempts")


async def count_family(context: Context, technology: str, family: str) -> None:
    """Count one more attempt that contains the family."""
    await increment(context.db, ItemExposure, {"technology": technology, "item_id": family}, "attempts")


async def seen_before(context: Context, user_id: UUID, technology: str, attempt_id: UUID) -> set[str]:
    """Return the families that the learner got in other attempts at this exam."""
    seen = (
        select(AttemptItem.item_id)
        .join(Attempt, col(AttemptItem.attempt_id) == col(Attempt.id))
        .where(Attempt.user_id == user_id, Attempt.technology == technology, Attempt.id != attempt_id)
        .distinct()
    )
    return {family_of(item_id) for item_id in await context.db.exec(seen)}


async def new_instance(
    context: Context,
    technology: str,
    family: Family,
    attempt_id: UUID,
    position: int,
    *,
    again: bool = False,
) -> Item | None:
    """Make an instance that no attempt has had, and store it; None if the family has none left.

    It follows from the deployment's secret, the attempt and the position. An item, which is a family of one,
    is returned as it is.

    Args:
        context: The request's context.
        technology: The family's technology.
        family: What to make an instance of.
        attempt_id: The attempt that asks it.
        position: Where in the attempt.
        again: Whether an instance that another attempt has had will do.
    """
    if isinstance(family, Item):
        return family
    if family.id in context.bank.used_up and not again:
        return None
    for instance in exam_instances(family, context.bank.seed, attempt_id, position):
        item = instance.item
        row = insert_ignoring(context.db, ItemVersion).values(
            item_id=item.id,
            version=item.version,
            technology=technology,
            digest=item.digest,
            content=item.frozen_content(),
        )
        stored = await context.db.exec(row.returning(col(ItemVersion.item_id)))
        if stored.scalar_one_or_none() is not None or again:
            context.bank.remember(item)
            return item
    # Told once in a process, not at each choice of each exam.
    log.warning("every instance of %s has been asked: write more families", family.id)
    context.bank.used_up.add(family.id)
    return None
