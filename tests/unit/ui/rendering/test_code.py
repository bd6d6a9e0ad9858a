"""Code becomes safe HTML with class names."""

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webdev_certs.schemas.items import ShownCode
from webdev_certs.ui.rendering.code import highlighted, language_name

LANGUAGES = ("js", "jsx", "ts", "tsx", "html", "vue", "css", "csharp", "java", "text", "unknown")


def text_of(rendered: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", rendered))


@pytest.mark.parametrize("language", LANGUAGES)
@settings(deadline=None, max_examples=40)
@given(code=st.text("ab<>&{}()'\"`=/*$@# \t\n", max_size=60))
def test_the_text_stays_the_same(language: str, code: str):
    rendered = highlighted(code, language)
    assert text_of(rendered) == code
    assert set(re.findall(r"<([^ >]*)", rendered)) <= {"span", "/span", "wbr"}


@pytest.mark.parametrize(
    ("language", "code", "token"),
    [
        ("jsx", "const a = <App />;", "App"),
        ("ts", "let a: string;", "string"),
        ("vue", "<script setup>\nconst a = 1;\n</script>", "const"),
        ("html", '<li *ngFor="let a of b">', "li"),
        ("csharp", "public class A {}", "class"),
        ("java", "int a = 1;", "int"),
        ("css", "a { color: red; }", "color"),
    ],
)
def test_tokens_have_class_names(language: str, code: str, token: str):
    assert re.search(rf'<span class="[a-z0-9]+">{token}</span>', highlighted(code, language))


def test_every_line_is_an_element_even_within_a_comment():
    rendered = highlighted("/* a\n\nb */\nlet c;", "js")
    assert [text_of(line) for line in rendered.split('<span class="line">')[1:]] == [
        "/* a\n",
        "\n",
        "b */\n",
        "let c;",
    ]


def test_lines_that_are_indented_say_how_far():
    rendered = highlighted("a {\n  b\n\t\tc\n\n}\n", "css")
    assert re.findall(r'<span class="line"(.*?)>', rendered) == [
        "",
        ' style="--indent:2"',
        ' style="--indent:4"',
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("code", "parts"),
    [
        ("  myList.map(first, second);", ["  myList.", "map(", "first, second);"]),
        ('  console.log("hook effect");', ["  console.", "log(", '"hook effect");']),
        # Short words stay whole, and so do short brackets.
        ("a.b(c); setCurrentPage(0);", ["a.b(c); setCurrentPage(0);"]),
        ("viewChild<ElementRef<HTMLDivElement>>();", ["viewChild<ElementRef<", "HTMLDivElement>>();"]),
        ("a('<button>Save</button>');", ["a(", "'<button>", "Save", "</button>');"]),
        ("a = useSynchronizedSubscriptionStore", ["a = use", "Synchronized", "Subscription", "Store"]),
        ("a = getHTTPResponseHeaderFromCache", ["a = get", "HTTP", "Response", "Header", "From", "Cache"]),
        ("a = MAXIMUM_CONCURRENT_REQUESTS", ["a = MAXIMUM_", "CONCURRENT_", "REQUESTS"]),
        # Parts of one or two characters stay with those beside them.
        ("a = anIdentifierWithoutAnyOtherNewA", ["a = anIdentifier", "Without", "AnyOther", "NewA"]),
        ("a = useSettingsNow", ["a = useSettingsNow"]),
        ("onlylowercaselettersinthisname", ["onlylowercaselettersinthisname"]),
    ],
)
def test_long_words_may_wrap_after_punctuation_and_between_the_parts_of_names(code: str, parts: list[str]):
    assert [text_of(part) for part in highlighted(code, "ts").split("<wbr>")] == parts


@pytest.mark.parametrize(
    ("language", "code", "kept"),
    [
        ("vue", '<li v-if="done">', ["v-if"]),
        ("js", "a('my-counter');", ["'my-counter'"]),
        ("js", "a('a  b');", ["'a  b'"]),
        ("css", "app-counter {", ["app-counter"]),
        ("html", '<b class="icon-button button-of-the-whole-page">', []),
    ],
)
def test_short_names_with_hyphens_and_short_strings_stay_in_one_row(
    language: str, code: str, kept: list[str]
):
    found = re.findall(r'<span class="[a-z0-9]+ whole">(.*?)</span>', highlighted(code, language))
    assert [text_of(part) for part in found] == kept


def test_languages_have_names():
    assert language_name("csharp") == "C#"
    assert language_name(ShownCode(language="elm", text="").language) == "elm"
