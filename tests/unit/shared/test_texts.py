"""Long texts are read from Markdown files, and their mistakes are named with file and line."""

from pathlib import Path

import pytest

from webdev_certs.shared import texts
from webdev_certs.shared.texts import TextError, read_text
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.rendering.text import plain

TEXT = """---
title: Hello {{ name }}
updated: 2026-03-02
---

# Welcome, {{ name }}

First
paragraph.

{% if wait %}
Wait {{ wait|counted("day", "days") }}.
{% endif %}

## Second
<!-- id: second -->
<!-- search: some
     words -->

- one
  entry
- another

### Third

Text.

## Fourth
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Write a text in a language; nothing else is there."""
    monkeypatch.setattr(texts, "TEXTS", tmp_path)
    texts.read_source.cache_clear()

    def _write(text: str, language: str = "en", name: str = "about") -> Path:
        file = tmp_path / language / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    yield _write
    texts.read_source.cache_clear()


def test_a_text_has_metadata_sections_and_notes(write):
    write(TEXT)
    text = read_text("about", {"name": "Ada", "wait": 1, "unused": 0})
    assert text.metadata["title"] == "Hello Ada"
    assert str(text.date("updated")) == "2026-03-02"
    assert text.date("created") is None
    assert (text.heading, text.parts) == (
        "Welcome, Ada",
        ("First paragraph.", "Wait 1\N{NO-BREAK SPACE}day."),
    )
    assert [section.heading for section in text.sections] == ["Second", "Fourth"]
    second = text.section("second")
    assert second.notes == {"id": "second", "search": "some words"}
    assert second.text == "- one entry\n- another"
    assert second.entries == ("one entry", "another")
    assert [section.heading for section in second.sections] == ["Third"]
    assert (text.has("second"), text.has("third")) == (True, False)
    with pytest.raises(TextError, match="third"):
        text.section("third")


def test_what_depends_on_an_empty_value_is_left_out(write):
    write(TEXT)
    assert read_text("about", {"name": "Ada", "wait": 0}).parts == ("First paragraph.",)


@pytest.mark.parametrize(
    "value", ["# *a*", "[b](https://evil.example)", "- c", "<b>", "1. d", "`e` & _f_", "## g\n## h"]
)
def test_values_are_shown_as_they_are(write, value: str):
    write("{{ value }}\n\n## Heading {{ value }}\n\nText.\n")
    text = read_text("about", {"value": value})
    shown = " ".join(value.split("\n"))
    assert plain(text.text) == shown
    assert [plain(section.heading) for section in text.sections] == [f"Heading {shown}"]


def test_each_language_has_its_own_text_and_a_text_that_a_language_lacks_is_in_english(write):
    write("Hello", name="a")
    write("Hallo", "de", name="a")
    write("Only English", name="b")
    with in_language("de"):
        assert read_text("a", {}).text == "Hallo"
        assert read_text("b", {}).text == "Only English"
    assert read_text("a", {}).text == "Hello"


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("---\ntitle: a\n---\n\nOne\n\n{{ price }}\n", "en/about.md:7: there is no value for {{ price }}"),
        ("---\ntitle: '{{ price }}'\n---\n", "en/about.md:2: there is no value for {{ price }}"),
        ("{% if price %}x{% endif %}", "en/about.md:1: there is no value for {{ price }}"),
        ("One\n\n{% if name %}\nx\n", "en/about.md:4: "),
        ("One\n{{ name\n", "en/about.md:2: "),
        ("One\n{{ name|unknown }}\n", "en/about.md:2: "),
        ("---\ntitle: a\nother: 'b\n---\n", "en/about.md:"),
        ("---\njust text\n---\n", "en/about.md:1: "),
    ],
)
def test_a_mistake_is_named_with_file_and_line(write, text: str, mistake: str):
    write(text)
    with pytest.raises(TextError) as error:
        read_text("about", {"name": "Ada"})
    assert mistake in str(error.value)


def test_a_missing_file_is_named(write):
    with pytest.raises(TextError, match=r"en/missing\.md"):
        read_text("missing", {})
