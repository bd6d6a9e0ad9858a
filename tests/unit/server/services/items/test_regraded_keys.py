"""Keys as operators write them, for every format."""

from typing import Any

import pytest

from tests import factories
from webdev_certs.server.content.format import Item
from webdev_certs.server.models import ItemRegrade
from webdev_certs.server.services.items.regraded_keys import RegradeFault, parse_key, verdict
from webdev_certs.shared.clock import utc_now


def item_of(item_format: str) -> Item:
    items = factories.bank().get("react").items
    return next(item for item in items if item.format == item_format and item.pool == "certification")


def regrade_with(*keys: dict[str, Any]) -> ItemRegrade:
    return ItemRegrade(
        item_id="x", item_version=1, revision=1, keys=list(keys), reason="", created_at=utc_now()
    )


@pytest.mark.parametrize(
    ("item_format", "text", "right", "wrong"),
    [
        ("single_choice", "b", {"choices": ["b"]}, {"choices": ["a"]}),
        ("output", "[c]", {"choices": ["c"]}, {"choices": ["a"]}),
        ("true_false", "false", {"choices": ["false"]}, {"choices": ["true"]}),
        ("multiple_choice", "[a, d]", {"choices": ["d", "a"]}, {"choices": ["a", "b"]}),
        ("order_lines", "[d, c, b, a]", {"order": list("dcba")}, {"order": list("abcd")}),
        (
            "match_pairs",
            "{a: y, b: x, c: z}",
            {"pairs": {"a": "y", "b": "x", "c": "z"}},
            {"pairs": {"a": "x", "b": "y", "c": "z"}},
        ),
        ("fill_in", "43", {"text": "43"}, {"text": "42"}),
        ("fill_in", "[map, flatMap]", {"text": "flatMap"}, {"text": "42"}),
        ("fill_in", "{number: 3.5, tolerance: 0.1}", {"text": "3.45"}, {"text": "3.7"}),
        ("fill_in", "{accept: [Map], case_sensitive: true}", {"text": "Map"}, {"text": "map"}),
    ],
)
def test_a_key_is_written_as_in_the_item_file(
    item_format: str, text: str, right: dict[str, Any], wrong: dict[str, Any]
):
    item = item_of(item_format)
    corrected = regrade_with(parse_key(item, text))
    assert verdict(item, right, corrected) is True
    assert verdict(item, wrong, corrected) is False
    # The item as it was put keeps its own key.
    assert verdict(item, right, None) is False


def test_several_keys_are_all_right():
    item = item_of("single_choice")
    corrected = regrade_with(parse_key(item, "a"), parse_key(item, "b"))
    answers = [verdict(item, {"choices": [option]}, corrected) for option in "abcd"]
    assert answers == [True, True, False, False]


def test_an_item_without_a_key_does_not_count():
    assert verdict(item_of("fill_in"), {"text": "42"}, regrade_with()) is None


@pytest.mark.parametrize(
    ("item_format", "text"),
    [
        ("single_choice", "z"),
        ("single_choice", "[a, b]"),
        ("single_choice", "{a: b}"),
        ("multiple_choice", "[]"),
        ("order_lines", "[a, b]"),
        ("match_pairs", "{a: x}"),
        ("match_pairs", "a"),
        ("fill_in", "{key: a}"),
        ("fill_in", "{number: many}"),
        ("fill_in", "{accept: [a], number: 3}"),
        ("true_false", "maybe"),
        ("output", "[unclosed"),
    ],
)
def test_what_is_no_key_of_the_item_is_refused(item_format: str, text: str):
    with pytest.raises(RegradeFault):
        parse_key(item_of(item_format), text)
