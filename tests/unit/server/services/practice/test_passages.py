"""Help leads to the section of the documentation that authors cite."""

from typing import Any

import pytest

from tests.author import Tree, blueprint, item, selection_model
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Blueprint, Item
from webdev_certs.server.content.item_models.making import make_instances
from webdev_certs.server.content.item_models.selections import SelectionModel
from webdev_certs.server.services.practice.passages import passages

BOOK = "https://doc.rust-lang.org/book/"
OTHER = {"title": "Reference", "url": "https://doc.rust-lang.org/reference/types.html#never"}


def technology(*models: SelectionModel) -> TechnologyBank:
    return TechnologyBank(Blueprint.model_validate(blueprint()), items=(), models=models)


def cited(location: str, **changes: Any) -> Item:
    return Item.model_validate(item(evidence={"kind": "cited", "location": location}, **changes))


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ('Section "Caveats"', f"{BOOK}#:~:text=Caveats"),
        ('Section "Read-only, & more"', f"{BOOK}#:~:text=Read%2Donly%2C%20%26%20more"),
        ('Sections "v-on" and "v-bind"', f"{BOOK}#:~:text=v%2Don&text=v%2Dbind"),
        ("Introduction", BOOK),
    ],
)
def test_the_link_leads_to_the_headings_that_are_quoted(location: str, url: str):
    (passage,) = passages(technology(), cited(location))
    assert (passage.title, passage.location, passage.url) == ("Book", location, url)


def test_an_anchor_of_the_author_stays():
    (passage,) = passages(technology(), cited('Section "Never type"', reference=OTHER))
    assert passage.url == OTHER["url"]


def test_what_running_code_has_proved_has_no_passage():
    assert passages(technology(), Item.model_validate(item("output"))) == []


def selecting(pool: str) -> SelectionModel:
    """Return a model whose true statements are from another page, and whose false ones from two places."""
    tree: Tree = selection_model(pool=pool)
    for number, each in enumerate(tree["statements"]):
        location = "Top" if each["holds"] else f"Part {number % 2}"
        each["evidence"] = {"kind": "cited", "location": location}
        if each["holds"]:
            each["reference"] = OTHER
    return SelectionModel.model_validate(tree)


def test_an_instance_has_the_passages_of_what_it_says():
    model = selecting("practice")
    made = next(make_instances(model, "seed")).item
    number = {each.text: number for number, each in enumerate(model.statements)}
    shown = [number[option.text] for option in made.options]
    expected = [("Reference", "Top") if each < 7 else ("Book", f"Part {each % 2}") for each in shown]
    found = passages(technology(model), made)
    assert [(each.title, each.location) for each in found] == list(dict.fromkeys(expected))


def test_an_instance_whose_family_is_in_the_exams_now_has_none():
    made = next(make_instances(selecting("practice"), "seed")).item
    assert passages(technology(selecting("certification")), made) == []
