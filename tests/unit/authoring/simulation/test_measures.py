"""Properties of the measures: bounds, symmetry, and that the order of learners does not matter."""

from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.authoring.simulation.measures import measure, overlap_of_equals
from webdev_certs.authoring.simulation.runs import Run, doubt
from webdev_certs.server.domain.adaptive import STANDARD
from webdev_certs.server.domain.score_and_interval import Ability

SIZE = 12
used = st.lists(st.integers(0, SIZE - 1), min_size=1, max_size=SIZE, unique=True).map(tuple)
# No ability is exactly at the cut, where passing is not symmetric.
thetas = st.floats(-3, 3).filter(lambda theta: theta != 0)
runs = st.builds(
    Run, thetas, st.builds(Ability, thetas, st.floats(0.1, 1)), used, st.just("decided"), st.just(0.1)
)
many = st.lists(runs, min_size=1, max_size=20)


@given(many)
def test_shares_are_shares(found: list[Run]):
    measures = measure(found, SIZE, 0.0)
    for share in (measures.accuracy, measures.exposure_max, measures.overlap, measures.shortest):
        assert 0 <= share <= 1 + 1e-9
    assert measures.rmse >= abs(measures.bias) - 1e-9
    assert 0 <= measures.unused < SIZE
    # The most even exposure has the least overlap: as many items of the pool as an exam has.
    assert measures.overlap >= measures.mean_length / SIZE - 1e-9


@given(many, st.randoms(use_true_random=False))
def test_the_order_of_learners_does_not_matter(found: list[Run], random):
    shuffled = asdict(measure(random.sample(found, len(found)), SIZE, 0.0))
    assert shuffled == pytest.approx(asdict(measure(found, SIZE, 0.0)), nan_ok=True)


@given(many)
def test_mirrored_learners_are_judged_alike(found: list[Run]):
    mirrored = [
        Run(-run.theta, Ability(-run.ability.theta, run.ability.sd), run.used, run.reason) for run in found
    ]
    one, other = measure(found, SIZE, 0.0), measure(mirrored, SIZE, 0.0)
    assert other.bias == pytest.approx(-one.bias, abs=1e-9)
    assert (other.accuracy, other.rmse) == (one.accuracy, pytest.approx(one.rmse))
    assert (other.false_passes, other.false_fails) == (
        pytest.approx(one.false_fails, nan_ok=True),
        pytest.approx(one.false_passes, nan_ok=True),
    )


@given(st.lists(st.tuples(runs, runs), min_size=1, max_size=9))
def test_shared_items_are_the_same_from_both_sides(pairs: list[tuple[Run, Run]]):
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    found = overlap_of_equals(one, other)
    assert 0 <= found <= 1
    assert found == pytest.approx(overlap_of_equals(other, one))
    assert overlap_of_equals(one, one) == 1


@given(st.floats(-2, 2), st.floats(0.1, 1.0), st.floats(0.1, 1))
def test_doubt_fades_away_from_the_cut_and_is_symmetric(theta: float, sd: float, further: float):
    def at(mean: float) -> float:
        weights = np.exp(-0.5 * ((STANDARD.nodes - mean) / sd) ** 2)
        return doubt(STANDARD, weights / weights.sum(), mean, 0.0)

    assert 0 <= at(theta) <= 0.5
    if abs(theta) > 0.01:
        assert at(theta) == pytest.approx(at(-theta), abs=1e-9)
    away = theta + further if theta >= 0 else theta - further
    assert at(away) <= at(theta) + 1e-9
