"""Code as safe HTML: lines and tokens with class names, whose colors assets/content.css defines."""

import re
from functools import lru_cache
from html import escape, unescape
from itertools import pairwise

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

# Angular's templates are HTML with bindings; Pygments has a lexer of its own for them.
_LEXERS = {"html": "html+ng2"}
_TAB = 2
"""The width of a tab, as in assets/content.css."""
_ROW = 12
"""A text of this many characters fits in a row of every phone, even where the code is deeply indented."""
_LONG_WORD, _LONG_NAME = 15, 14
"""Longer words may wrap after punctuation, and longer names between their parts."""
_TOKEN = re.compile(r'<span class="([^"]*)">([^<]*)</span>|([^<]+)')
_BREAKABLE = re.compile(r"[\s?!/|%&+-]")
"""What browsers wrap after."""
_PUNCTUATION = re.compile(
    r"""[(\[{](?![^()\[\]{}]{0,4}[)\]}])|,|(?<=\w)<(?=\w{12})|(?<=[\w$)\]?])\.(?=[A-Za-z_$])|=(?=[{`])"""
    r"""|=(?="[^"]{7}|'[^']{7})|(?<=[^\s<])(?=</)|(?<=[\w}]>)(?=\w)"""
)
"""What a long word may wrap after: not before the rest of short brackets, such as `(0)`, or short strings."""
_WORD = re.compile(r"\S+")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_PART = re.compile(r"(?<=[^\W_A-Z]{3})(?=[A-Z]\w\w)|(?<=[A-Z]{3})(?=[A-Z][a-z]\w)|(?<=[^\W_]_)(?=[^\W_]{3})")
"""Where a part of a name begins: at a capital letter, or after an underscore."""
_NAMES = {
    "js": "JavaScript",
    "jsx": "JSX",
    "ts": "TypeScript",
    "tsx": "TSX",
    "html": "HTML",
    "vue": "Vue",
    "css": "CSS",
    "csharp": "C#",
    "java": "Java",
    "text": "Text",
}


def language_name(language: str) -> str:
    """Return the name of an item's language as people write it, such as `C#` for `csharp`."""
    return _NAMES.get(language, language)


@lru_cache(maxsize=2048)
def highlighted(code: str, language: str) -> str:
    """Return the code as HTML for <code>: one <span class="line"> a line, with Pygments' short class names.

    An indented line has its indent in `--indent`, so that its wrapped part can begin further right. Browsers
    would wrap only after spaces and hyphens, and break other long words anywhere (`_with_breaks`).

    Args:
        code: The code. The text of the HTML is exactly this.
        language: A language of the question bank; an unknown one gets no colors.
    """
    # The lexers' own defaults would drop blank lines at both ends and add a line break.
    options = {"stripnl": False, "ensurenl": False}
    try:
        lexer = get_lexer_by_name(_LEXERS.get(language, language), **options)
    except ClassNotFound:
        lexer = get_lexer_by_name("text", **options)
    tokens = highlight(code, lexer, HtmlFormatter(nowrap=True))
    lines = [_with_breaks(line) for line in tokens.removesuffix("\n").split("\n")]
    # The formatter always ends with a line break, even if the code does not.
    last = len(lines) - 1
    ends = ["\n" if at < last or code.endswith("\n") else "" for at in range(len(lines))]
    # An empty line at the end of the code has no element.
    starts = [_line_start(line) for line in code.split("\n")][: len(lines)]
    return "".join(f"{start}{line}{end}</span>" for start, line, end in zip(starts, lines, ends, strict=True))


def _line_start(line: str) -> str:
    """Return the start tag of a line's element."""
    spaced = line.expandtabs(_TAB)
    indent = len(spaced) - len(spaced.lstrip())
    return f'<span class="line" style="--indent:{indent}">' if indent else '<span class="line">'


def _with_breaks(line: str) -> str:
    """Return a line of code as HTML in which long words may wrap at good places, and short tokens cannot.

    Args:
        line: Tokens in spans that are not nested. Its text stays the same.
    """
    tokens = [(name, unescape(token or plain)) for name, token, plain in _TOKEN.findall(line)]
    text = "".join(token for _name, token in tokens)
    places = _places(text, _WORD, _LONG_WORD, _PUNCTUATION) | name_parts(text)
    html, start = "", 0
    # A brace at the end stays with what is before it.
    held = len(text.rstrip()) - len(") {") if text.rstrip().endswith(" {") else -1
    for name, token in tokens:
        end = start + len(token)
        html += '<span class="whole">' if start <= held < end else ""
        inside = [place for place in sorted(places) if start < place < end]
        whole = not inside and len(token.strip()) > 1 and len(token) <= _ROW and _BREAKABLE.search(token)
        inner = "<wbr>".join(escape(text[a:b]) for a, b in pairwise([start, *inside, end]))
        html += "<wbr>" if start in places else ""
        html += f'<span class="{name}{" whole" if whole else ""}">{inner}</span>' if name else inner
        start = end
    return f"{html}</span>" if held >= 0 else html


def name_parts(text: str, longest: int = _LONG_NAME) -> set[int]:
    """Return where names in code that are longer than `longest` may wrap: before their parts."""
    return _places(text, _NAME, longest, _PART)


def _places(text: str, part: re.Pattern[str], longest: int, after: re.Pattern[str]) -> set[int]:
    """Return where parts of a line may wrap that are longer than `longest`."""
    return {
        mark.end()
        for found in part.finditer(text)
        if len(found[0]) > longest
        for mark in after.finditer(text, *found.span())
        if found.start() < mark.end() < found.end()
    }
