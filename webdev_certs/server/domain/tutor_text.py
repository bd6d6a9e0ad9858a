"""Check the tutor's answers, sentence by sentence while they arrive.

Answers are Markdown from a language model, which may have been talked into anything. Outside of code, links,
images and HTML are removed or made inert, and citations of sources that do not exist are removed.

What is code must be the same for every reader of Markdown. So blocks of code are written anew at the start
of their lines, and backticks that neither open nor close code are escaped.
"""

import re
from collections.abc import Iterator

_FENCE = re.compile(r"([ \t]*)(`{3,})([^`\n]*)\n")
_SENTENCE_END = re.compile(r"[.!?…:][\"'’”)\]]*(?:[^\S\n]+|(?=\n))\n*|\n+")
_BACKTICKS = re.compile(r"\\[!-/:-@\[-`{-~]|`+")
"""Also what is escaped, because an escaped backtick opens no code."""
_TILDES = re.compile(r"~{3,}")
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
"""Control characters, those that are invisible or change the direction of text, and halves of characters."""
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s[^()]*)?\)")
_LINK_JOINT = re.compile(r"\](?=[(\[:])(?!\[\d)")
_URL = re.compile(
    r"(?:\b(?:https?|ftp|file|wss?)://|\b(?:data|javascript|vbscript|mailto|tel):(?=\S)|\bwww\.|(?<![\w/:])//(?=\w))\S+",
    re.IGNORECASE,
)
_IMAGE = re.compile(r"!(?=\[)")
_TAG = re.compile(r"(\\*)<(?=[A-Za-z/!?]|\Z)")
_LAST_BACKSLASHES = re.compile(r"\\*\Z")
_CITATION = re.compile(r"\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]")
_PLAIN_WORDS = re.compile(r"[^\W_][\w ,'’-]* ")
"""Whole words in which nothing is to be checked."""
_LONGEST_WAIT = 2000
"""Characters without the end of a sentence after which a part is shown anyway."""


def visible(text: str) -> str:
    """Return a text without what nobody sees, and what databases and endpoints do not take."""
    return _UNSEEN.sub("", text)


