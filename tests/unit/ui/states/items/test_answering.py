"""Reading answers from forms."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webdev_certs.schemas.items import ItemResponse
from webdev_certs.ui.states.items.answering import moved, read_response


@pytest.mark.parametrize(
    ("entries", "response"),
    [
        ([["choice", "2"]], ItemResponse(choices=["2"])),
        ([["choice", "3"], ["choice", "1"]], ItemResponse(choices=["3", "1"])),
        ([["text", "useState"]], ItemResponse(text="useState")),
        ([["text", "  42 "]], ItemResponse(text="42")),
        ([["line", "2"], ["line", "1"]], ItemResponse(order=["2", "1"])),
        ([["pair-1", "2"], ["pair-2", "1"]], ItemResponse(pairs={"1": "2", "2": "1"})),
        ([["other", "1"], ["choice", "2"]], ItemResponse(choices=["2"])),
    ],
)
def test_each_kind_of_form_is_read(entries: list[list[str]], response: ItemResponse):
    assert read_response(entries) == response


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [["other", "1"]],
        [["text", ""]],
        [["text", "   "]],
        [["text", "x" * 201]],
        [["pair-1", "2"], ["pair-2", ""]],
        [["pair-1", ""]],
        [["choice", ""]],
        [["choice", "a"]],
        [["choice", "0"]],
        [["choice", "1"]] * 11,
        [["line", "1"]],
        [["pair-a", "1"]],
        [["pair-", "1"]],
    ],
)
def test_an_incomplete_answer_is_none(entries: list[list[str]]):
    assert read_response(entries) is None


@settings(deadline=None)
@given(st.lists(st.lists(st.text(max_size=5), min_size=2, max_size=2), max_size=12))
def test_any_form_is_read_without_an_error(entries: list[list[str]]):
    response = read_response(entries)
    if response is not None:
        assert sum(value is not None for value in response.model_dump().values()) == 1


@pytest.mark.parametrize(
    ("line", "by", "order"),
    [
        ("2", -1, ["2", "1", "3"]),
        ("2", 1, ["1", "3", "2"]),
        ("1", -1, ["1", "2", "3"]),
        ("3", 1, ["1", "2", "3"]),
        ("1", 1, ["2", "1", "3"]),
        ("1", 9, ["2", "3", "1"]),
        ("3", -9, ["3", "1", "2"]),
    ],
)
def test_a_line_moves_and_stops_at_the_ends(line: str, by: int, order: list[str]):
    before = ["1", "2", "3"]
    assert moved(before, line, by) == order
    assert before == ["1", "2", "3"]


@settings(deadline=None)
@given(st.permutations(["1", "2", "3", "4", "5"]), st.integers(0, 4), st.integers(-9, 9))
def test_moving_loses_no_line(order: list[str], at: int, by: int):
    after = moved(order, order[at], by)
    assert sorted(after) == sorted(order)
    others = [line for line in order if line != order[at]]
    assert [line for line in after if line != order[at]] == others
