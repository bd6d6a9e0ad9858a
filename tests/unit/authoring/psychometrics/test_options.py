"""Options of instances are named by what they stand for; their curves and remarks."""

from itertools import islice
from uuid import UUID

import numpy as np
import pytest

from tests.built_in import built_in_bank
from webdev_certs.authoring.psychometrics.options import (
    KEY,
    Choice,
    Named,
    fifth_edges,
    name_options,
    option_curves,
)
from webdev_certs.server.content.item_models.format import ProgramModel
from webdev_certs.server.content.item_models.making import exam_instances


def test_every_option_of_the_bank_has_a_name():
    named = 0
    for model in built_in_bank().get("react").models:
        for instance in islice(exam_instances(model, "options", UUID(int=1), 3), 2):
            item, found = instance.item, name_options(instance.item, model, instance)
            if model.format in ("order_lines", "match_pairs", "fill_in"):
                assert found == {}
                continue
            assert set(found) == {option.id for option in item.options}
            assert [option for option, each in found.items() if each.right] == sorted(item.key or ())
            names = [each.name for each in found.values()]
            assert "?" not in names
            if isinstance(model, ProgramModel) and model.distractors:
                wrong = {each.name for each in found.values() if not each.right}
                assert wrong <= {each.misconception for each in model.distractors}
                assert len(wrong) == len(names) - 1
                assert names.count(KEY) == 1
            named += 1
    assert named > 100


def test_options_of_an_item_are_named_by_their_ids():
    item = next(item for item in built_in_bank().get("react").authored if item.format == "single_choice")
    assert isinstance(item.key, tuple)
    found = name_options(item)
    assert {option: each.name for option, each in found.items()} == {each: each for each in found}
    assert [option for option, each in found.items() if each.right] == list(item.key)


def test_curves_show_whom_an_option_attracts():
    rng = np.random.default_rng(2)
    scores = rng.normal(500, 100, 1000)
    able = (scores - 500) / 100
    key, weak, trap, dead = Named(KEY, True), Named("weak", False), Named("trap", False), Named("dead", False)
    draw = rng.random(1000)
    # The trap attracts the able, the weak option the weak, and nobody chooses the dead one.
    trapped = draw < 0.25 / (1 + np.exp(-2 * able))
    lost = ~trapped & (draw < 0.25 + 0.4 / (1 + np.exp(2 * able)))
    chosen = np.where(trapped, "trap", np.where(lost, "weak", KEY))
    choices = [
        Choice(float(score), (key, weak, trap, dead), {str(name)})
        for score, name in zip(scores, chosen, strict=True)
    ]
    curves = {curve.name: curve for curve in option_curves(choices, fifth_edges(scores))}
    assert next(iter(curves)) == KEY
    assert curves["trap"].remark == "attracts able learners"
    assert curves["dead"].remark == "hardly chosen"
    assert curves["weak"].remark == ""
    assert curves["weak"].correlation == pytest.approx(np.corrcoef(scores, chosen == "weak")[0, 1])
    assert curves["weak"].fifths[0] > curves["weak"].fifths[4]
    # All choose exactly one of these options.
    np.testing.assert_allclose(np.sum([curve.fifths for curve in curves.values()], axis=0), 1)
    low = scores < np.quantile(scores, 0.2)
    assert curves["weak"].fifths[0] == pytest.approx(float((chosen[low] == "weak").mean()))


def test_few_answers_show_no_share_and_get_no_remark():
    curve = option_curves([Choice(500.0, [Named("a", False)], {"a"})], np.array([400.0, 450, 500, 550]))[0]
    assert np.isnan(curve.fifths).all()
    assert np.isnan(curve.correlation)
    assert (curve.shown, curve.chosen, curve.remark) == (1, 1.0, "")
