"""How drafting asks a language model, whichever one it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias


class NoAnswer(Exception):
    """The model gave no answer that can be used; says why."""


@dataclass(frozen=True)
class Question:
    """What a language model is asked.

    Attributes:
        instructions: What it has to do; nothing of it comes from a draft or a document.
        material: What the instructions are about.
        name: A name of the answer's form.
        form: The JSON Schema of the answer.
        most_tokens: The most tokens of the answer.
    """

    instructions: str
    material: str
    name: str
    form: Mapping[str, Any]
    most_tokens: int = 1000


Ask: TypeAlias = Callable[[Question], Mapping[str, Any]]
"""Returns the model's answer, or raises `NoAnswer`."""

_INSTRUCTIONS = Path(__file__).parent / "instructions"
TEXT: Mapping[str, Any] = {"type": "string"}


def one_of(*values: str) -> Mapping[str, Any]:
    """Return the schema of a text that is one of these."""
    return {"type": "string", "enum": list(values)}


def list_of(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of a list."""
    return {"type": "array", "items": entry}


def record(**fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of an object with exactly these fields, as strict structured output wants it."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def instructions(*names: str) -> str:
    """Return the texts of some files in the folder `instructions`."""
    return "\n".join((_INSTRUCTIONS / f"{name}.md").read_text("utf-8") for name in names)
