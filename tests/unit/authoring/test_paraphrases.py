"""Items that ask the same in other words are named, and items that ask something else are not."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from tests.author import Author, Tree, item
from webdev_certs.authoring.checks.embedding import encode_all
from webdev_certs.authoring.checks.paraphrases import check_paraphrases
from webdev_certs.server.content.bank import read_bank


def question(number: int, stem: str, right: tuple[str, str], *wrong: tuple[str, str]) -> Tree:
    """Return a question whose options are given as (text, explanation)."""
    options = [
        {"id": id_, "text": text, "explanation": explanation}
        for id_, (text, explanation) in zip("abc", (right, *wrong), strict=True)
    ]
    return item(number=number, stem=stem, options=options, key=["a"])


ASKED = question(
    1,
    "A component must fetch data when its `userId` prop changes. Which Hook belongs here?",
    (
        "`useEffect` with `userId` in its dependency list",
        "The effect runs first, and again after each render that changed `userId`.",
    ),
    ("`useMemo`", "It caches a value and must not have side effects."),
    ("`useId`", "It makes an identifier."),
)
PARAPHRASED = question(
    2,
    "A component has to load data whenever its prop `orderId` changes. Which Hook does this?",
    (
        "`useEffect` with `orderId` among its dependencies",
        "The effect runs first, and again after every render with another `orderId`.",
    ),
    ("`useRef`", "A ref keeps a value and starts nothing."),
    ("`useId`", "It makes an identifier."),
)
OTHER = question(
    3,
    "An effect opens a connection to a chat room. Where does the code that closes it belong?",
    (
        "In the function that the effect returns",
        "React calls it before the next run of the effect and at unmount.",
    ),
    ("In a second effect", "It would run once, right after the first."),
    ("In the handler", "No event tells that a component leaves."),
)


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def named(author: Author, *items: Tree) -> list[str]:
    author.write()
    author.items_file.write_text(yaml.safe_dump(list(items)))
    bank, _too_few = read_bank([author.root])
    return [str(fault) for fault in check_paraphrases(bank)]


def test_a_paraphrase_is_named_with_the_item_that_it_repeats(author: Author):
    (fault,) = named(author, ASKED, OTHER, PARAPHRASED)
    assert "rust-basics-002: means almost the same as rust-basics-001 (similarity 0.7" in fault


def test_another_question_about_the_same_thing_is_not_named(author: Author):
    assert named(author, ASKED, OTHER) == []


def test_vectors_are_kept_and_only_new_texts_are_computed(
    author: Author, empty_cache: Path, monkeypatch: pytest.MonkeyPatch
):
    computed: list[int] = []

    def counted(texts: list[str]) -> Any:
        computed.append(len(texts))
        return encode_all(texts)

    monkeypatch.setattr("webdev_certs.authoring.checks.paraphrases.encode_all", counted)
    named(author, ASKED, OTHER)
    named(author, ASKED, OTHER, PARAPHRASED)
    assert computed == [4, 2]
    assert len(np.load(next(empty_cache.rglob("vectors.npz")))) == 6


def test_similar_sentences_are_nearer_than_others():
    """The order that the embedding model's documentation shows for these sentences."""
    cat, kitten, invoice = encode_all(["The cat sleeps.", "A kitten is sleeping.", "The invoice was paid."])
    assert np.allclose([vector @ vector for vector in (cat, kitten, invoice)], 1, atol=1e-5)
    assert cat @ kitten > 0.7
    assert cat @ invoice < 0.3
