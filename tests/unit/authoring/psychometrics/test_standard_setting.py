"""Standard setting and decisions: published tables, recovery of a planted cut, and files with faults."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from webdev_certs.authoring.psychometrics.standard_setting import (
    BadRatings,
    Round,
    agreement,
    read_rounds,
    set_cut,
)
from webdev_certs.authoring.simulation.measures import expected, repeated
from webdev_certs.server.domain.adaptive import Items, probabilities

# Shrout & Fleiss (1979), table 2: six targets, four judges.
SHROUT_FLEISS = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], dtype=np.float64
)


def test_agreement_is_that_of_shrout_and_fleiss():
    found = agreement(SHROUT_FLEISS)
    # Their table 4: ICC(2,1) = .29 and ICC(2,4) = .62. Their table 3: mean squares 11.24, 32.49, 1.02.
    assert found.single == pytest.approx(0.29, abs=0.005)
    assert found.mean == pytest.approx(0.62, abs=0.005)
    assert found.rest == pytest.approx(1.02, abs=0.005)
    assert found.rater == pytest.approx((32.49 - 1.02) / 6, abs=0.01)
    assert found.item == pytest.approx((11.24 - 1.02) / 4, abs=0.01)


def test_raters_who_agree_in_everything_have_no_error():
    parameters = list(Items.of([(1, b, 0.2) for b in np.linspace(-2, 2, 9)])[k] for k in range(9))
    ratings = probabilities(Items.of(parameters), 0.4)[0]
    cut = set_cut(Round(1, ("a", "b"), tuple("123456789"), np.column_stack([ratings] * 2)), parameters)
    assert cut.theta == pytest.approx(0.4, abs=1e-6)
    assert cut.error == pytest.approx(0, abs=1e-9)
    assert cut.error_with_items == pytest.approx(0, abs=1e-9)
    assert cut.consistency == pytest.approx((1, 1))
    assert cut.agreement.mean == pytest.approx(1)


def test_the_standard_error_is_how_much_panels_differ():
    rng = np.random.default_rng(4)
    cuts, errors, errors_with_items = [], [], []
    for _ in range(150):
        items = Items.of([(1.0, b, 0.2) for b in rng.normal(0, 1, 25)])
        # A rater sees the cut at 0.35 ± 0.3, and each item a little easier or harder than it is.
        raters = 0.35 + rng.normal(0, 0.3, 6)
        right, _ = probabilities(items, raters)
        misjudged = rng.normal(0, 0.08, 25)
        ratings = np.clip(right.T + misjudged[:, None] + rng.normal(0, 0.05, (25, 6)), 0.02, 0.98)
        names = tuple(map(str, range(25)))
        cut = set_cut(Round(1, tuple("abcdef"), names, ratings), [items[k] for k in range(25)])
        cuts.append(cut.theta)
        errors.append(cut.error)
        errors_with_items.append(cut.error_with_items)
    assert np.mean(cuts) == pytest.approx(0.35, abs=0.04)
    assert np.mean(errors) == pytest.approx(0.3 / 6**0.5, rel=0.15)
    assert np.std(cuts) == pytest.approx(np.mean(errors_with_items), rel=0.15)


CSV = "round,rater,item,rating\n"
GOOD = (
    CSV + "1,ann,i1,60\n1,bob,i1,70\n1,ann,i2,1\n1,bob,i2,90\n"
    "2,ann,i1,65\n2,bob,i1,65\n2,ann,i2,80\n2,bob,i2,85\n"
)


def test_rounds_are_read_as_shares_or_percentages():
    first, second = read_rounds(GOOD.splitlines())
    assert (first.number, first.raters, first.items) == (1, ("ann", "bob"), ("i1", "i2"))
    assert first.ratings.tolist() == [[0.6, 0.7], [0.01, 0.9]]
    assert second.ratings.tolist() == [[0.65, 0.65], [0.8, 0.85]]
    shares = CSV + "1,a,x,1\n1,b,x,.7\n1,a,y,.2\n1,b,y,0.9\n"
    assert read_rounds(shares.splitlines())[0].ratings.tolist() == [[1, 0.7], [0.2, 0.9]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("round,rater,item\n", "no rating"),
        (CSV, "there are no ratings"),
        (CSV + "1,a,x,high\n", "line 2: round and rating must be numbers"),
        (CSV + "1,,x,50\n", "line 2: the item or the rater is missing"),
        (CSV + "1,a,x,101\n", "from 0 to 100"),
        (CSV + "1,a,x,50\n1,a,x,60\n", "line 3: a rates x twice in round 1"),
        (CSV + "1,a,x,50\n1,a,y,60\n", "round 1 needs at least two raters"),
        (CSV + "1,a,x,50\n1,b,y,60\n", "round 1: b has not rated x"),
    ],
)
def test_files_with_faults_are_refused(text: str, message: str):
    with pytest.raises(BadRatings, match=message):
        read_rounds(text.splitlines())


def test_kappa_of_a_known_table():
    # 20 and 15 of 50 agree, 5 and 10 do not: κ = (.7 − .5) / (1 − .5).
    first = [True] * 25 + [False] * 25
    second = [True] * 20 + [False] * 5 + [True] * 10 + [False] * 15
    found = repeated(first, second)
    assert found.consistency == pytest.approx(0.7)
    assert found.kappa == pytest.approx(0.4)
    assert np.isnan(repeated([True] * 3, [True] * 3).kappa)


@given(st.lists(st.booleans(), min_size=2, max_size=30))
def test_an_attempt_agrees_with_itself(passed: list[bool]):
    found = repeated(passed, passed)
    assert found.consistency == 1
    assert np.isnan(found.kappa) if len(set(passed)) == 1 else found.kappa == pytest.approx(1)


def test_expected_decisions_are_those_of_repeated_attempts():
    rng = np.random.default_rng(6)
    theta, error = rng.normal(size=40_000), 0.35
    first, second = (theta + rng.normal(0, error, theta.size) for _ in range(2))
    # The estimates shrink to the mean, as those of the exam do; their errors are those of the posteriors.
    shrink = 1 / (1 + error**2)
    estimates, sd = shrink * first, error * shrink**0.5
    found = expected(estimates.tolist(), [sd] * theta.size, 0.3)
    decided = estimates >= 0.3
    assert found.accuracy == pytest.approx(float((decided == (theta >= 0.3)).mean()), abs=0.006)
    same = repeated(decided, shrink * second >= 0.3)
    # Rudner's consistency is that of two attempts at the estimates, which is a little less than the real one.
    assert found.consistency == pytest.approx(same.consistency, abs=0.03)
    assert found.kappa == pytest.approx(same.kappa, abs=0.06)
    assert expected([0.3], [1.0], 0.3).accuracy == pytest.approx(norm.cdf(0))
