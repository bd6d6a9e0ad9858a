"""What a model is asked to write, and how its answer becomes a family as an author would write it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from webdev_certs.authoring.drafting.asking import TEXT, Question, instructions, list_of, one_of, record
from webdev_certs.authoring.drafting.documents import Documents, refused_before
from webdev_certs.server.content.format import Blueprint, Pool, Reference, RuntimeName, Topic
from webdev_certs.server.content.item_models.parameters import NAMES
from webdev_certs.shared.vocabulary import DIFFICULTIES

Kind = Literal["pool", "code"]
DRAFT_TOKENS = 12_000
"""The most tokens of a draft; the longest families of the built-in banks have about 5,000."""
LANGUAGES = ("js", "jsx", "ts", "tsx", "vue", "java", "csharp")
NUMBER: Mapping[str, Any] = {"type": "integer"}

_COMMON: Mapping[str, Mapping[str, Any]] = {
    "stem": TEXT,
    "difficulty": one_of(*DIFFICULTIES),
    "expected_seconds": NUMBER,
    "runtime": one_of(*get_args(RuntimeName)),
    "program": TEXT,
}
POOL_FORM = record(
    **_COMMON,
    statements=list_of(
        record(
            text=TEXT,
            holds={"type": "boolean"},
            misconception=TEXT,
            explanation=TEXT,
            document=TEXT,
            quote=TEXT,
            check=TEXT,
        )
    ),
)
CODE_FORM = record(
    **_COMMON,
    language=one_of(*LANGUAGES),
    code=TEXT,
    parameters=list_of(
        record(
            name=TEXT,
            kind=one_of("int", "choice", "name"),
            min=NUMBER,
            max=NUMBER,
            of=list_of({"type": ["string", "integer", "boolean"]}),
            words=one_of(*NAMES),
        )
    ),
    constraints=list_of(TEXT),
    solve=TEXT,
    explanation=TEXT,
    distractors=list_of(
        record(
            misconception=TEXT,
            text=TEXT,
            explanation=TEXT,
            edits=list_of(record(find=TEXT, replace=TEXT)),
        )
    ),
)


@dataclass(frozen=True)
class Order:
    """What is to be drafted."""

    blueprint: Blueprint
    topic: Topic
    kind: Kind
    pool: Pool
    reference: Reference
    documents: Documents
    stems: Sequence[str]
    """Of practice questions about the topic, which a draft must not repeat."""
    refused: Sequence[str]
    """Why people refused earlier drafts."""


def ask_for_draft(order: Order, difficulty: str) -> Question:
    """Return the question that asks a model for one family."""
    topic = order.topic
    parts = [
        f"Certification: {order.blueprint.title}. Topic: {topic.title}. Difficulty: {difficulty}.",
        "What a certified developer can do in this topic:",
        *(f"- {each}" for each in topic.objectives),
        "Questions that exist already; ask about something else:",
        *(f"- {' '.join(each.split())[:160]}" for each in order.stems),
        refused_before(order.refused),
        f"Documents:\n<<<\n{order.documents.excerpt()}\n>>>" if order.documents.texts else "",
    ]
    form = POOL_FORM if order.kind == "pool" else CODE_FORM
    return Question(
        instructions("style", order.kind), "\n".join(filter(None, parts)), order.kind, form, DRAFT_TOKENS
    )


def as_family(order: Order, family_id: str, answer: Mapping[str, Any], version: Callable[[str], str]) -> Any:
    """Return an answer as a family, as an author would write it; nothing is checked.

    Args:
        order: What was asked for.
        family_id: The id of the family.
        answer: The model's answer.
        version: Returns the version of a runtime.
    """
    common = {
        "id": family_id,
        "version": 1,
        "topic": order.topic.id,
        "pool": order.pool,
        "difficulty": answer.get("difficulty"),
        "stem": answer.get("stem"),
        "reference": order.reference.model_dump(),
        "expected_seconds": answer.get("expected_seconds"),
    }
    run = {"runtime": answer.get("runtime"), "program": answer.get("program")}
    if order.kind == "pool":
        statements = [_statement(each, order.documents) for each in answer.get("statements") or ()]
        checks = any(each["evidence"]["kind"] == "checked" for each in statements)
        return {
            "kind": "selection",
            **common,
            "format": "single_choice",
            "shown": 4,
            **({"run": {**run, "version": version(str(run["runtime"]))}} if checks else {}),
            "statements": statements,
        }
    return {
        **common,
        "format": "output",
        "parameters": {str(each.get("name")): _parameter(each) for each in answer.get("parameters") or ()},
        "constraints": answer.get("constraints"),
        "code": {"language": answer.get("language"), "text": answer.get("code")},
        "run": run if run["program"] else {"runtime": run["runtime"]},
        "solve": answer.get("solve"),
        "explanation": answer.get("explanation"),
        "distractors": answer.get("distractors"),
    }


def _statement(each: Mapping[str, Any], documents: Documents) -> dict[str, Any]:
    if each.get("check"):
        evidence = {"kind": "checked", "check": each["check"]}
    else:
        quote = str(each.get("quote"))
        passage = documents.find(str(each.get("document")), quote)
        evidence = {"kind": "cited", "location": str(passage or quote)}
    misconception = {"misconception": each["misconception"]} if each.get("misconception") else {}
    return {
        "text": each.get("text"),
        "holds": each.get("holds"),
        **misconception,
        "explanation": each.get("explanation"),
        "evidence": evidence,
    }


def _parameter(each: Mapping[str, Any]) -> dict[str, Any]:
    fields = {"int": {"min": "min", "max": "max"}, "choice": {"of": "of"}, "name": {"list": "words"}}
    kind = str(each.get("kind"))
    return {"kind": kind} | {name: each.get(field) for name, field in fields.get(kind, {}).items()}
