"""Items of all formats for Hypothesis, with the characters that have a meaning in other tools' files."""

from typing import Any

from hypothesis import strategies as st

from webdev_certs.server.content.format import Item

ALPHABET = st.one_of(
    st.sampled_from(list("~=#{}:\\%`*_-><&\"'\n[]();/ |@$.,!?")),
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")),
    st.sampled_from(list("abcdeABCDE0123456789")),
)
texts = st.text(ALPHABET, min_size=1, max_size=40).filter(lambda text: text.strip())
long_texts = st.builds("{} {}".format, st.sampled_from(["What is", "Read `x` and", "ANSWER: A", "//"]), texts)
ids = st.one_of(st.just("abcdefgh"), st.just("hgfedcba"))


@st.composite
def options(draw, low: int, high: int) -> list[dict[str, str]]:
    number = draw(st.integers(low, high))
    there = draw(st.lists(texts, min_size=number, max_size=number, unique_by=str.strip))
    names = draw(ids)
    return [{"id": names[at], "text": text, "explanation": draw(long_texts)} for at, text in enumerate(there)]


@st.composite
def _choice(draw, kind: str = "single_choice") -> dict[str, Any]:
    there = draw(options(3, 6))
    return {"format": kind, "options": there, "key": [draw(st.sampled_from(there))["id"]]}


@st.composite
def _output(draw) -> dict[str, Any]:
    return {**draw(_choice("output")), "code": draw(codes)}


@st.composite
def _several(draw) -> dict[str, Any]:
    there = draw(options(4, 7))
    key = draw(st.lists(st.sampled_from([o["id"] for o in there]), min_size=2, max_size=3, unique=True))
    return {"format": "multiple_choice", "options": there, "key": key}


@st.composite
def _true_false(draw) -> dict[str, Any]:
    there = [
        {"id": id_, "text": id_.capitalize(), "explanation": draw(long_texts)} for id_ in ("true", "false")
    ]
    return {"format": "true_false", "options": there, "key": [draw(st.sampled_from(["true", "false"]))]}


@st.composite
def _fill_in(draw) -> dict[str, Any]:
    number = {"number": draw(st.floats(-1e6, 1e6)), "tolerance": draw(st.sampled_from([0.0, 0.5, 0.01]))}
    accepted = {
        "accept": draw(st.lists(texts, min_size=1, max_size=3, unique_by=str.strip)),
        "case_sensitive": draw(st.booleans()),
    }
    return {"format": "fill_in", "explanation": draw(long_texts), **draw(st.sampled_from([number, accepted]))}


@st.composite
def _order(draw) -> dict[str, Any]:
    there = draw(options(3, 8))
    return {"format": "order_lines", "options": there, "key": draw(st.permutations([o["id"] for o in there]))}


@st.composite
def _pairs(draw) -> dict[str, Any]:
    there = draw(options(3, 6))
    number = len(there) + draw(st.integers(0, 2))
    matches = draw(st.lists(texts, min_size=number, max_size=number, unique_by=str.strip))
    names = [f"m{place}" for place in range(1, number + 1)]
    return {
        "format": "match_pairs",
        "options": there,
        "matches": [{"id": name, "text": text} for name, text in zip(names, matches, strict=True)],
        "key": {option["id"]: draw(st.sampled_from(names)) for option in there},
    }


codes = st.fixed_dictionaries(
    {
        "language": st.sampled_from(["js", "jsx", "vue", "csharp", "java", "text"]),
        "text": st.text(ALPHABET, min_size=1, max_size=60),
    }
)


@st.composite
def items(draw) -> Item:
    """Draw an item of any format, with any of the optional fields."""
    kinds = (_choice(), _output(), _several(), _true_false(), _fill_in(), _order(), _pairs())
    body = draw(st.one_of(*kinds))
    some = {
        "code": draw(st.none() | codes),
        "angoff": draw(st.none() | st.sampled_from([0.5, 0.65])),
        "explanation": draw(st.sampled_from(["", "In short."])),
    }
    return Item.model_validate(
        {
            "id": f"rust-basics-{draw(st.integers(1, 999)):03}",
            "version": draw(st.integers(1, 3)),
            "topic": draw(st.sampled_from(["basics", "macros"])),
            "pool": draw(st.sampled_from(["practice", "certification", "pretest"])),
            "difficulty": draw(st.sampled_from(["beginner", "intermediate", "advanced"])),
            "stem": draw(long_texts),
            "reference": {"title": "Book", "url": "https://doc.rust-lang.org/book/"},
            "expected_seconds": draw(st.integers(15, 240)),
            "evidence": {"kind": "cited", "location": "first paragraph"},
            **{name: value for name, value in some.items() if value is not None},
            **body,
        }
    )
