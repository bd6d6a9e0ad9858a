"""Authored text becomes safe HTML."""

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.built_in import built_in_bank
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.rendering.text import block, inline, plain

_TAGS = {"p", "code", "wbr", "em", "strong", "a", "span", "ul", "ol", "li"}


class _Reader(HTMLParser):
    """Collects the tags, the link targets and the text of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.targets: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.targets += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("", ""),
        ("plain", "plain"),
        ("a `b` c", "a <code>b</code> c"),
        ("`` `${id}` ``", "<code>`${id}`</code>"),
        ("a `b", "a `b"),
        ("`<b>` & <i>", "<code>&lt;b&gt;</code> &amp; &lt;i&gt;"),
        ("*a* **b**", "<em>a</em> <strong>b</strong>"),
        ("[help](/support)", '<a href="/support">help</a>'),
        (
            "[site](https://react.dev/)",
            '<a href="https://react.dev/" target="_blank" rel="noopener">site '
            '<span class="sr-only" lang="en">(opens in a new tab)</span></a>',
        ),
        ("[mail](mailto:a@b.example)", '<a href="mailto:a@b.example">mail</a>'),
        ("# no heading", "# no heading"),
        ("![no picture](/a.png)", '!<a href="/a.png">no picture</a>'),
    ],
)
def test_inline_text(text: str, html: str):
    assert inline(text) == html


def test_each_link_to_another_site_says_in_the_language_of_the_page_that_it_opens_a_new_tab():
    with in_language("de"):
        html = block("[*one* `x`](https://a.test/), [two](/support), [three](https://b.test/).")
    assert _Reader(html).text.strip() == (
        "one x (öffnet sich in einem neuen Tab), two, three (öffnet sich in einem neuen Tab)."
    )
    assert html.count(' lang="de"') == 2


@pytest.mark.parametrize(
    "target", ["javascript:alert(1)", "http://a.test/", "//a.test/", "data:text/html,a", "/\\a.test"]
)
def test_links_lead_only_to_own_pages_secure_sites_and_emails(target: str):
    assert _Reader(inline(f"[a]({target})")).targets == []


def test_lists():
    assert _Reader(block("- one\n- two")).tags == {"ul", "li"}


@pytest.mark.parametrize(("text", "words"), [("a `b` *c*", "a b c"), ("[d](/e)", "d"), ("<b>", "<b>")])
def test_plain_text_has_no_marks(text: str, words: str):
    assert plain(text) == words


@settings(deadline=None)
@given(st.text("ab`*_[]()<>&\"'/:! \n", max_size=40))
def test_any_text_gives_only_the_allowed_tags(text: str):
    for html in (block(text), inline(text)):
        seen = _Reader(html)
        assert seen.tags <= _TAGS
        assert seen.attributes <= {"href", "target", "rel", "start", "class", "lang"}


@pytest.mark.parametrize(
    ("code", "parts"),
    [
        ("Save</IconButton>", ["Save", "</IconButton>"]),
        ("<p><b>Save</b></p>", ["<p>", "<b>", "Save", "</b>", "</p>"]),
        ("items.filter(isOpen,1)", ["items.", "filter(", "isOpen,", "1)"]),
        ("[(value)]", ["[(value)]"]),
        ("`${id}`", ["`${id}`"]),
        ("a << b <= c", ["a << b <= c"]),
        ("cut(", ["cut("]),
        ('[innerHTML]="comment"', ["[innerHTML]=", '"comment"']),
        ("renderToStaticMarkup", ["render", "ToStatic", "Markup"]),
    ],
)
def test_long_code_in_a_sentence_wraps_between_its_parts(code: str, parts: list[str]):
    # A name in front makes it long.
    long = f"{'a' * 30} {code}"
    html = inline(f"`` {long} ``")
    assert [_Reader(part).text for part in html.split("<wbr>")] == [f"{'a' * 30} {parts[0]}", *parts[1:]]
    assert _Reader(html).text == long


def test_short_code_in_a_sentence_stays_in_one_piece():
    assert inline("calls `use(newsPromise)`.") == "calls <code>use(newsPromise)</code>."
    assert "<wbr>" in inline("calls `use(reviewsPromise, another)`.")


def test_the_question_bank_shows_no_backtick_that_marks_code():
    # Template literals keep theirs, within <code>.
    for technology in built_in_bank().technologies.values():
        for item in technology.items:
            texts = [item.stem, *(option.explanation for option in item.options)]
            texts += [] if item.format == "output" else [option.text for option in item.options]
            texts += [match.text for match in item.matches]
            for text in texts:
                assert "`" not in plain(text) or "``" in text, (item.id, text)
