"""The practice question of the built-in bank that the home page shows with its feedback.

Its key is no secret: practice shows the key of every practice question after the answer.
"""

from dataclasses import dataclass

import yaml

from webdev_certs.shared.technologies import BUILT_IN

FILE = BUILT_IN / "react" / "practice" / "components.yaml"
_ID, _CHOSEN = "react-components-104", "c"


@dataclass(frozen=True)
class Choice:
    """An option with its explanation, in Markdown."""

    text: str
    explanation: str
    correct: bool
    chosen: bool


@dataclass(frozen=True)
class PracticeQuestion:
    """A question whose options are outputs of its code."""

    technology: str
    stem: str
    code: str
    language: str
    choices: tuple[Choice, ...]


def practice_question() -> PracticeQuestion:
    """Return the question, with a wrong answer."""
    items = yaml.load(FILE.read_bytes(), yaml.CSafeLoader)
    item = next(item for item in items if item["id"] == _ID)
    return PracticeQuestion(
        technology="React",
        stem=item["stem"].strip(),
        code=item["code"]["text"],
        language=item["code"]["language"],
        choices=tuple(
            Choice(
                option["text"], option["explanation"], option["id"] in item["key"], option["id"] == _CHOSEN
            )
            for option in item["options"]
        ),
    )
