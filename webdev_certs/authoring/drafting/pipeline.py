"""Draft a family and lead it through the gates."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from webdev_certs.authoring.drafting.asking import Ask, NoAnswer
from webdev_certs.authoring.drafting.documents import Documents
from webdev_certs.authoring.drafting.formats import Order, as_family, ask_for_draft
from webdev_certs.authoring.drafting.gates import (
    Gate,
    judge_duplicates,
    judge_evidence,
    judge_execution,
    judge_flaws,
    judge_language,
    judge_schema,
)
from webdev_certs.authoring.drafting.judging import judge_answering, judge_difficulty, judge_explanations
from webdev_certs.authoring.execution import Runtime
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.item_models.format import Model

Runtimes: TypeAlias = Mapping[str, Runtime]


@dataclass(frozen=True)
class GateContext:
    """What the gates compare a draft with, and where its programs run.

    Attributes:
        bank: The whole bank.
        technology: The draft's part of it.
        documents: The operator's documents.
        waiting: Drafts that wait for a person.
        jail: Makes the runtimes of one draft, whose programs run in a jail of their own.
    """

    bank: Bank
    technology: TechnologyBank
    documents: Documents
    waiting: Sequence[Model]
    jail: Callable[[], Runtimes]


def draft(
    order: Order,
    family_id: str,
    difficulty: str,
    version: Callable[[str], str],
    context: GateContext,
    ask: Ask,
) -> tuple[Any, list[Gate]]:
    """Ask for one family and judge it.

    Returns:
        The family, None without an answer; and the gates, of which only the last one can have failed.
    """
    try:
        answer = ask(ask_for_draft(order, difficulty))
    except NoAnswer as fault:
        return None, [Gate("answer", False, str(fault))]
    try:
        tree = as_family(order, family_id, answer, version)
    except (AttributeError, TypeError, KeyError) as fault:
        return None, [
            Gate("answer", True, "is JSON"),
            Gate("schema", False, f"does not have its form: {fault}"),
        ]
    return tree, [Gate("answer", True, "is the JSON that was asked for"), *judge(tree, context, ask)]


def judge(tree: Any, context: GateContext, ask: Ask | None) -> Iterator[Gate]:
    """Yield what each gate finds, up to the first one that fails.

    Args:
        tree: The family.
        context: What the gates need.
        ask: The language model; without one the gates that need it are left out.
    """
    model, gate = judge_schema(tree, context.technology)
    yield gate
    if model is None:
        return
    for judge_one in _gates(model, context, ask):
        gate = judge_one()
        yield gate
        if not gate.passed:
            return


def _gates(model: Model, context: GateContext, ask: Ask | None) -> Iterator[Callable[[], Gate]]:
    """Yield the gates in their order: those that cost least come first."""
    yield lambda: judge_language(model)
    yield lambda: judge_evidence(model, context.documents)
    yield lambda: judge_flaws(model, context.technology)
    yield lambda: judge_duplicates(model, context.bank, context.waiting)
    yield lambda: judge_execution(model, context.jail())
    if ask is not None:
        yield lambda: judge_explanations(model, ask)
        yield lambda: judge_answering(model, ask)
        yield lambda: judge_difficulty(model, ask)
