"""EAP, MAP and WLE."""

import numpy as np
import pytest
from adaptivetesting import models
from adaptivetesting.math.estimators import ExpectedAPosteriori, NormalPrior
from catsim.estimation import NumericalSearchEstimator
from catsim.item_bank import ItemBank
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.server.domain.adaptive.strategies import answered, any_item, split, two_pl
from webdev_certs.server.domain.adaptive import (
    Grid,
    ItemParameters,
    Items,
    Pool,
    PoolItem,
    Posterior,
    eap,
    information,
    log_likelihood,
    map_estimate,
    wle,
)

ESTIMATORS = [eap, map_estimate, wle]
Pairs = list[tuple[ItemParameters, bool]]


def theirs(items: Items, correct: list[bool]) -> tuple[float, float]:
    """Return the EAP estimate and standard error of the package adaptivetesting."""
    rows = []
    for index in range(len(items)):
        row = models.TestItem()
        row.a, row.b, row.c, row.d = items[index]
        rows.append(row)
    estimator = ExpectedAPosteriori(np.array(correct, dtype=int), rows, NormalPrior(0, 1))
    theta = estimator.get_estimation()
    return theta, estimator.get_standard_error(theta)


@settings(max_examples=15, deadline=None)
@given(answered(any_item, least=1))
def test_eap_agrees_with_adaptivetesting(pairs: Pairs):
    items, correct = split(pairs)
    ability = eap(items, correct, Grid.normal(-10, 10, 1000))
    assert (ability.theta, ability.sd) == pytest.approx(theirs(items, correct), abs=1e-6)


@settings(deadline=None)
@given(answered(any_item))
def test_the_standard_grid_is_as_good_as_a_far_finer_one(pairs: Pairs):
    items, correct = split(pairs)
    fine, standard = eap(items, correct, Grid.normal(-10, 10, 4001)), eap(items, correct)
    assert standard.theta == pytest.approx(fine.theta, abs=1e-4)
    assert standard.sd == pytest.approx(fine.sd, abs=1e-4)


@given(answered(any_item))
def test_the_posterior_that_grows_answer_by_answer_is_the_same(pairs: Pairs):
    items, correct = split(pairs)
    pool = Pool([PoolItem(str(place), "t", row) for place, (row, _) in enumerate(pairs)])
    posterior = Posterior()
    for place, right in enumerate(correct):
        posterior.update(pool.likelihood(place, right))
    whole = eap(items, correct)
    assert posterior.theta == pytest.approx(whole.theta, abs=1e-9)
    assert posterior.ability.sd == pytest.approx(whole.sd, abs=1e-7)


def test_without_items_eap_and_map_are_the_prior():
    none = Items.of([])
    assert Grid.normal().prior.sum() == pytest.approx(1)
    assert eap(none, []).theta == pytest.approx(0, abs=1e-12)
    assert eap(none, []).sd == pytest.approx(1, abs=1e-6)
    assert map_estimate(none, []).theta == pytest.approx(0, abs=1e-6)
    assert map_estimate(none, []).sd == 1
    with pytest.raises(ValueError, match="at least one answer"):
        wle(none, [])


@pytest.mark.parametrize("estimate", ESTIMATORS)
@given(answered(two_pl, least=1), st.data())
def test_one_more_correct_answer_never_lowers_the_estimate(estimate, pairs: Pairs, data: st.DataObject):
    items, correct = split(pairs)
    wrong = [place for place, right in enumerate(correct) if not right]
    if not wrong:
        return
    better = list(correct)
    better[data.draw(st.sampled_from(wrong))] = True
    assert estimate(items, better).theta >= estimate(items, correct).theta - 1e-6


def test_of_two_maxima_the_weighted_likelihood_decides():
    rows = [ItemParameters(2, -3), *[ItemParameters(0.25, 0)] * 3]
    items = Items.of(rows)
    fewer, more = wle(items, [True, False, True, True]).theta, wle(items, [True] * 4).theta
    assert more > fewer


