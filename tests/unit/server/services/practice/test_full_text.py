"""Full-text search over items and notes: which are found, in which order, and what is marked."""

import pytest

from tests.author import item
from webdev_certs.schemas.practice import Fragment
from webdev_certs.server.content.format import Item
from webdev_certs.server.services.practice.full_text import Document, search, texts_of


def _item(
    number: int, stem: str, options: tuple[str, ...] = ("yes", "no", "maybe"), explanation: str = ""
) -> Item:
    choices = [
        {"id": f"o{at}", "text": text, "explanation": f"Because of {text}."}
        for at, text in enumerate(options)
    ]
    tree = item(number=number, stem=stem, options=choices, key=["o0"], explanation=explanation)
    return Item.model_validate(tree)


DOCUMENTS = [
    Document(_item(101, "What does a **closure** `capture`?", explanation="Stale closures keep old state.")),
    Document(_item(102, "When does `useEffect` run?", explanation="Its function is a closure.")),
    Document(_item(103, "Which directive renders on a condition?", options=("v-if", "v-for", "v-on"))),
    Document(_item(104, "Where is state kept?"), note="Ask Jörg about closures & <effects>"),
    Document(_item(105, "Nothing to see here")),
]


def found(query: str, **page: str) -> list[str]:
    hits, _more = search(DOCUMENTS, query, 20, **page)
    return [DOCUMENTS[hit.place].item.id[-3:] for hit in hits]


def in_marks(fragments: list[Fragment]) -> str:
    return "".join(f"[{piece.text}]" if piece.found else piece.text for piece in fragments)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("closures", ["101", "104", "102"]),
        ("CAPTURING a closure", ["101"]),
        ("useeff", ["102"]),
        ("v-if", ["103"]),
        ("v-unless", []),
        ("if", ["103"]),
        ("jorg effect", ["104"]),
        # As some keyboards and programs compose it.
        ("Jo\u0308rg", ["104"]),
        ("state closure", ["104", "101"]),
        ('"; DROP TABLE texts --', []),
        ("AND OR NOT NEAR(", []),
        ("=== ( * \0", []),
        ("  ", []),
    ],
)
def test_all_words_must_fit_and_questions_and_notes_count_most(query: str, numbers: list[str]):
    assert sorted(found(query)) == sorted(numbers)
    assert found(query)[:1] == numbers[:1]


def test_what_was_found_is_marked_in_the_question_and_in_the_best_excerpt():
    hits, more = search(DOCUMENTS, "closure", 20)
    by_id = {DOCUMENTS[hit.place].item.id[-3:]: hit for hit in hits}
    assert not more
    assert in_marks(by_id["101"].question) == "What does a [closure] capture?"
    assert (by_id["101"].source, in_marks(by_id["101"].excerpt)[:14]) == ("explanation", "Stale [closure")
    assert by_id["104"].source == "note"
    assert in_marks(by_id["104"].excerpt) == "Ask Jörg about [closures] & <effects>"
    assert in_marks(by_id["102"].question) == "When does useEffect run?"
    (directive,), _ = search(DOCUMENTS, "v-if", 1)
    assert (directive.source, in_marks(directive.excerpt)) == (
        "explanation",
        "Because of [v-if].\nBecause of v-for.\nBecause of v-on.",
    )


def test_pages_follow_each_other_without_gaps():
    first, more = search(DOCUMENTS, "closure", 1)
    assert more
    second, more = search(DOCUMENTS, "closure", 1, after=DOCUMENTS[first[0].place].item.id)
    third, end = search(DOCUMENTS, "closure", 1, after=DOCUMENTS[second[0].place].item.id)
    assert (more, end) == (True, False)
    assert len({hit.place for hit in (*first, *second, *third)}) == 3
    with pytest.raises(ValueError, match="not in list"):
        search(DOCUMENTS, "closure", 1, after="rust-basics-105")


def test_output_is_searched_as_it_is_printed():
    asked = _item(106, "What does this print?", options=("*1*", "`2`", "3"))
    assert "1" in texts_of(asked).answers
    printed = Item.model_validate(
        asked.model_dump()
        | {"id": "rust-basics-107", "format": "output", "code": {"language": "js", "text": "log(1)"}}
    )
    assert texts_of(printed).answers.startswith("*1*\n`2`")
    assert texts_of(printed).answers.endswith("log(1)")


@pytest.mark.parametrize(
    ("item_format", "number", "texts"),
    [("order_lines", 108, "Option a\nOption b\nOption c"), ("match_pairs", 109, "Match x\nMatch y\nMatch z")],
)
def test_the_order_of_an_author_tells_no_key(item_format: str, number: int, texts: str):
    tree = item(item_format, number)
    side = "matches" if item_format == "match_pairs" else "options"
    for version, one in enumerate((tree[side], tree[side][::-1]), start=50):
        assert texts in texts_of(Item.model_validate({**tree, side: one, "version": version})).answers
