"""DIF: a published example, another implementation, planted items, and false alarms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import chi2

from tests.unit.authoring.psychometrics.simulated import answers_to, bank
from webdev_certs.authoring.psychometrics.abilities import Answers
from webdev_certs.authoring.psychometrics.dif import MantelHaenszel, item_dif, logistic_dif, mantel_haenszel
from webdev_certs.server.domain.adaptive import Items, probabilities

# Admissions at Berkeley in 1973, six departments: men and women × admitted and rejected (Bickel, Hammel &
# O'Connell 1975; the data set UCBAdmissions of R).
BERKELEY = np.array(
    [
        [[512, 313], [89, 19]],
        [[353, 207], [17, 8]],
        [[120, 205], [202, 391]],
        [[138, 279], [131, 244]],
        [[53, 138], [94, 299]],
        [[22, 351], [24, 317]],
    ],
    dtype=np.float64,
)


def test_mantel_haenszel_agrees_with_r_about_berkeley():
    # mantelhaen.test(UCBAdmissions), whose interval is 0.7719074 to 1.0603298.
    found = mantel_haenszel(BERKELEY)
    assert found.odds_ratio == pytest.approx(0.9046968, abs=1e-7)
    assert found.statistic == pytest.approx(1.4269, abs=1e-4)
    assert found.probability == pytest.approx(0.2323, abs=1e-4)
    interval = np.exp(np.log(found.odds_ratio) + np.array([-1.959964, 1.959964]) * found.odds_error)
    assert interval == pytest.approx([0.7719074, 1.0603298], abs=1e-6)
    assert found.size == "A"


@given(st.lists(st.tuples(*[st.integers(1, 60)] * 4), min_size=1, max_size=8))
def test_swapped_groups_turn_delta_around(cells: list[tuple[int, ...]]):
    tables = np.array(cells, dtype=np.float64).reshape(-1, 2, 2)
    found, swapped = mantel_haenszel(tables), mantel_haenszel(tables[:, ::-1])
    assert swapped.delta == pytest.approx(-found.delta)
    assert swapped.delta_error == pytest.approx(found.delta_error)
    assert swapped.probability == pytest.approx(found.probability)
    assert swapped.size[0] == found.size[0]


@pytest.mark.parametrize(
    ("delta", "error", "size"),
    [(0.9, 0.1, "A"), (1.2, 0.3, "B+"), (-1.2, 0.7, "A"), (-1.6, 0.3, "C−"), (-1.6, 0.5, "B−")],
)
def test_ets_classes_need_size_and_significance(delta: float, error: float, size: str):
    # (1.6 − 1) / 0.3 = 2.0 is above 1.645, and (1.6 − 1) / 0.5 is not.
    assert MantelHaenszel(float(np.exp(delta / -2.35)), error / 2.35, 0, 1).size == size


def test_strata_with_one_group_only_say_nothing():
    assert np.isnan(mantel_haenszel(np.array([[[5.0, 3.0], [0.0, 0.0]]])).delta)
    assert mantel_haenszel(np.zeros((3, 2, 2))).size == "?"


def test_logistic_regression_agrees_with_scipy():
    rng = np.random.default_rng(5)
    ability, focal = rng.normal(size=600), (rng.random(600) < 0.4).astype(np.float64)
    columns = np.column_stack([np.ones(600), ability, focal, ability * focal])
    correct = (rng.random(600) < 1 / (1 + np.exp(-columns @ [0.3, 1.1, -0.6, 0.5]))).astype(np.float64)

    def log_likelihood(k: int) -> float:
        def loss(weights: np.ndarray) -> float:
            z = columns[:, :k] @ weights
            return float(np.logaddexp(0, z).sum() - correct @ z)

        return -minimize(loss, np.zeros(k), method="BFGS").fun

    none, base, uniform, full = map(log_likelihood, (1, 2, 3, 4))
    found = logistic_dif(correct, ability, focal)
    assert found.uniform == pytest.approx(chi2.sf(2 * (uniform - base), 1), abs=1e-5)
    assert found.nonuniform == pytest.approx(chi2.sf(2 * (full - uniform), 1), abs=1e-5)
    assert found.probability == pytest.approx(chi2.sf(2 * (full - base), 2), abs=1e-5)
    cox_snell = [1 - np.exp(2 * (none - value) / 600) for value in (base, full)]
    assert found.effect == pytest.approx((cox_snell[1] - cox_snell[0]) / (1 - np.exp(none / 300)), abs=1e-6)


def test_separated_answers_have_no_estimate():
    ability = np.linspace(-1, 1, 40)
    assert (
        logistic_dif(
            (ability > 0).astype(np.float64), ability.astype(np.float64), np.tile([0.0, 1.0], 20)
        ).size
        == "?"
    )


def test_planted_items_are_found_and_others_are_not():
    planted, n, learners = 2, 40, 3000
    rng = np.random.default_rng(3)
    items, focal = bank(n, rng), rng.random(learners) < 0.5
    # The focal group is less able, which is no fault of the items.
    theta = rng.normal(size=learners) - 0.5 * focal
    # The first item is harder for the focal group, and the second one also tells less of them apart.
    a, b = items.a.copy(), items.b.copy()
    b[0] += 0.9
    a[1] *= 0.3
    right = np.where(
        focal[:, None],
        probabilities(Items(a, b, items.c, items.d), theta)[0],
        probabilities(items, theta)[0],
    )
    found = item_dif(answers_to(items, right, rng, 0.6), focal, 100)
    assert found[0].odds.size == "C−"
    assert found[0].logistic.uniform < 1e-6
    assert found[1].logistic.nonuniform < 1e-3
    others = found[planted:]
    assert [item.odds.size for item in others if item.odds.size != "A"] == []
    # 5% of 38 are 1.9, and with 6 or more the chance is below 2%.
    assert sum(item.odds.probability < 0.05 for item in others) <= 5
    assert sum(item.logistic.probability < 0.05 for item in others) <= 5


def test_items_with_few_answers_are_left_out():
    rng = np.random.default_rng(1)
    items = bank(3, rng)
    answers = answers_to(items, np.full((60, 3), 0.5), rng)
    focal = np.arange(60) < 20
    assert [item.focal for item in item_dif(answers, focal, 20)] == [20] * 3
    assert item_dif(answers, focal, 21) == []
    pretest = Answers(answers.responses, items, np.array([True, True, False]))
    assert len(item_dif(pretest, focal, 20)) == 3
