"""The rules and the pool of the adaptive exam of a technology."""

from collections.abc import Collection, Iterable, Mapping

from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.adaptive import ItemParameters, Pool, PoolItem, Rules
from webdev_certs.server.domain.exams import most_scored
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.domain.score_and_interval import to_theta
from webdev_certs.shared.exam_rules import MIN_ITEMS

# Chosen by simulation (docs/measurement.md, decision 0022): the standard error of scores at the cut stays
# below 35 points, learners share few items, and the exam is short. The exposure limit
# must exceed the largest share of exams in which a topic's quota needs the same item or family.
RANDOMNESS = 2.2
EXPOSURE_LIMIT = 0.5
CHANGE_RISK = 0.005


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


def exam_pool(
    items: Iterable[Item],
    parameters: Mapping[tuple[str, int], ItemParameters] | None = None,
    *,
    pretest: bool = False,
    withdrawn: Collection[str] = (),
) -> Pool:
    """Return the certification items among `items`.

    Args:
        items: The items of one technology.
        parameters: By item id and version: those in use (`items.parameters.parameters_in_use`). Items
            without use their starting parameters.
        pretest: Whether to add the pretest items, marked as not scored.
        withdrawn: Ids of items and item models that no new choice may use.
    """
    in_use = parameters or {}
    return Pool(
        [
            PoolItem(
                item.id,
                item.topic,
                in_use.get((item.id, item.version), item.parameters),
                family_of(item.id),
                item.enemies,
                item.pool == "certification",
                withdrawn=item.id in withdrawn or item.model in withdrawn,
            )
            for item in items
            if item.pool == "certification" or (pretest and item.pool == "pretest")
        ]
    )
