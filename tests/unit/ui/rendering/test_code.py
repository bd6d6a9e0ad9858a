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


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            'let a = `\n  <b\n    [onlylowercaselettershere]="first" />\n`;\n',
            ["[onlylowercaselettershere]="],
        ),
        ("\tonlylowercaselettershere();\n", ["onlylowercaselettershere();"]),
        ("onlylowercaselettershere();\n", []),
        ("  short(onlylowercaselettershere);\n", []),
        # Names of several parts break between these.
        ("\tanIdentifierThatIsVeryLong();\n", []),
    ],
)
def test_a_long_word_at_the_beginning_of_an_indented_line_may_break(code: str, words: list[str]):
    found = re.findall(r'<span class="begin">(.*?</span>)(?:<wbr>)?</span>', highlighted(code, "js"))
    assert [text_of(word) for word in found] == words


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
        ("viewChild<ElementRef<HTMLInputElement>>();", ["viewChild<ElementRef<", "HTMLInputElement>>();"]),
    ],
)
def test_long_words_may_wrap_after_what_opens_or_separates(code: str, parts: list[str]):
    assert [text_of(part) for part in highlighted(code, "ts").split("<wbr>")] == parts


@pytest.mark.parametrize(
    ("code", "parts"),
    [
        ("a = useSynchronizedSubscriptionStore", ["a = use", "Synchronized", "Subscription", "Store"]),
        ("a = getHTTPResponseHeaderAsString", ["a = get", "HTTP", "Response", "Header", "As", "String"]),
        ("a = MAXIMUM_CONCURRENT_REQUESTS", ["a = MAXIMUM_", "CONCURRENT_", "REQUESTS"]),
        (
            "a = __private_name_of_the_first_item",
            ["a = __private_", "name_", "of_", "the_", "first_", "item"],
        ),
        # Parts of one or two characters stay with those beside them.
        ("a = anIdentifierWithoutAnyOtherNewA", ["a = anIdentifier", "Without", "Any", "Other", "NewA"]),
        # A name that fits in a row moves there as a whole.
        ("a = useSubscriptionStore", ["a = useSubscriptionStore"]),
        ("        a = useSubscriptionStore", ["        a = use", "Subscription", "Store"]),
        # The first name of a line cannot move.
        ("  useSubscriptionStore", ["  use", "Subscription", "Store"]),
        ("  useTheStore", ["  useTheStore"]),
        ("onlylowercaselettersinthisname", ["onlylowercaselettersinthisname"]),
    ],
)
def test_long_names_may_wrap_between_their_parts(code: str, parts: list[str]):
    assert [text_of(part) for part in highlighted(code, "js").split("<wbr>")] == parts


@pytest.mark.parametrize(
    ("code", "parts"),
    [
        ("  static getDerivedStateFromError()", ["  static get", "Derived", "State", "From", "Error()"]),
        ("  static getDerivedState()", ["  static getDerivedState()"]),
    ],
)
def test_other_names_may_wrap_on_narrow_phones_alone(code: str, parts: list[str]):
    rendered = highlighted(code, "js")
    assert "<wbr>" not in rendered
    assert [text_of(part) for part in rendered.split('<wbr class="narrow">')] == parts


@pytest.mark.parametrize(
    ("language", "code", "kept"),
    [
        ("vue", '<li v-if="!todo.done">', ['v-if="!todo.done">']),
        ("js", "a('app-counter');", ["'app-counter');"]),
        ("js", "a('a  b');", ["'a  b');"]),
        ("css", "app-counter {", ["app-counter", " {"]),
        ("js", "const a = (b) => {", [" =", " => {"]),
        ("cs", 'a($"{b} {c}");', ['$"{b} {c}");']),
        # Of a long string, only what is in it.
        (
            "html",
            '<b class="icon-button button-of-the-whole-page">',
            ["icon-button", "button-of-the-whole-page"],
        ),
    ],
)
def test_short_names_strings_and_attributes_stay_in_one_row(language: str, code: str, kept: list[str]):
    rendered = highlighted(code, language)
    assert text_of(rendered) == code
    found = re.findall(r'<span class="(?:whole|glued)">((?:<span[^>]*>[^<]*</span>|[^<]*)*)</span>', rendered)
    assert [text_of(part) for part in found] == kept
    # assets/content.css colors classes that begin like Pygments' keywords, strings, numbers and comments.
    assert not re.search(r'<span class="[ksmc][a-z0-9]{2,}"', rendered)


def test_languages_have_names():
    assert language_name("csharp") == "C#"
    assert language_name(ShownCode(language="elm", text="").language) == "elm"
