"""An item that is exported and imported again is unchanged, or the export names what was lost."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.author import item
from tests.unit.authoring.exchange.strategies import items
from webdev_certs.authoring.exchange import FORMATS, Loss
from webdev_certs.server.content.format import Item


def facts(tree: dict[str, Any]) -> dict[str, Any]:
    """Return the value of each field. Options stand as texts, because their ids and order may change."""
    found = {
        name: value
        for name, value in tree.items()
        if name not in ("options", "matches", "key", "code", "reference", "evidence")
    }
    texts = {option["id"]: option["text"].strip() for option in tree.get("options", ())}
    matches = {match["id"]: match["text"].strip() for match in tree.get("matches", ())}
    found["option texts"] = sorted(texts.values())
    found["match texts"] = sorted(matches.values())
    key = tree.get("key")
    if isinstance(key, dict):
        found["key"] = {texts[option]: matches[match] for option, match in key.items()}
    elif key is not None:
        told = [texts[option] for option in key]
        found["key"] = told if tree["format"] == "order_lines" else sorted(told)
    for option in tree.get("options", ()):
        if "explanation" in option:
            found[f"why {option['text'].strip()}"] = option["explanation"].strip()
    if "code" in tree:
        found["code"] = (tree["code"]["language"], tree["code"]["text"])
    for name in ("reference", "evidence"):
        if name in tree:
            found[name] = tree[name]
    return {name: _plain(value) for name, value in found.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip()
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def named(item: Item, losses: list[Loss]) -> set[str]:
    """Return the facts that the losses name."""
    by_id = {option.id: option for option in item.options}
    fields = set()
    for loss in losses:
        parts = loss.field.split(".")
        if parts[0] == "options" and parts[-1] == "explanation":
            fields.add(f"why {by_id[parts[1]].text.strip()}")
        else:
            fields.add(parts[0] if parts[0] != "options" else loss.field)
    return fields


def expected(item: Item) -> dict[str, Any]:
    whole = item.model_dump(mode="json", exclude={"calibration"})
    return facts({name: value for name, value in whole.items() if value not in (None, "", [], False, 0.0)})


@pytest.mark.parametrize("name", FORMATS)
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=150)
@given(item=items())
def test_a_field_comes_back_or_its_loss_is_named(name: str, item: Item):
    exported = FORMATS[name].dump([item])
    imported = FORMATS[name].load(exported.data)
    if [loss.field for loss in exported.losses] == [""]:
        assert imported.trees == []
        return
    (tree,) = imported.trees
    there, lost = facts(tree), named(item, exported.losses)
    for field, value in expected(item).items():
        if field not in lost:
            assert there.get(field) == value, field


@pytest.mark.parametrize("name", FORMATS)
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=30)
@given(several=st.lists(items(), min_size=2, max_size=4, unique_by=lambda item: item.id))
def test_items_that_are_left_out_are_reported(name: str, several: list[Item]):
    exported = FORMATS[name].dump(several)
    left_out = {loss.item for loss in exported.losses if not loss.field}
    imported = FORMATS[name].load(exported.data)
    assert len(imported.trees) == len(several) - len(left_out)


def test_gift_leaves_out_answers_that_would_be_read_as_pairs():
    lambdas = Item.model_validate(item("fill_in", accept=["x -> x + 1", "it"]))
    exported = FORMATS["gift"].dump([lambdas])
    assert FORMATS["gift"].load(exported.data).trees == []
    assert [str(loss) for loss in exported.losses] == [
        "rust-basics-001: left out: GIFT cannot hold `->` in an accepted text"
    ]


@pytest.mark.parametrize("name", FORMATS)
def test_an_export_without_items_can_be_imported(name: str):
    assert FORMATS[name].load(FORMATS[name].dump([]).data).trees == []
