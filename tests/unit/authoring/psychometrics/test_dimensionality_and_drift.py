"""Q3 and drift: another implementation, planted items, and false alarms."""

import numpy as np
import pandas as pd
import pytest

from tests.unit.authoring.psychometrics.simulated import answers_to, bank, simulated
from webdev_certs.authoring.psychometrics.abilities import Answers
from webdev_certs.authoring.psychometrics.dimensionality import q3
from webdev_certs.authoring.psychometrics.drift import item_drift
from webdev_certs.server.domain.adaptive import Items, eap, probabilities
from webdev_certs.server.domain.calibration import Responses


def test_abilities_agree_with_those_of_one_learner():
    answers, _, items, _ = simulated(6, 12, 4, share=0.7)
    for row in range(6):
        got = np.flatnonzero(answers.responses.put[row])
        one = eap(items.take(got), (answers.responses.correct[row, got] > 0).tolist())
        assert answers.theta[row] == pytest.approx(one.theta, abs=1e-9)
        rest = eap(items.take(got[1:]), (answers.responses.correct[row, got[1:]] > 0).tolist())
        without = np.zeros(12, dtype=bool)
        without[got[0]] = True
        other = int(np.flatnonzero(~without)[-1])
        assert answers.purified(without)(other)[row] == pytest.approx(rest.theta, abs=1e-9)
        assert answers.purified(without)(int(got[0]))[row] == pytest.approx(one.theta, abs=1e-9)


def test_q3_agrees_with_pandas():
    answers, _, items, _ = simulated(400, 12, 2, share=0.6)
    put = answers.responses.put > 0
    right, _ = probabilities(items, answers.theta)
    residuals = pd.DataFrame(np.where(put, answers.responses.correct - right, np.nan))
    expected = residuals.corr(min_periods=100).to_numpy().copy()
    np.fill_diagonal(expected, np.nan)
    np.testing.assert_allclose(q3(answers, 100).q3, expected, atol=1e-12)


def test_one_ability_needs_no_pairs_and_dependent_items_are_found():
    answers, _, items, rng = simulated(1500, 30, 7)
    found = q3(answers, 100)
    assert found.pairs == 30 * 29 / 2
    assert found.mean == pytest.approx(-1 / 29, abs=0.01)
    assert found.dependent == ()
    # The second item repeats most answers to the first one.
    correct = answers.responses.correct.copy()
    repeats = rng.random(1500) < 0.6
    correct[repeats, 1] = correct[repeats, 0]
    found = q3(Answers(Responses.of(correct), items, answers.scored), 100)
    assert [(pair.first, pair.second) for pair in found.dependent] == [(0, 1)]


def test_topics_that_are_abilities_of_their_own_show():
    rng = np.random.default_rng(1)
    items, topics = bank(30, rng), ["a"] * 15 + ["b"] * 15
    both = rng.multivariate_normal([0, 0], [[1, 0.4], [0.4, 1]], 2000)
    right = np.where(
        np.array(topics) == "a", probabilities(items, both[:, 0])[0], probabilities(items, both[:, 1])[0]
    )
    within, across = q3(answers_to(items, right, rng), 100).between(topics)
    assert within - across > 0.08
    answers, *_ = simulated(2000, 30, 1)
    within, across = q3(answers, 100).between(topics)
    assert abs(within - across) < 0.01


def test_an_item_that_leaks_is_found_and_others_are_not():
    learners, leaking = 3000, 4
    answers, theta, items, rng = simulated(learners, 40, 11, share=0.5)
    time = np.linspace(0, 1, learners)
    right = np.tile(probabilities(items, theta)[0], 1)
    right[:, leaking] += (1 - right[:, leaking]) * 0.6 * (time > 0.5)
    # An item that is always easier than its parameters say does not drift.
    right[:, 9] += (1 - right[:, 9]) * 0.5
    answers = answers_to(items, right, rng, 0.5)
    found = item_drift(answers, time, (time * 5.999).astype(np.intp), 100)
    assert [item.name for item in found if item.flagged] == [str(leaking)]
    assert found[0].change > 0.15
    assert found[0].residuals[-1] > 4 * found[0].errors[-1]
    others = np.array([item.z for item in found[1:]])
    assert np.std(others) == pytest.approx(1.0, abs=0.35)
    assert np.mean(np.abs(others) > 1.96) <= 0.15


def test_all_on_one_day_have_no_trend():
    answers, *_ = simulated(200, 5, 1)
    found = item_drift(answers, np.zeros(200), np.zeros(200, dtype=np.intp), 10)
    assert len(found) == 5
    assert not any(item.flagged for item in found)
    assert item_drift(answers, np.zeros(200), np.zeros(200, dtype=np.intp), 201) == []


def test_items_of_a_pretest_do_not_count_for_the_ability():
    answers, *_ = simulated(50, 10, 3)
    scored = np.arange(10) < 9
    pretest = Answers(answers.responses, answers.items, scored)
    rest = Responses.of(answers.responses.correct[:, :9])
    without = Answers(rest, Items.of([answers.items[k] for k in range(9)]), scored[:9])
    np.testing.assert_allclose(pretest.theta, without.theta)
    assert pretest.expected.shape == (50, 10)
