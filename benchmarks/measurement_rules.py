"""Rules other than ours, and the limits that no rules can exceed: two tables of docs/measurement.md."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.figures import markdown
from webdev_certs.authoring.simulation.measures import Measures, measure, overlap_of_equals
from webdev_certs.authoring.simulation.runs import simulate
from webdev_certs.authoring.simulation.study import equal_length
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.domain.adaptive import Pool, Rules
from webdev_certs.server.services.exams.item_pool import exam_pool, exam_rules
from webdev_certs.shared.exam_rules import MAX_ITEMS

Numbers = NDArray[np.float64]
SHARES = (0.2, 0.25, 0.3, 0.4)
"""Shared families for which the table of bounds shows the least standard error."""


def compare_rules(part: TechnologyBank, fixed: Mapping[int, Measures], learners: int, seed: int) -> str:
    """Return a table that compares other rules with ours on one bank.

    Args:
        part: The bank.
        fixed: Fixed forms by length, with the same learners.
        learners: How many.
        seed: Seed of all randomness.
    """
    pool, ours = exam_pool(part.families.values()), exam_rules(part)
    to_the_end = replace(ours, change_risk=None)
    variants = {
        "ours": ours,
        "at least 10 items": replace(ours, min_items=10),
        "risk of a change of 0.1%": replace(ours, change_risk=0.001),
        "risk of a change of 5%": replace(ours, change_risk=0.05),
        "chance fades linearly": replace(ours, randomness=1.0),
        "chance stays long, limit 40%": replace(ours, randomness=4.0, exposure_limit=0.4),
        "almost only chance": replace(ours, randomness=50.0),
        "no chance, no limit": replace(ours, randomness=0.0, exposure_limit=1.0),
        "to the end of the 95% rule": to_the_end,
        "– chance fades linearly": replace(to_the_end, randomness=1.0),
        "– no chance, limit 50%": replace(to_the_end, randomness=0.0),
        "– no chance, no limit": replace(to_the_end, randomness=0.0, exposure_limit=1.0),
    }
    half = learners // 2
    abilities = np.tile(np.random.default_rng(seed).normal(size=half), 2)
    rows = []
    for name, rules in variants.items():
        runs = list(simulate(pool, rules, abilities, seed))
        found = measure(runs, len(pool), rules.cut)
        length = equal_length(fixed, found.accuracy_expected)
        rows.append(
            [
                name,
                f"{found.mean_length:.1f}",
                f"{100 * found.mean_length / length:.0f}%" if length else "–",
                f"{found.error_at_cut:.1f}",
                f"{found.error_near_cut:.1f}",
                f"{100 * found.accuracy_expected:.1f}%",
                f"{100 * overlap_of_equals(runs[:half], runs[half:]):.0f}%",
                f"{100 * found.exposure_max:.0f}%",
            ]
        )
    header = [
        "Rules",
        "Length",
        "Of a fixed form",
        "Error of scores at the cut",
        "Of learners there",
        "Right decisions",
        "Shared families",
        "Largest exposure",
    ]
    return markdown(header, rows)


def bounds(parts: Mapping[str, TechnologyBank]) -> str:
    """Return a table of the least standard errors of learners at the cut, by the families that they share."""
    prepared = {
        # As if no pretest item took the place of a scored one.
        name: (exam_pool(part.families.values()), replace(exam_rules(part), max_items=MAX_ITEMS))
        for name, part in parts.items()
    }
    rows = [
        [f"{100 * share:.0f}%", *(f"{least_error(*values, share):.1f}" for values in prepared.values())]
        for share in SHARES
    ]
    return markdown(["Shared families", *prepared], rows)


def least_error(pool: Pool, rules: Rules, share: float) -> float:
    """Return the least mean standard error at the cut, in points, if any two learners have `share` in common.

    Everything is in favor of the exam: it knows their ability, and all of them take the largest number of
    items. It may only choose with which probability each family is in an exam, within the quotas and the
    exposure limit. Two learners share family i with the probability rᵢ², so they share Σr² of Σr. The most
    information Σr·I for a given Σr² is found with a Lagrange multiplier.
    """
    information = pool.items.information_at(rules.cut)
    topics = {
        topic: (pool.members(topic), rules.max_items * quota / rules.block)
        for topic, quota in rules.quotas.items()
    }

    def exposure(price: float) -> Numbers:
        rates = np.zeros(len(pool))
        for members, number in topics.values():
            info = information[members]

            def filled(level: float, info: Numbers = info) -> Numbers:
                return np.clip((info - level) / price, 0, rules.exposure_limit)

            level = _falls_to(
                lambda level, filled=filled: filled(level).sum(), number, -1e4, float(info.max())
            )
            rates[members] = filled(level)
        return rates

    def shared(log_price: float) -> float:
        rates = exposure(float(np.exp(log_price)))
        return float((rates**2).sum() / rates.sum())

    best = exposure(float(np.exp(_falls_to(shared, share, -9.0, 5.0))))
    return 100 / (1 + float(best @ information)) ** 0.5


def _falls_to(function: Callable[[float], float], value: float, low: float, high: float) -> float:
    """Return where a falling function reaches a value, by bisection; an end if it does not."""
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > value else (low, middle)
    return (low + high) / 2
