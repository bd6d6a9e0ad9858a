"""Check the tutor's answers, sentence by sentence while they arrive.

Answers are Markdown from a language model, which may have been talked into anything. Outside of code, links,
images and HTML are removed or made inert, and citations of sources that do not exist are removed.
"""

import re
from collections.abc import Iterator

_FENCE = re.compile(r"^ {0,3}```", re.MULTILINE)
_FENCE_END = re.compile(r"\n {0,3}```[^\S\n]*(?:\n|$)")
_SENTENCE_END = re.compile(r"[.!?…:][\"'’”)\]]*\s+|\n+")
_INLINE_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Control characters, and those that are invisible or change the direction of text."""
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s[^()]*)?\)")
_LINK_JOINT = re.compile(r"\](?=[(\[:])(?!\[\d)")
_URL = re.compile(
    r"(?:\b(?:https?|ftp|file|wss?)://|\b(?:data|javascript|vbscript|mailto|tel):(?=\S)|\bwww\.|(?<![\w/:])//(?=\w))\S+",
    re.IGNORECASE,
)
_IMAGE = re.compile(r"!(?=\[)")
_TAG = re.compile(r"(?<!\\)<(?=[A-Za-z/!?])")
_CITATION = re.compile(r"\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]")
_LONGEST_WAIT = 2000
"""Characters without the end of a sentence after which a part is shown anyway."""


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

    def feed(self, piece: str) -> list[str]:
        """Take the next piece as it arrives, and return the sentences and blocks of code it completes."""
        self._waiting += piece
        return list(self._complete(is_last=False))

    def finish(self) -> list[str]:
        """Return what is left at the end."""
        return list(self._complete(is_last=True))

    def _complete(self, *, is_last: bool) -> Iterator[str]:
        while end := self._next_end(is_last=is_last):
            part, self._waiting = self._waiting[:end], self._waiting[end:]
            shown = self._checked_block(part) if _FENCE.match(part) else self._checked_prose(part)
            if self.text.endswith("]") and shown.startswith(("(", "[", ":")):
                shown = f" {shown}"
            self.text += shown
            if shown:
                yield shown

    def _next_end(self, *, is_last: bool) -> int:
        """Return where the next complete part ends; 0 if there is none yet."""
        waiting = self._waiting
        if _FENCE.match(waiting):
            end = _FENCE_END.search(waiting)
            # The line of the end may go on, and then it is none.
            is_complete = end is not None and (is_last or end[0].endswith("\n"))
            return end.end() if end and is_complete else len(waiting) * is_last
        fence = _FENCE.search(waiting)
        most = fence.start() if fence else len(waiting)
        code = [found.span() for found in _INLINE_CODE.finditer(waiting)]
        for found in _SENTENCE_END.finditer(waiting, 0, most):
            open_code = waiting.count("`", 0, found.start()) % 2 and "\n" not in found[0]
            if not open_code and not any(start < found.start() < end for start, end in code):
                # What follows the last line break may be the begin of a fence.
                return found.end()
        if fence or is_last or most > _LONGEST_WAIT:
            return most
        return 0

    def _checked_block(self, block: str) -> str:
        block = _UNSEEN.sub("", block)
        return block if _FENCE_END.search(block) else f"{block}\n```\n"

    def _checked_prose(self, part: str) -> str:
        shown, last = "", 0
        for code in _INLINE_CODE.finditer(part):
            shown += self._without_links(part[last : code.start()]) + _UNSEEN.sub("", code[0])
            last = code.end()
        return shown + self._without_links(part[last:])

    def _without_links(self, prose: str) -> str:
        prose = _UNSEEN.sub("", prose)
        prose, links = _LINK.subn(r"\1", prose)
        prose, urls = _URL.subn("", prose)
        self.removed_links += links + urls
        prose = _CITATION.sub(self._existing, prose)
        prose = _IMAGE.sub("", prose)
        # Parts of a link that another sentence would complete.
        prose = _LINK_JOINT.sub("] ", prose)
        return _TAG.sub(r"\\<", prose)

    def _existing(self, citation: re.Match[str]) -> str:
        numbers = [int(number) for number in re.split(r"\D+", citation[1])]
        exist = [number for number in numbers if 1 <= number <= self._sources]
        self.citations.update(exist)
        self.removed_citations += len(numbers) - len(exist)
        return "".join(f"[{number}]" for number in exist)
