"""Where lines of code may wrap: after what opens or separates, and between the parts of long names.

Short names and strings stay whole.
"""

import re
from collections.abc import Iterator
from html import escape, unescape
from itertools import pairwise

_KEPT = 24
"""The longest text that is kept in one row, in characters: as much as fits in a row of most phones."""
_TINY = 12
"""A text of this length fits even in the row with the deepest indent, so it never has to wrap inside."""
_SHORT = 16
"""A word that is not longer needs no places to wrap, unless the line is indented."""
_LONG_START = 20
"""A word at the beginning of an indented line that may be wider than the row, and then breaks anywhere."""
_RUN = re.compile(r'<span class="([^"]*)">([^<]*)</span>|([^<]+)')
_UNIT = re.compile(
    r"""(?P<name>[\w$@:#*.()\[\]-]+=)?(?P<value>[$@]{0,2}"[^"]*"|'[^']*'|`[^`]*`|(?<==)\{[^{}]*\})"""
    r"""|\{\{[^{}]*\}\}|\{[\w$.]*\}|</?[\w.-]+|[\w$@:#*-]*-[\w$]+"""
)
"""An attribute, a string, an interpolation, a tag or a name with hyphens."""
_CLOSING = re.compile(r"[)\]};,]*(?: ?/?>)?[)\];,]*")
_END = re.compile(r"['\"`]?[)\]};,]*$")
"""What may end a line, also after a string that it closes."""
_BREAKS_INSIDE = re.compile(r"[\s?!/|%&+-]")
"""What browsers wrap after."""
_GLUED = re.compile(
    r"(?<=\S) (?:(?:=> )?[({\[]$|[)\]}]+[`'\"]?[;,)]*$|/>"
    r"|(?:[=-]>|[=!]==?|[<>]=?|&&|\|\||\?\?|[-+*/%|&?]?=|[+*/%])(?=\s|$))"
    r"|[)>\]?.][(\[]"
)
"""What stays with the text before it: an operator, a bracket that begins the next line or ends this one."""
_AFTER = re.compile(
    r"""(?<=\S)[(\[{](?![^()\[\]{}]{0,4}[)\]}])|,|(?<=\w)<(?=\w{12})|(?<=[\w$)\]?])\.(?=[A-Za-z_$])|=(?=["'{`])|&&|\|\|"""
)
"""What a long word may wrap after: not before the rest of short brackets, such as `(0)`."""
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_PART = re.compile(r"(?<=[^\W_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[^\W_])_+(?=[^\W_])")
"""Where a part of a name begins: at a capital letter, or after an underscore."""
_NAME = 26
"""The longest name that fits in a row of a phone with 390 px, if the line is not indented."""
_NARROWER = 8
"""How many characters fewer a row has on a phone with 320 px."""
_PLACE = "<wbr>"
_PLACE_ON_NARROW_PHONES = '<wbr class="narrow">'
_SHORTEST_PART = 3
"""The fewest characters of a name on both sides of a place where it wraps."""
_WORD = re.compile(r"\S+")


def with_breaks(line: str) -> str:
    """Return a line of code as HTML with places to wrap and with spans around what stays in one row.

    Args:
        line: Tokens in spans that are not nested. Its text stays the same.
    """
    runs: list[tuple[str, int, int]] = []
    text = ""
    for name, token, plain in _RUN.findall(line):
        part = unescape(token or plain)
        # Blank tokens have no color.
        runs.append((name if part.strip() else "", len(text), len(text) + len(part)))
        text += part
    marks = _marks(text)
    breaks = _breaks(text, marks)
    marks = _with_long_start(text, marks, breaks)
    done, html = 0, ""
    for start, end, kind in [*marks, (len(text), len(text), "")]:
        html += _pieces(text, runs, breaks, done, start)
        if kind:
            html += f'<span class="{kind}">{_pieces(text, runs, {}, start, end)}</span>'
            # The line may wrap after the text that is kept in one row.
            html += breaks.get(end, "")
        done = end
    return html


