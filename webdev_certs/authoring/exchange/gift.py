"""GIFT: Moodle's text format (Moodle's documentation, "GIFT format")."""

import re
from collections.abc import Iterable, Iterator

from webdev_certs.authoring.exchange.losses import (
    Exported,
    Imported,
    LeftOut,
    Loss,
    Tree,
    Unreadable,
    lost_fields,
    lost_ids,
    writable,
)
from webdev_certs.authoring.exchange.markup import (
    LETTERS,
    TAGGED,
    explanations,
    fields_of,
    match_pairs,
    option,
    put_together,
    split_stem,
    stem_with_code,
    tags_of,
    true_false,
)
from webdev_certs.server.content.format import Item

_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"} | {"\n": "\\n"})
_HELD = ("id", "code", "explanation", "accept", "number", "tolerance", *TAGGED)
_TAG = re.compile(r"\[(id|tag):([^\]]*)\]")
_FORMAT = re.compile(r"\A\[(?:markdown|html|plain|moodle)\]")
_WEIGHT = re.compile(r"\A%(-?(?:\d+\.?\d*|\.\d+))%")
_TRUE_FALSE = re.compile(r"\A(T|F|TRUE|FALSE)\Z", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(.)")
# Places that no backslash precedes. A backslash is itself escaped by one.
_PLAIN = r"(?<!\\)(?:\\\\)*"
_SIGNS = "\\~=#{}:"


def dump(items: Iterable[Item]) -> Exported:
    """Write the items that GIFT can hold, and name what it cannot."""
    questions: list[str] = []
    losses: list[Loss] = []
    for item, question in writable(items, _write_question, losses):
        questions.append(question)
        losses += _losses(item)
    return Exported("\n\n".join(questions).encode() + b"\n" * bool(questions), losses)


def _losses(item: Item) -> Iterator[Loss]:
    with_explanations = item.format != "match_pairs"
    held = {*_HELD, "matches", *(["explanations"] if with_explanations else [])}
    if with_explanations and item.format != "fill_in":
        # The text after #### is shown whatever the answer.
        held.add("explanation")
    yield from lost_fields(item, held, "GIFT")
    if item.format == "true_false":
        yield from (
            Loss(item.id, f"options.{each.id}.text", f"comes back as {each.id.capitalize()!r}")
            for each in item.options
            if each.text != each.id.capitalize()
        )
    else:
        yield from lost_ids(item, LETTERS[: len(item.options)])


def _write_question(item: Item) -> str:
    tags = " ".join(f"[tag:{tag}]" for tag in tags_of(item))
    head = f"// [id:{item.id}] {tags}\n::{_escape(item.id)}::[markdown]{_escape(stem_with_code(item))}"
    general = f"\n####{_escape(item.explanation)}" if item.explanation.strip() else ""
    return head + " {\n" + _write_answers(item) + general + "\n}"


def _write_answers(item: Item) -> str:
    why = {id_: _escape(text) for id_, text in explanations(item).items()}
    match item.format:
        case "true_false":
            right = item.key == ("true",)
            if_wrong, if_right = (why["false"], why["true"]) if right else (why["true"], why["false"])
            return f"{'TRUE' if right else 'FALSE'}#{if_wrong}#{if_right}"
        case "single_choice" | "output":
            assert isinstance(item.key, tuple)
            return "\n".join(
                f"{'=' if each.id in item.key else '~'}{_escape(each.text)}#{why[each.id]}"
                for each in item.options
            )
        case "multiple_choice":
            assert isinstance(item.key, tuple)
            share = f"{100 / len(item.key):.5f}".rstrip("0").rstrip(".")
            return "\n".join(
                f"~%{share if each.id in item.key else -100}%{_escape(each.text)}#{why[each.id]}"
                for each in item.options
            )
        case "fill_in" if item.number is not None:
            return f"#{item.number!r}:{item.tolerance!r}"
        case "fill_in":
            if any("->" in text for text in item.accept):
                raise LeftOut("GIFT cannot hold `->` in an accepted text")
            return "\n".join(f"={_escape(text)}" for text in item.accept)
        case "match_pairs":
            return _write_pairs(item)
        case _:
            raise LeftOut(f"GIFT has no {item.format}")


def _write_pairs(item: Item) -> str:
    assert isinstance(item.key, dict)
    matches = {each.id: each.text for each in item.matches}
    texts = [*matches.values(), *(each.text for each in item.options)]
    if any("->" in text for text in texts):
        raise LeftOut("GIFT cannot hold `->` in a pair")
    lines = [f"={_escape(each.text)} -> {_escape(matches[item.key[each.id]])}" for each in item.options]
    spare = [text for id_, text in matches.items() if id_ not in item.key.values()]
    return "\n".join([*lines, *(f"= -> {_escape(text)}" for text in spare)])


def _escape(text: str) -> str:
    return text.translate(_ESCAPED)


def load(data: bytes) -> Imported:
    """Read a file.

    Raises:
        Unreadable: A question has no answer in braces.
    """
    imported = Imported()
    for number, (comments, text) in enumerate(_questions(data.decode("utf-8-sig")), start=1):
        if text.startswith("$CATEGORY:"):
            continue
        tags = [(kind, value) for comment in comments for kind, value in _TAG.findall(comment)]
        tree, name = _read_question(text, number)
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


def _read_question(text: str, number: int) -> tuple[Tree | None, str]:
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
    answers = _read_answers(inside.strip())
    return (None if answers is None else {**stem, **answers, **explanation}), _plain(name)


def _read_answers(inside: str) -> Tree | None:
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
            return _read_pairs(answers)
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


def _read_pairs(answers: list[str]) -> Tree:
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
