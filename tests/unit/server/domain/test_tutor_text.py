"""Answers of the tutor: sentences as soon as they are complete, and nothing that leads away or pretends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.tutor_text import CheckedAnswer


def shown(text: str, *, size: int = 3, sources: int = 3) -> CheckedAnswer:
    """Check a text that arrives in pieces of this size."""
    checked = CheckedAnswer(sources)
    parts = [part for start in range(0, len(text), size) for part in checked.feed(text[start : start + size])]
    parts += checked.finish()
    assert "".join(parts) == checked.text
    return checked


def test_a_sentence_is_shown_once_it_is_complete():
    checked = CheckedAnswer(1)
    assert checked.feed("It is `a.b. c`") == []
    assert checked.feed(" here. And") == ["It is `a.b. c` here. "]
    assert checked.feed(" more.") == []
    assert checked.finish() == ["And more."]


def test_a_block_of_code_is_shown_whole_and_unchanged():
    code = "```js\nconst a = b[7](c). d;\n\nfetch('https://api.example')\n```\n"
    checked = CheckedAnswer(1)
    parts = checked.feed(f"Look:\n{code}Then [1].")
    assert parts == ["Look:\n", code]
    assert checked.finish() == ["Then [1]."]


def test_a_block_that_is_cut_off_is_closed():
    assert shown("```js\nlet a").text == "```js\nlet a\n```\n"


@pytest.mark.parametrize("size", [1, 2, 5, 1000])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See [docs](https://evil.example/a?b=(c)).", "See docs."),
        ("See ![pixel](https://evil.example/p.png).", "See pixel."),
        ("See [x](javascript:alert(1)).", "See x."),
        ("See [one. Two](https://evil.example).", "See [one. Two] ("),
        ("See https://evil.example/path now.", "See  now."),
        ("See www.evil.example now.", "See  now."),
        ("See //evil.example now.", "See  now."),
        ("Write to mailto:a@evil.example now.", "Write to  now."),
        ("A <script>alert(1)</script> b", "A \\<script>alert(1)\\</script> b"),
        ("A [label][1] is [1][2], not [9] or [2, 7].", "A [label][1] is [1][2], not  or [2]."),
        ("[a]: https://evil.example", "[a] : "),
        ("hid\u200bden \u202etxet", "hidden txet"),
        ("`[x](https://docs.example)` stays", "`[x](https://docs.example)` stays"),
        ("a // b stays", "a // b stays"),
        ("if a < b and c > d", "if a < b and c > d"),
    ],
)
def test_what_leads_away_is_removed(text: str, expected: str, size: int):
    assert shown(text, size=size).text == expected


def test_citations_are_checked_and_counted():
    checked = shown("True [1]. Also [3][4], and [2; 8].")
    assert checked.citations == {1, 2, 3}
    assert checked.removed_citations == 2


@given(st.text(alphabet="a `\n[]()!:/.<1htps", max_size=80), st.integers(1, 9))
def test_it_makes_no_difference_where_an_answer_is_split_and_no_link_is_left(text: str, size: int):
    checked = shown(text, size=size)
    whole = shown(text, size=1000)
    assert checked.citations == whole.citations
    if "`" not in text:
        assert checked.text == whole.text
        assert "](" not in checked.text
        assert "://" not in checked.text.replace(" ://", "")
