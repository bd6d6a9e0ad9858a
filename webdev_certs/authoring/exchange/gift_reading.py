"""Read GIFT."""

import re
from collections.abc import Iterator

from webdev_certs.authoring.exchange.losses import Imported, Loss, Tree, Unreadable
from webdev_certs.authoring.exchange.markup import (
    LETTERS,
    fields_of,
    match_pairs,
    option,
    put_together,
    split_stem,
    true_false,
)

_TAG = re.compile(r"\[(id|tag):([^\]]*)\]")
_FORMAT = re.compile(r"\A\[(?:markdown|html|plain|moodle)\]")
_WEIGHT = re.compile(r"\A%(-?[\d.]+)%")
_TRUE_FALSE = re.compile(r"\A(T|F|TRUE|FALSE)\Z", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(.)")
# Places that no backslash precedes. A backslash is itself escaped by one.
_PLAIN = r"(?<!\\)(?:\\\\)*"
_SIGNS = "\\~=#{}:"


def load(data: bytes) -> Imported:
    """Read a file.

    Raises:
        Unreadable: a question has no answer in braces.
    """
    imported = Imported()
    for number, (comments, text) in enumerate(_questions(data.decode("utf-8-sig")), start=1):
        if text.startswith("$CATEGORY:"):
            continue
        tags = [(kind, value) for comment in comments for kind, value in _TAG.findall(comment)]
        tree, name = _question(text, number)
        fields = fields_of(value for kind, value in tags if kind == "tag")
        ids = [value for kind, value in tags if kind == "id"]
        name = ids[0] if ids else name
        if tree is None:
            imported.losses.append(
                Loss(name or f"question {number}", "", "left out: the bank has no questions of its kind")
            )
            continue
        imported.trees.append(put_together({**({"id": name} if name else {}), **tree}, fields))
    return imported


def _questions(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield each question after its comments; blank lines separate the questions."""
    for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n")):
        lines = block.strip().split("\n")
        comments = [line for line in lines if line.startswith("//")]
        rest = "\n".join(line for line in lines if not line.startswith("//")).strip()
        if rest:
            yield comments, rest


def _question(text: str, number: int) -> tuple[Tree | None, str]:
    name = ""
    if text.startswith("::"):
        name, _, text = _cut(text[2:], "::")
    before, brace, rest = _cut(text, "{")
    inside, closed, after = _cut(rest, "}")
    if not brace or not closed:
        raise Unreadable(f"question {number} has no answer in braces")
    if after.strip():
        before += "_____" + after
    stem = split_stem(_plain(_FORMAT.sub("", before.strip())))
    inside, _, general = _cut(inside, "####")
    explanation = {"explanation": _plain(general)} if general.strip() else {}
    answers = _answers(inside.strip())
    return (None if answers is None else {**stem, **answers, **explanation}), _plain(name)


def _answers(inside: str) -> Tree | None:
    if inside.startswith("#"):
        return _number(inside[1:])
    head, _, feedback = _cut(inside, "#")
    if _TRUE_FALSE.match(head.strip()):
        right = head.strip().upper().startswith("T")
        if_wrong, _, if_right = _cut(feedback, "#")
        if_true, if_false = (if_right, if_wrong) if right else (if_wrong, if_right)
        return true_false(right, _plain(if_true), _plain(if_false))
    parts = re.split(rf"({_PLAIN})(?=[=~])", inside)
    # `split` gives the escapes before a sign as parts of their own: they belong to the text before.
    answers = [each for each in _joined(parts) if each.strip()]
    if not answers or any(each[0] not in "=~" for each in answers):
        return None
    if all(each.startswith("=") for each in answers):
        if all("->" in each for each in answers):
            return _pairs(answers)
        return {"format": "fill_in", "accept": [_plain(_cut(each[1:], "#")[0]) for each in answers]}
    return _choice(answers)


def _joined(parts: list[str]) -> Iterator[str]:
    text = ""
    for part in parts:
        if part[:1] in ("=", "~") and text:
            yield text
            text = ""
        text += part
    yield text


def _choice(answers: list[str]) -> Tree:
    options, key, weighted = [], [], False
    for letter, answer in zip(LETTERS, answers, strict=False):
        right, text = answer[0] == "=", answer[1:]
        if weight := _WEIGHT.match(text):
            weighted, text = True, text[weight.end() :]
            right = float(weight[1]) > 0
        text, _, feedback = _cut(text, "#")
        options.append(option(letter, _plain(text), _plain(feedback)))
        key += [letter] if right else []
    several = weighted and len(key) > 1
    return {"format": "multiple_choice" if several else "single_choice", "options": options, "key": key}


def _pairs(answers: list[str]) -> Tree:
    halves = (answer[1:].split("->", 1) for answer in answers)
    return match_pairs((_plain(prompt), _plain(text)) for prompt, text in halves)


def _number(text: str) -> Tree | None:
    value, _, tolerance = text.strip().removeprefix("=").partition("#")[0].partition(":")
    try:
        if ".." in value:
            low, high = map(float, value.split(".."))
            return {"format": "fill_in", "number": (low + high) / 2, "tolerance": (high - low) / 2}
        number = {"format": "fill_in", "number": float(value)}
        return {**number, "tolerance": float(tolerance)} if float(tolerance or 0) else number
    except ValueError:
        return None


def _cut(text: str, sign: str) -> tuple[str, str, str]:
    """Divide a text at the first sign that is not escaped."""
    found = re.search(_PLAIN + re.escape(sign), text)
    if not found:
        return text, "", ""
    start = found.end() - len(sign)
    return text[:start], sign, text[found.end() :]


def _plain(text: str) -> str:
    """Undo the escapes."""
    return _ESCAPE.sub(
        lambda found: "\n" if found[1] == "n" else found[1] if found[1] in _SIGNS else found[0], text.strip()
    ).strip()