class CheckedAnswer:
    """The sentences of an answer, each checked before it is shown.

    Attributes:
        text: Everything that was shown so far.
        citations: The numbers of the sources that it names.
        removed_citations: How many citations named sources that do not exist.
        removed_links: How many links and images were removed.
    """

    def __init__(self, sources: int) -> None:
        """Begin an answer.

        Args:
            sources: How many sources there are; their numbers begin with 1.
        """
        self.text = ""
        self.citations: set[int] = set()
        self.removed_citations = 0
        self.removed_links = 0
        self._sources = sources
        self._waiting = ""
        self._is_line_start = True

    @property
    def begun(self) -> str:
        """The words with which the first sentence begins; empty if there are none that need no check."""
        words = _PLAIN_WORDS.match(self._waiting)
        return words[0] if words and not self.text else ""

    def feed(self, piece: str) -> list[str]:
        """Take the next piece as it arrives, and return the sentences and blocks of code it completes."""
        self._waiting += visible(piece)
        return list(self._complete(is_last=False))

    def finish(self) -> list[str]:
        """Return what is left at the end."""
        return list(self._complete(is_last=True))

    def _complete(self, *, is_last: bool) -> Iterator[str]:
        while self._waiting:
            fence = _FENCE.match(self._waiting) if self._is_line_start else None
            end = self._block_end(fence, is_last=is_last) if fence else self._prose_end(is_last=is_last)
            if not end:
                break
            part, self._waiting = self._waiting[:end], self._waiting[end:]
            shown = _checked_block(fence, part) if fence else self._checked_prose(part)
            self._is_line_start = part.endswith("\n")
            if self.text.endswith("]") and shown.startswith(("(", "[", ":")):
                shown = f" {shown}"
            self.text += shown
            if shown:
                yield shown

    def _block_end(self, fence: re.Match[str], *, is_last: bool) -> int:
        """Return where a block of code ends; 0 if it is not complete yet."""
        end = _fence_end(fence).search(self._waiting, fence.end())
        # The line of the end may go on, and then it is none.
        is_complete = end is not None and (is_last or end[0].endswith("\n"))
        return end.end() if end and is_complete else len(self._waiting) * is_last

    def _prose_end(self, *, is_last: bool) -> int:
        """Return where the next complete sentence or line ends; 0 if there is none yet."""
        waiting = self._waiting
        for found in _SENTENCE_END.finditer(waiting):
            if "\n" in found[0] or not _has_open_code(waiting[: found.end()]):
                return found.end()
        return len(waiting) if is_last or len(waiting) > _LONGEST_WAIT else 0

    def _checked_prose(self, part: str) -> str:
        shown, last = "", 0
        for start, end, code in _code(part):
            shown += self._without_links(part[last:start])
            if code and (shown or self.text).endswith("`"):
                # What was between them has been removed, and they would become one.
                shown += " "
            shown += code or "\\`" * part.count("`", start, end)
            last = end
        return shown + self._without_links(part[last:])

    def _without_links(self, prose: str) -> str:
        """Return a text without backticks without anything that leads away."""
        prose = _CITATION.sub(self._existing, prose)
        prose, links = _LINK.subn(r"\1", prose)
        prose, urls = _URL.subn("", prose)
        self.removed_links += links + urls
        prose = _IMAGE.sub("", prose)
        # Parts of a link that another sentence would complete.
        prose = _LINK_JOINT.sub("] ", prose)
        prose = _TILDES.sub(lambda found: "\\~" * len(found[0]), prose)
        prose = _TAG.sub(lambda found: f"{_even(found[1])}\\<", prose)
        # What follows must not be escaped, or its own escape undone.
        return _LAST_BACKSLASHES.sub(lambda found: _even(found[0]), prose)

    def _existing(self, citation: re.Match[str]) -> str:
        numbers = [int(number) for number in re.split(r"\D+", citation[1])]
        exist = [number for number in numbers if 1 <= number <= self._sources]
        self.citations.update(exist)
        self.removed_citations += len(numbers) - len(exist)
        return "".join(f"[{number}]" for number in exist)


def _even(backslashes: str) -> str:
    """Return backslashes that stand for themselves and escape nothing."""
    return backslashes + "\\" * (len(backslashes) % 2)


def _fence_end(fence: re.Match[str]) -> re.Pattern[str]:
    indent, ticks = len(fence[1]), len(fence[2])
    return re.compile(rf"^[ \t]{{0,{indent + 3}}}`{{{ticks},}}[ \t]*(?:\n|\Z)", re.MULTILINE)


def _checked_block(fence: re.Match[str], block: str) -> str:
    """Return a block of code at the beginning of its lines, also if it was in a list, and closed."""
    end = _fence_end(fence).search(block, fence.end())
    code = block[fence.end() : end.start() if end else len(block)]
    code = re.sub(rf"^[ \t]{{1,{len(fence[1])}}}", "", code, flags=re.MULTILINE) if fence[1] else code
    line_break = "" if not code or code.endswith("\n") else "\n"
    return f"{fence[2]}{fence[3]}\n{code}{line_break}{fence[2]}\n"


def _code(line: str) -> Iterator[tuple[int, int, str]]:
    """Yield where backticks begin and end, and the code between them; no code if they open none."""
    position = 0
    while found := _BACKTICKS.search(line, position):
        position = found.end()
        if found[0].startswith("`"):
            close = re.compile(f"(?<!`){found[0]}(?!`)").search(line, position)
            position = close.end() if close else position
            yield found.start(), position, line[found.start() : position] if close else ""
        elif found[0] == "\\`":
            yield found.start(), position, ""


def _has_open_code(line: str) -> bool:
    return any(not code and line[start] == "`" for start, _end, code in _code(line))
