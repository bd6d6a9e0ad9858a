"""The adaptive exam: response models, estimates of ability, choice of items, exposure, and when to stop.

Prepare once for each exam:

    pool = Pool([PoolItem(id, topic, ItemParameters(a, b, c), family, enemies), …])
    rules = Rules(cut=to_theta(cut_score), quotas={topic: items, …})

In each request, from the rows of the attempt in the order of their positions:

    attempt = AdaptiveAttempt.rebuild(pool, rules, [Row(item_id, correct, scored), …], avoid=seen_before)
    reason = attempt.stop(time_up=…)          # None: give one more item
    index = attempt.choose(rng, exposure.over(rules.exposure_limit))
    item_id, (theta, sd) = pool.ids[index], astuple(attempt.ability)

Abilities and difficulties are on the θ scale (mean 0, SD 1); `score_and_interval.to_scale` converts to
points.
"""

from webdev_certs.server.domain.adaptive.estimation import (
    STANDARD,
    Grid,
    Posterior,
    eap,
    log_likelihood,
    map_estimate,
    wle,
)
from webdev_certs.server.domain.adaptive.items import (
    ItemParameters,
    Items,
    information,
    probabilities,
)
from webdev_certs.server.domain.adaptive.next_item import AdaptiveAttempt, Row, Rules, StopReason
from webdev_certs.server.domain.adaptive.pool import Exposure, Pool, PoolItem

__all__ = [
    "STANDARD",
    "AdaptiveAttempt",
    "Exposure",
    "Grid",
    "ItemParameters",
    "Items",
    "Pool",
    "PoolItem",
    "Posterior",
    "Row",
    "Rules",
    "StopReason",
    "eap",
    "information",
    "log_likelihood",
    "map_estimate",
    "probabilities",
    "wle",
]
