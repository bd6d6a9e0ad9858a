"""What a language model might write, and the rules by which a server of OpenAI's protocol answers so."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.author import Tree
from webdev_certs.authoring.drafting.trial import shown_instances
from webdev_certs.server.content.item_models.format import model_kind

DOCUMENT = "arrays.md"
# Method, what the documentation says, a true and a false statement about it.
_FACTS = (
    ("push", "adds its arguments to the end and returns the new length", "gives back the new length"),
    ("pop", "removes the last element and returns this element", "gives back the removed element"),
    ("concat", "returns a new array and leaves the old one alone", "leaves the array as it was before"),
    ("includes", "finds NaN although NaN does not equal itself", "can find the value NaN in an array"),
    ("reverse", "turns the array around in place and returns it", "changes the array on which it is called"),
    ("slice", "copies a part and does not change the array", "copies a part of the array"),
    ("flat", "flattens one level of nested arrays unless a depth is given", "flattens one level by default"),
)
_FALSE = (
    ("push", "gives back the array with the new element", "A method on arrays returns the array"),
    ("pop", "removes the first element of the array", "A stack grows at its front"),
    ("concat", "adds the elements to the array in place", "All methods on arrays change them"),
    ("includes", "gives back the index of the element", "A search returns a position"),
    ("reverse", "gives back a copy in the other order", "Methods on arrays return copies"),
    ("slice", "removes a part from the array for good", "The names slice and splice mean the same"),
    ("flat", "flattens all levels of nested arrays", "Flattening has no limit by default"),
    ("indexOf", "can find the value NaN in an array", "All searches compare in the same way"),
    ("sort", "compares numbers by their value by default", "Numbers are sorted as numbers"),
)
_SAID = {name: said for name, said, _ in _FACTS} | {
    "indexOf": "compares strictly and therefore never finds NaN",
    "sort": "turns elements into strings and compares them by code units",
}


CODE = """\
const left = [{= a =}, {= b =}, {= c =}];
const right = left;
right.push({= a =} + {= c =});
console.log(left.length * {= b =});
"""


def write_document(folder: Path) -> Path:
    """Write documentation of some methods of arrays."""
    file = folder / DOCUMENT
    file.write_text(
        "# Arrays\n\n" + "\n".join(f"The method `{name}` {said}." for name, said in _SAID.items())
    )
    return file


def pool_answer(**changes: Any) -> Tree:
    """Return a good pool, as a model answers."""
    facts = [(name, text, "") for name, _, text in _FACTS]
    statements = [
        {
            "text": f"The method `{name}` {text}.",
            "holds": not misconception,
            "misconception": misconception,
            "explanation": (
                f"The documentation says that `{name}` {_SAID[name]}."
                if not misconception
                else f"This is tempting for readers who think so. But `{name}` {_SAID[name]}."
            ),
            "document": DOCUMENT,
            "quote": _SAID[name],
            "check": "",
        }
        for name, text, misconception in (*facts, *_FALSE)
    ]
    return {
        "stem": "Which statement about the methods of arrays in JavaScript is true?",
        "difficulty": "intermediate",
        "expected_seconds": 60,
        "runtime": "node",
        "program": "",
        "statements": statements,
        **changes,
    }


def code_answer(**changes: Any) -> Tree:
    """Return good code whose output is asked for, as a model answers."""
    number = {"kind": "int", "min": 2, "max": 40, "of": [], "words": "city"}
    return {
        "stem": "What does this program print?",
        "difficulty": "intermediate",
        "expected_seconds": 60,
        "runtime": "node",
        "program": "",
        "language": "js",
        "code": CODE,
        "parameters": [{"name": name, **number} for name in ("a", "b", "c")],
        "constraints": ["a != b", "b != c"],
        "solve": "output = 4 * b",
        "explanation": "Both names stand for the same array, which has four elements in the end.",
        "distractors": [
            {
                "misconception": "The second name stands for a copy",
                "text": "{= 3 * b =}",
                "explanation": "Tempting if the assignment made a copy. It only gives the array a name.",
                "edits": [{"find": "const right = left;", "replace": "const right = [...left];"}],
            },
            {
                "misconception": "The element takes the place of the last one",
                "text": "{= 2 * b =}",
                "explanation": "Tempting if two elements were replaced. The method adds one at the end.",
                "edits": [],
            },
            {
                "misconception": "The length counts from zero",
                "text": "{= 5 * b =}",
                "explanation": "Tempting for those who count one more. The length is the number of elements.",
                "edits": [],
            },
        ],
        **changes,
    }


def rule(content: Any, asked: str = "", about: str = "", **response: Any) -> Tree:
    """Return a rule of fakellm.

    Args:
        content: The answer.
        asked: A part of the instructions.
        about: A part of the messages.
        response: Other fields of the response.
    """
    when = {"previous_message_contains": asked} if asked else {}
    if about:
        when["messages_contain"] = about
    text = content if isinstance(content, str) else json.dumps(content)
    return {"name": f"{asked} {about}"[:60], "when": when, "respond": {"content": text, **response}}


def drafting(answer: Any) -> Tree:
    """Return the rule that answers the question for a draft."""
    return rule(answer, asked="You draft questions")


def agreeing(family: Mapping[str, Any], truth: Iterable[bool] = ()) -> Iterable[Tree]:
    """Yield rules of a model that answers, reads explanations and rates in agreement with a family.

    Args:
        family: The family.
        truth: What it answers about the statements of a pool instead of what the family says.
    """
    statements = family.get("statements", ())
    holds = [each["holds"] for each in statements]
    known = list(truth) or holds
    if statements:
        right = [f"s{number}" for number, each in enumerate(known, start=1) if each]
        yield rule({"answer": right, "reason": "The documentation says so."}, asked="You take a test")
    else:
        shown = shown_instances(model_kind(family).model_validate(family))
        for item in shown:
            options = json.dumps({option.id: option.text for option in item.options}, indent=1)
            answer = {"answer": list(item.key or ()), "reason": "The documentation says so."}
            yield rule(answer, asked="You take a test", about=options.replace("\n", "\n "))
        holds = [option.id in (shown[0].key or ()) for option in shown[0].options]
    right, wrong = ([n for n, each in enumerate(holds, start=1) if each is value] for value in (True, False))
    yield rule({"right": right, "wrong": wrong}, asked="what its explanation claims")
    yield rule({"level": "intermediate", "percent": 60}, asked="Rate how hard it is")


def write_rules(file: Path, rules: Iterable[Tree]) -> None:
    """Write the configuration of fakellm."""
    file.write_text(yaml.safe_dump({"version": 1, "rules": list(rules)}, allow_unicode=True))