def _pieces(text: str, runs: list[tuple[str, int, int]], breaks: dict[int, str], start: int, end: int) -> str:
    """Return the HTML of a part of the text."""
    html = ""
    for name, first, last in runs:
        begin, stop = max(first, start), min(last, end)
        if begin >= stop:
            continue
        cuts = [begin, *(place for place in sorted(breaks) if begin < place < stop), stop]
        inner = "".join(breaks.get(a, "") * (a > begin) + escape(text[a:b]) for a, b in pairwise(cuts))
        html += f'<span class="{name}">{inner}</span>' if name else inner
        html += breaks.get(stop, "")
    return html


def _marks(text: str) -> list[tuple[int, int, str]]:
    """Return what stays in one row, in order: where it begins and ends, and its class name."""
    found = [
        (start, end, "whole" if end - start > _TINY else "glued")
        for start, end in _units(text, 0, len(text))
        if _BREAKS_INSIDE.search(text, start, end)
    ]
    taken = {at for start, end, _kind in found for at in range(start, end)}
    found += [
        (glued.start(), glued.end(), "glued")
        for glued in _GLUED.finditer(text)
        if taken.isdisjoint(range(glued.start(), glued.end()))
    ]
    return sorted(found)


def _units(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where short names, attributes and strings begin and end; in long ones, those inside."""
    for unit in _UNIT.finditer(text, begin, end):
        stop = unit.end()
        if closing := _CLOSING.match(text, stop, end):
            stop = closing.end()
        if closing := _END.match(text, stop):
            stop = closing.end()
        if len(unit[0]) <= _KEPT:
            yield unit.start(), stop
        elif unit["value"]:
            if unit["name"]:
                yield unit.span("name")
            first, last = unit.span("value")
            if last - first <= _KEPT:
                yield first, stop
            else:
                yield from _units(text, first + 1, last - 1)


def _breaks(text: str, marks: list[tuple[int, int, str]]) -> dict[int, str]:
    """Return the places in long words and names where the line may wrap, with their tags."""
    inside = {at for start, end, _kind in marks for at in range(start + 1, end)}
    # What is kept in one row is part of a word, even if it has spaces.
    words = "".join("_" if at in inside else character for at, character in enumerate(text))
    indent = len(text) - len(text.lstrip())
    short = _SHORT - min(indent, _SHORT) // 2
    places = {
        place: _PLACE
        for word in _WORD.finditer(words)
        if len(word[0]) > short
        for place in (after.end() for after in _AFTER.finditer(text, word.start(), word.end()))
        if place < word.end()
    }
    places = _parts_of_names(text, indent) | places
    return {place: tag for place, tag in places.items() if place not in inside}


def _parts_of_names(text: str, indent: int) -> dict[int, str]:
    """Return where the parts of names begin that may be longer than a row, and would then break anywhere.

    Other names move to the next row as a whole, which a place to wrap would prevent. The first name of a line
    cannot move. Each place has its tag.
    """
    # As far as assets/content.css indents a wrapped row.
    room = _NAME - min(indent, 8) - max(indent - 8, 0) // 2
    first = _WORD.search(text)
    places: dict[int, str] = {}
    for at, name in enumerate(_IDENTIFIER.finditer(text)):
        length = len(name[0])
        is_first = at == 0 and first is not None and name.start() < first.end()
        if length <= _TINY or not (is_first or length > room - _NARROWER):
            continue
        tag = _PLACE if is_first or length > room else _PLACE_ON_NARROW_PHONES
        for part in _PART.finditer(text, name.start(), name.end()):
            if name.start() + _SHORTEST_PART <= part.end() <= name.end() - _SHORTEST_PART:
                places[part.end()] = tag
    return places


def _with_long_start(
    text: str, marks: list[tuple[int, int, str]], breaks: dict[int, str]
) -> list[tuple[int, int, str]]:
    """Mark a long word at the beginning that has no place to wrap, so that no blank row is left before it.

    It may then break anywhere.
    """
    word = _WORD.search(text)
    if not word or not word.start():
        return marks
    ends = [word.end(), *(place for place in breaks if place > word.start())]
    end = min(ends + [start for start, _end, _kind in marks])
    return [(word.start(), end, "begin"), *marks] if end - word.start() >= _LONG_START else marks
