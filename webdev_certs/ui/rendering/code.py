"""Code as safe HTML: lines and tokens with class names, whose colors assets/content.css defines."""

from functools import lru_cache

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from webdev_certs.ui.rendering.line_breaks import with_breaks

# Angular's templates are HTML with bindings; Pygments has a lexer of its own for them.
_LEXERS = {"html": "html+ng2"}
_TAB = 2
"""The width of a tab, as in assets/content.css."""
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

    An indented line has its indent in `--indent`, so that its wrapped part can begin further right. If a line
    begins with a long word, the word is marked: it may break in two, so that no blank row is left before it.

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
    lines = [with_breaks(line) for line in tokens.removesuffix("\n").split("\n")]
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
