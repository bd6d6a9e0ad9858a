"""Ending an exam when the items that are left would hardly change the decision."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.authoring.simulation.runs import simulate
from webdev_certs.server.domain.adaptive import ItemParameters, Pool, PoolItem, Rules
from webdev_certs.server.domain.score_and_interval import Ability

RULES = Rules(change_risk=0.002)
_answered = st.integers(20, 39)
_theta = st.floats(-3, 3)
_sd = st.floats(0.2, 0.9)


@given(_answered, _theta, _sd)
def test_the_rule_only_adds_ends(answered: int, theta: float, sd: float):
    without = replace(RULES, change_risk=None).stop(answered, Ability(theta, sd))
    if without:
        assert RULES.stop(answered, Ability(theta, sd)) == without


@given(st.integers(0, 19), _theta, _sd)
def test_it_never_ends_an_exam_before_the_smallest_number_of_items(answered: int, theta: float, sd: float):
    assert RULES.stop(answered, Ability(theta, sd)) is None


@given(_answered, _theta, _sd, st.floats(0, 2))
def test_what_ends_an_exam_also_ends_it_further_from_the_cut(
    answered: int, theta: float, sd: float, further: float
):
    if RULES.stop(answered, Ability(theta, sd)):
        away = theta + further if theta > 0 else theta - further
        assert RULES.stop(answered, Ability(away, sd)) == "decided"


@given(_answered, _theta, _sd)
def test_both_sides_of_the_cut_are_treated_alike(answered: int, theta: float, sd: float):
    assert RULES.stop(answered, Ability(theta, sd)) == RULES.stop(answered, Ability(-theta, sd))


@given(_answered, _theta, _sd, st.floats(0.0001, 0.1))
def test_a_larger_risk_never_makes_an_exam_longer(answered: int, theta: float, sd: float, risk: float):
    careful, bold = (replace(RULES, change_risk=one) for one in (risk, 2 * risk))
    if careful.stop(answered, Ability(theta, sd)):
        assert bold.stop(answered, Ability(theta, sd))


@given(_answered, _sd)
def test_at_the_cut_nothing_is_decided_early(answered: int, sd: float):
    assert RULES.stop(answered, Ability(0.0, sd)) is None


def test_the_decision_after_all_items_is_the_same_almost_always():
    rng = np.random.default_rng(1)
    pool = Pool(
        [PoolItem(str(n), "t", ItemParameters(1.0, b)) for n, b in enumerate(rng.normal(0, 0.7, 150))]
    )
    rules, abilities = replace(RULES, randomness=3.0, exposure_limit=0.5), rng.normal(size=1500)
    # The 95% interval alone ends no exam here, so that only the risk of a change does.
    short = list(simulate(pool, replace(rules, z=np.inf), abilities, seed=1))
    full = list(simulate(pool, replace(rules, z=np.inf, change_risk=None), abilities, seed=1))
    changed = [
        (one.ability.theta >= 0) != (other.ability.theta >= 0) for one, other in zip(short, full, strict=True)
    ]
    assert {run.length for run in full} == {40}
    assert np.mean([run.length for run in short]) < 32
    # Each of the up to 20 looks risks 0.2%; they depend strongly on each other.
    assert np.mean(changed) < 0.02
