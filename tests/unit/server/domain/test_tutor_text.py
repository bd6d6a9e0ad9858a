"""Answers of the tutor: sentences as soon as they are complete, and nothing that leads away or pretends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

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


def test_the_first_words_are_known_before_the_first_sentence_is_complete():
    checked = CheckedAnswer(1)
    assert checked.begun == ""
    assert checked.feed("You to") == []
    assert checked.begun == "You "
    assert checked.feed("ok, it’s [9] so") == []
    assert checked.begun == "You took, it’s "
    checked.feed(". It")
    assert checked.begun == ""


@given(st.text(alphabet="aw_ ,'’-`~\\\n[]()!:/.<>1", max_size=80), st.integers(1, 9))
def test_an_answer_begins_with_its_first_words(text: str, size: int):
    checked, begun = CheckedAnswer(1), set[str]()
    for start in range(0, len(text), size):
        checked.feed(text[start : start + size])
        begun.add(checked.begun)
    checked.finish()
    assert all(map(checked.text.startswith, begun))


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


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    "text",
    [
        "Sure. ```x``` ![p](https://evil.example/p.png)",
        "Sure. ```\n![p](https://evil.example/p.png)\n```\n",
        "```x``` ![p](https://evil.example/p.png)",
        "````\ncode\n```\n[x](https://evil.example)\n````\n[x](https://evil.example)",
        "```\ncode\n````\n[x](https://evil.example)",
        "``` a`b\n[x](https://evil.example)\n```\n",
        "\\`[x](https://evil.example)\\`",
        "\\\\`[x](https://evil.example)\\`[x](https://evil.example)`",
        "`a\\`[x](https://evil.example)`",
        "[x\\](y)\\`[x](https://evil.example)`",
        "\\https://evil.example`a`[x](/evil)`",
        "\\\\<img src=x>",
        "\\[](u)\\<img src=x>",
        "- ```\n  code\n- [x](https://evil.example)\n",
        "- ```\n  code\n  ```\n- [x](https://evil.example)\n",
        "> ```\n> code\n[x](https://evil.example)\n",
        "   ```\n   code\n   ```\n[x](https://evil.example)\n",
        "a `b\n\n[x](https://evil.example)\n\nc` d",
        "- `b\n- [x](https://evil.example)`",
        "    [x](https://evil.example)\n",
        "text\n    ```\n    [x](https://evil.example)\n",
        "~~~\n```\n~~~\n[x](https://evil.example)\n```\n",
        "<!--\n```\n-->\n[x](https://evil.example)\n```\n",
        "[a][b]\n\n[b]: https://evil.example\n",
        "ht[9]tps://evil.example and java[9]script:alert(1)",
        "[`a`](https://evil.example) ![`a`](/evil.png)",
        "<https://evil.example> <a@evil.example>",
        "`a <https://evil.example>`https://x.example`![p](/p.png) `",
        "x" * 2500 + "<" + "img src=x>" + "`" * 3 + "[x](https://evil.example)",
    ],
)
def test_no_reader_of_markdown_finds_a_link_or_html(text: str, size: int):
    _check_no_link(shown(text, size=size).text)


def test_code_in_a_list_stays_code():
    text = "1. Compare:\n   ```js\n   if (a < b) {\n     f()\n   }\n   ```\n2. Done.\n"
    assert shown(text).text == "1. Compare:\n```js\nif (a < b) {\n  f()\n}\n```\n2. Done.\n"


def test_backticks_that_are_no_code_are_shown_as_such():
    assert shown("A ` b `` c.").text == "A \\` b \\`\\` c."


def test_half_characters_and_control_characters_are_removed():
    assert shown("a\ud83d\x00b `\udfffc\x1b`").text == "ab `c`"


def _check_no_link(text: str) -> None:
    tokens = MarkdownIt("commonmark").parse(text)
    kinds = {token.type for block in tokens for token in (block, *(block.children or ()))}
    assert not kinds & {"link_open", "image", "html_inline", "html_block"}, text


@given(st.text(alphabet="a `~\\\n[]()!:/.<>1-htps", max_size=80), st.integers(1, 9))
def test_it_makes_no_difference_where_an_answer_is_split_and_no_link_is_left(text: str, size: int):
    checked = shown(text, size=size)
    whole = shown(text, size=1000)
    assert checked.citations == whole.citations
    assert checked.text == whole.text
    _check_no_link(checked.text)


_LINKS = ["[x](https://e.example)", "![p](/p)", "<img src=x>", "https://e.example", "[x", "](/e)", "]: /e\n"]
_MARKS = ["`", "``", "```", "````", "~~~", "\\", "\n", "\n\n", "   ", "- ", "> ", "<", "js\n", "|", "a", ". "]


@given(
    st.lists(st.sampled_from([*_LINKS, *_MARKS, "[9]", "[1]"]), max_size=25).map("".join), st.integers(1, 9)
)
def test_no_mix_of_fences_and_links_gets_through(text: str, size: int):
    checked = shown(text, size=size)
    assert checked.text == shown(text, size=1000).text
    _check_no_link(checked.text)