@pytest.mark.parametrize("estimate", ESTIMATORS)
@given(answered(two_pl, least=1))
def test_swapping_right_and_wrong_mirrors_the_estimate(estimate, pairs: Pairs):
    items, correct = split(pairs)
    mirrored = Items(items.a, -items.b, items.c, items.d)
    one, other = estimate(items, correct), estimate(mirrored, [not right for right in correct])
    assert one.theta == pytest.approx(-other.theta, abs=1e-5)
    assert one.sd == pytest.approx(other.sd, abs=1e-5)


@pytest.mark.parametrize("estimate", ESTIMATORS)
@given(answered(two_pl, least=1), st.randoms())
def test_the_order_of_the_items_does_not_matter(estimate, pairs: Pairs, random):
    shuffled = list(pairs)
    random.shuffle(shuffled)
    assert estimate(*split(pairs)).theta == pytest.approx(estimate(*split(shuffled)).theta, abs=1e-5)


@pytest.mark.parametrize("estimate", ESTIMATORS)
@given(answered(any_item, least=1))
def test_estimates_stay_within_six(estimate, pairs: Pairs):
    ability = estimate(*split(pairs))
    assert -6 <= ability.theta <= 6
    assert ability.sd > 0


@given(answered(any_item, least=1))
def test_map_is_the_highest_point_of_the_posterior(pairs: Pairs):
    items, correct = split(pairs)
    nodes = np.linspace(-6, 6, 601)
    best = map_estimate(items, correct).theta

    def height(theta: np.ndarray) -> np.ndarray:
        return log_likelihood(items, correct, theta) - theta**2 / 2

    assert height(np.array([best]))[0] >= height(nodes).max() - 1e-9


def test_the_three_come_together_with_many_answers():
    rng = np.random.default_rng(3)
    items = Items.of(zip(rng.uniform(0.8, 2, 400), rng.normal(0, 1, 400), strict=True))
    correct = list(rng.random(400) < 1 / (1 + np.exp(-items.a * (0.7 - items.b))))
    estimates = [estimate(items, correct) for estimate in ESTIMATORS]
    for ability in estimates:
        assert ability.theta == pytest.approx(0.7, abs=3 * ability.sd)
        assert ability.theta == pytest.approx(estimates[0].theta, abs=0.03)
        assert ability.sd == pytest.approx(information(items, 0.7).sum() ** -0.5, rel=0.05)


def test_without_its_weight_the_weighted_likelihood_is_catsims_maximum_likelihood():
    """With symmetric items the weight of the WLE is 0 at the maximum, so both agree."""
    rows = [(1.2, 0.5), (1.2, -0.5), (0.9, 1.0), (0.9, -1.0)]
    bank = ItemBank(np.array([[*row, 0.0, 1.0, 0.0] for row in rows]))
    answers = [False, True, False, True]
    estimator = NumericalSearchEstimator(tol=1e-9)
    expected = estimator.estimate(
        item_bank=bank, administered_items=[0, 1, 2, 3], response_vector=answers, est_theta=0.0
    )
    assert wle(Items.of(rows), answers).theta == pytest.approx(expected, abs=1e-6)


def test_a_wle_exists_even_if_every_answer_is_right():
    items = Items.of([(1.0, b) for b in np.linspace(-1, 1, 20)])
    assert 2 < wle(items, [True] * 20).theta < 6
    assert -6 < wle(items, [False] * 20).theta < -2


def test_wle_has_less_bias_than_eap():
    rng = np.random.default_rng(5)
    items = Items.of([(1.2, b) for b in np.linspace(-2.5, 2.5, 25)])
    right = 1 / (1 + np.exp(-items.a * (1.5 - items.b)))
    patterns = [list(rng.random(25) < right) for _ in range(300)]
    bias = {
        name: np.mean([f(items, p).theta - 1.5 for p in patterns]) for name, f in [("eap", eap), ("wle", wle)]
    }
    assert abs(bias["wle"]) < abs(bias["eap"]) / 2


def test_a_thousand_items_do_not_underflow():
    ability = eap(Items.of([(3.0, 4.0)] * 1000), [False] * 500 + [True] * 500)
    assert np.isfinite([ability.theta, ability.sd]).all()


@pytest.mark.parametrize("estimate", ESTIMATORS)
def test_items_and_answers_must_have_the_same_length(estimate):
    with pytest.raises(ValueError, match="2 items but 1 answers"):
        estimate(Items.of([(1, 0), (1, 0)]), [True])
