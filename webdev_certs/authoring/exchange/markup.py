"""Encode what another format has no field for: code as Markdown, short fields as tags."""

import re
from collections.abc import Iterable

from webdev_certs.authoring.exchange.losses import Tree
from webdev_certs.server.content.format import Item

LETTERS = "abcdefgh"
TAGGED = ("version", "topic", "pool", "difficulty", "angoff", "format", "expected_seconds", "model")
"""Fields that are written as tags: `topic=hooks`."""
_CODE = re.compile(r"\n*(?P<fence>`{3,})(?P<language>\w+)\n(?P<text>.*)\n(?P=fence)\s*\Z", re.DOTALL)
_NUMBERS = {"version": int, "angoff": float, "expected_seconds": int}


def stem_with_code(item: Item) -> str:
    """Write the stem, and the code as a fenced block after it."""
    if item.code is None:
        return item.stem
    longest = max(map(len, re.findall(r"`+", item.code.text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{item.stem}\n\n{fence}{item.code.language}\n{item.code.text}\n{fence}"


def split_stem(text: str) -> Tree:
    """Read stem and code back."""
    found = _CODE.search(text)
    if not found:
        return {"stem": text.strip()}
    code = {"language": found["language"], "text": found["text"]}
    return {"stem": text[: found.start()].strip(), "code": code}


def tags_of(item: Item) -> list[str]:
    """Write the short fields as tags."""
    content = item.content()
    return [
        f"{name}={content.get(name, getattr(item, name))}"
        for name in TAGGED
        if getattr(item, name) is not None
    ]


def fields_of(tags: Iterable[str]) -> Tree:
    """Read the short fields back; other tags are passed over."""
    fields: Tree = {}
    for tag in tags:
        name, equals, value = tag.partition("=")
        if equals and name in TAGGED:
            try:
                fields[name] = _NUMBERS.get(name, str)(value)
            except ValueError:
                continue
    return fields


def true_false(answer: bool, if_true: str, if_false: str) -> Tree:
    """Return a true-or-false item's format, options and key; explanations may be empty."""
    texts = (("true", "True", if_true), ("false", "False", if_false))
    return {
        "format": "true_false",
        "options": [option(id_, text, explanation) for id_, text, explanation in texts],
        "key": ["true" if answer else "false"],
    }


def match_pairs(pairs: Iterable[tuple[str, str]]) -> Tree:
    """Return a matching item's format, options, matches and key.

    Args:
        pairs: (prompt, match). A match without a prompt is a spare.
    """
    pairs = list(pairs)
    texts = list(dict.fromkeys(text for _, text in pairs))
    names = {text: f"m{place}" for place, text in enumerate(texts, start=1)}
    prompts = [(prompt, text) for prompt, text in pairs if prompt]
    return {
        "format": "match_pairs",
        "options": [option(letter, prompt) for letter, (prompt, _) in zip(LETTERS, prompts, strict=False)],
        "matches": [{"id": names[text], "text": text} for text in texts],
        "key": {letter: names[text] for letter, (_, text) in zip(LETTERS, prompts, strict=False)},
    }


def option(id_: str, text: str, explanation: str = "") -> Tree:
    """Return an option, with its explanation if there is one."""
    tree = {"id": id_, "text": text.strip()}
    return {**tree, "explanation": explanation.strip()} if explanation.strip() else tree


def explanations(item: Item) -> dict[str, str]:
    """Return the explanation of each option, by the option's id."""
    return {each.id: each.explanation for each in item.options}


def put_together(read: Tree, fields: Tree) -> Tree:
    """Join the fields of an item's body and those of its tags, in the order in which authors write them.

    The tag decides between formats whose bodies look the same: an `output` item is read as `single_choice`.
    """
    tree = {**read, **{name: value for name, value in fields.items() if name != "format"}}
    if fields.get("format") == "output" and read.get("format") == "single_choice":
        tree["format"] = "output"
    order = ("id", "version", "model", "topic", "pool", "difficulty", "angoff", "format", "stem", "code")
    return {
        name: tree[name] for name in (*order, *(name for name in tree if name not in order)) if name in tree
    }
