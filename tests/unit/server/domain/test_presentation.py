"""The order in which learners see options, and answers in the ids that they saw."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.domain.presentation import Presentation, shuffle_matches, shuffle_options

ids = st.lists(st.text("abcdef", min_size=1, max_size=3), min_size=2, max_size=8, unique=True)


@given(ids, st.integers())
def test_shuffles_are_permutations(options, seed):
    assert sorted(shuffle_options("single_choice", options, options[:1], Random(seed))) == sorted(options)
    assert sorted(shuffle_matches(options, Random(seed))) == sorted(options)


@given(ids, st.integers())
def test_lines_never_come_in_the_correct_order(key, seed):
    order = shuffle_options("order_lines", sorted(key), tuple(key), Random(seed))
    assert sorted(order) == sorted(key)
    assert order != key


def test_true_comes_before_false():
    for seed in range(10):
        assert shuffle_options("true_false", ["false", "true"], ("true",), Random(seed)) == ["true", "false"]


def test_every_order_occurs():
    orders = {tuple(shuffle_options("output", ["a", "b", "c"], ("a",), Random(s))) for s in range(100)}
    assert len(orders) == 6


SINGLE = Presentation("single_choice", ["c", "a", "b"])
MULTIPLE = Presentation("multiple_choice", ["c", "a", "b", "d"])
LINES = Presentation("order_lines", ["c", "a", "b"])
PAIRS = Presentation("match_pairs", ["b", "a"], ["z", "x", "y"])
TEXT = Presentation("fill_in", [])


@pytest.mark.parametrize(
    ("presentation", "shown", "bank"),
    [
        (SINGLE, {"choices": ["1"]}, {"choices": ["c"]}),
        (Presentation("true_false", ["true", "false"]), {"choices": ["2"]}, {"choices": ["false"]}),
        (Presentation("output", ["b", "a", "c"]), {"choices": ["3"]}, {"choices": ["c"]}),
        (MULTIPLE, {"choices": ["1", "2"]}, {"choices": ["a", "c"]}),
        (LINES, {"order": ["2", "3", "1"]}, {"order": ["a", "b", "c"]}),
        (PAIRS, {"pairs": {"1": "3", "2": "2"}}, {"pairs": {"b": "y", "a": "x"}}),
        # Two prompts may have the same match.
        (PAIRS, {"pairs": {"1": "1", "2": "1"}}, {"pairs": {"b": "z", "a": "z"}}),
        (TEXT, {"text": "42"}, {"text": "42"}),
    ],
)
def test_answers_are_translated(presentation: Presentation, shown: dict, bank: dict):
    everything = {"choices": None, "text": None, "order": None, "pairs": None} | shown
    assert presentation.to_bank(everything) == bank


@given(st.permutations(["a", "b", "c", "d"]), st.permutations(["1", "2", "3", "4"]))
def test_translated_answers_can_be_translated_back(options, order):
    lines = Presentation("order_lines", options)
    assert lines.to_shown(lines.to_bank({"order": order})) == {"order": order}
    pairs = Presentation("match_pairs", options, options[::-1])
    given = dict(zip(["1", "2", "3", "4"], order, strict=True))
    assert pairs.to_shown(pairs.to_bank({"pairs": given})) == {"pairs": given}


def test_the_order_of_choices_means_nothing():
    assert MULTIPLE.to_bank({"choices": ["4", "1"]}) == MULTIPLE.to_bank({"choices": ["1", "4"]})
    assert TEXT.to_shown({"text": "42"}) == {"text": "42"}


@pytest.mark.parametrize(
    ("presentation", "response", "code"),
    [
        (SINGLE, {}, "wrong_response_field"),
        (SINGLE, {"text": "a"}, "wrong_response_field"),
        (SINGLE, {"choices": ["1"], "text": "a"}, "wrong_response_field"),
        (TEXT, {"choices": ["1"]}, "wrong_response_field"),
        (LINES, {"choices": ["1"]}, "wrong_response_field"),
        (PAIRS, {"order": ["1", "2"]}, "wrong_response_field"),
        (SINGLE, {"choices": ["4"]}, "unknown_option"),
        (SINGLE, {"choices": ["a"]}, "unknown_option"),
        (SINGLE, {"choices": ["1", "2"]}, "one_choice_only"),
        (SINGLE, {"choices": []}, "one_choice_only"),
        (MULTIPLE, {"choices": ["1", "1"]}, "repeated_option"),
        (LINES, {"order": ["1", "2"]}, "order_incomplete"),
        (LINES, {"order": ["1", "2", "2"]}, "repeated_option"),
        (LINES, {"order": ["1", "2", "3", "4"]}, "unknown_option"),
        (PAIRS, {"pairs": {"1": "1"}}, "pairs_incomplete"),
        (PAIRS, {"pairs": {"1": "4", "2": "1"}}, "unknown_match"),
        (PAIRS, {"pairs": {"3": "1", "2": "1"}}, "unknown_option"),
    ],
)
def test_answers_that_do_not_fit_the_item_are_refused(presentation, response, code):
    with pytest.raises(InvalidInput) as refusal:
        presentation.to_bank(response)
    assert refusal.value.code == code
    assert refusal.value.field
    assert refusal.value.field.startswith("response")
