"""The gates that need no model: each judges a draft and says what it did.

A draft that fails one is not judged by the next, because later gates build on what earlier ones have shown.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from webdev_certs.authoring.checks import MEANING, WITH_TOOLS, duplicates, paraphrases, run_checks
from webdev_certs.authoring.checks.families import with_all_texts, with_samples
from webdev_certs.authoring.checks.faults import prose, texts
from webdev_certs.authoring.drafting.documents import Documents
from webdev_certs.authoring.drafting.trial import SEED, make_trial, shown_instances
from webdev_certs.authoring.execution import MissingRuntime, Runtime, Verdict, claims, verify
from webdev_certs.authoring.proving import DRAWS, prove
from webdev_certs.server.content.bank import MODELS, Bank, TechnologyBank
from webdev_certs.server.content.files import messages, placement_faults
from webdev_certs.server.content.format import Cited
from webdev_certs.server.content.item_models.format import Model, ProgramModel, model_kind
from webdev_certs.server.content.item_models.selections import SelectionModel
from webdev_certs.server.domain.families import family_of

FUNCTION_WORDS = re.compile(
    r"the|an?|is|are|be|of|to|in|on|at|for|and|or|not|its?|that|this|which|when|with|from|by|as|if|has|have|does"
    r"|do|can|only|all|each|no|one|same|what|after|before|because|than|then|so|but|into|without",
    re.IGNORECASE,
)
LEAST_ENGLISH = 0.25
"""Share of function words among the words of a text. Families of the built-in banks have 0.4 at least, and
texts in German, French, Spanish or Portuguese below 0.1."""
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Gate:
    """What one gate found.

    Attributes:
        name: The gate.
        passed: Whether the draft may go on.
        says: What was done and found, in a sentence.
        details: Further lines, such as the evidence of each statement.
    """

    name: str
    passed: bool
    says: str
    details: tuple[str, ...] = ()


def judge_schema(tree: Any, technology: TechnologyBank) -> tuple[Model | None, Gate]:
    """Read a family as the bank would, and make instances of it within limits."""
    try:
        model = model_kind(tree).model_validate(tree)
    except ValidationError as error:
        return None, Gate("schema", False, "is not a family", tuple(messages(error)))
    faults = [*placement_faults(model, technology.blueprint, technology.files)]
    faults += filter(None, [make_trial(tree)])
    if faults:
        return None, Gate("schema", False, "is not a family of this technology", tuple(faults))
    return model, Gate("schema", True, "is a family in the bank's format, of which instances can be made")


def judge_language(model: Model) -> Gate:
    """Find out whether the prose is English, by its share of function words."""
    words = [
        word
        for item in shown_instances(model)
        for place, text in texts(item)
        if place == "stem" or place.endswith("explanation") or not isinstance(model, ProgramModel)
        for word in _WORD.findall(prose(text))
    ]
    share = sum(bool(FUNCTION_WORDS.fullmatch(word)) for word in words) / max(len(words), 1)
    says = (
        f"{100 * share:.0f}% of its words are English function words; {100 * LEAST_ENGLISH:.0f}% are wanted"
    )
    return Gate("language", share >= LEAST_ENGLISH, says)


def judge_execution(model: Model, runtimes: Mapping[str, Runtime]) -> Gate:
    """Run the programs in the jail: 100 draws of a program model, or the statements that are checked."""
    if isinstance(model, ProgramModel):
        # One draw first, because a program that never ends would take its time a hundred times.
        verdicts = list(prove([model], SEED, 1, runtimes))
        if not verdicts[0].message:
            verdicts = list(prove([model], SEED, DRAWS, runtimes))
        says = f"ran {DRAWS} draws in the jail, and each printed what `solve` says"
    else:
        verdicts = list(verify(claims([model]), runtimes))
        says = f"ran {len(verdicts)} of {len(model.entries)} statements in the jail, as they hold"
    faults = tuple(_told(verdict) for verdict in verdicts if verdict.message)
    if faults:
        return Gate("execution", False, "a program did not print what the draft says", faults)
    return Gate("execution", True, says)


def _told(verdict: Verdict) -> str:
    return verdict.message if verdict.ran else f"was not run: {verdict.message}"


def judge_evidence(model: Model, documents: Documents) -> Gate:
    """Find the quote of each statement that was not executed in the operator's documents."""
    if isinstance(model, ProgramModel):
        return Gate("evidence", True, "needs none: its programs were executed")
    found, missing = [], []
    for number, entry in enumerate(model.entries, start=1):
        if not isinstance(entry.evidence, Cited):
            continue
        location = entry.evidence.location
        (found if _is_there(location, documents) else missing).append(f"statement {number}: {location}")
    if missing:
        return Gate(
            "evidence", False, "cites what no document says, or fewer than four words", tuple(missing)
        )
    return Gate("evidence", True, f"found {len(found)} quotes word for word in the documents", tuple(found))


def _is_there(location: str, documents: Documents) -> bool:
    """Return whether a location names a quote that stands in a document."""
    named = re.fullmatch(r"“(.*)” \((.+), line \d+\)", location, re.DOTALL)
    return named is not None and documents.find(named[2], named[1]) is not None


def judge_duplicates(model: Model, bank: Bank, waiting: Sequence[Model]) -> Gate:
    """Compare a draft by words and by meaning with the whole bank and the drafts that wait for a person."""
    own = shown_instances(model)[0]
    # The same instances as in `items check`, whose vectors are kept between runs.
    others = [item for part in with_samples(bank).technologies.values() for item in part.items]
    others += [shown_instances(each)[0] for each in waiting if each.id != model.id]
    items = [own, *others]
    words = [
        (second if first == own.id else first, value)
        for first, second, value in duplicates.alike(items)
        if own.id in (first, second)
    ]
    try:
        nearest = paraphrases.nearest(own, others)
    except MissingRuntime as missing:
        return Gate("duplicates", False, f"could not compare meanings: {missing}")
    same = [
        f"shares {100 * value:.0f}% of its text with {name}"
        for name, value in words
        if value >= duplicates.SAME
    ]
    same += [
        f"means almost the same as {family_of(item.id)} (similarity {value:.2f})"
        for item, value in nearest
        if value >= paraphrases.SAME
    ]
    models = [*(each for part in bank.technologies.values() for each in part.models), *waiting]
    same += _shared_statements(model, models)
    if same:
        return Gate("duplicates", False, "is in the bank already", tuple(same))
    near = tuple(f"{family_of(item.id)}: {value:.2f}" for item, value in nearest[:3])
    return Gate("duplicates", True, f"compared with {len(others)} families; the nearest by meaning:", near)


def _shared_statements(model: Model, others: Sequence[Model]) -> Iterator[str]:
    """Find other pools that have half of a pool's statements: instances of both show different ones."""
    if not isinstance(model, SelectionModel) or not model.statements:
        return
    own = [_words(each.text) for each in model.statements]
    for other in others:
        if other.id == model.id or not isinstance(other, SelectionModel):
            continue
        theirs = [_words(each.text) for each in other.statements]
        shared = sum(any(len(a & b) >= duplicates.SAME * len(a | b) for b in theirs) for a in own)
        if shared >= len(own) / 2:
            yield f"shares {shared} of {len(own)} statements with {other.id}"


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def judge_flaws(model: Model, technology: TechnologyBank) -> Gate:
    """Run the rules of `items check` on the draft alone; warnings are told, and errors stop it."""
    alone = Bank(
        [
            replace(
                technology,
                items=(),
                models=(model,),
                files={model.id: Path(technology.blueprint.technology, MODELS, "draft")},
            )
        ]
    )
    found = list(run_checks(alone, {}, _ignore, quick=True))
    left_out: list[str] = []
    for name, check in WITH_TOOLS.items():
        if name == MEANING:
            continue  # `judge_duplicates` compares meanings with the whole bank.
        try:
            found += check(with_all_texts(alone))
        except MissingRuntime as missing:
            left_out.append(f"left out: {name}: {missing}")
    own = dict.fromkeys(fault for fault in found if fault.item == model.id)
    told = (*(f"{'warning: ' * fault.warning}{fault.message}" for fault in own), *left_out)
    if any(not fault.warning for fault in own):
        return Gate("flaws", False, "breaks rules of `items check`", told)
    return Gate("flaws", True, "keeps the rules of `items check`", told)


def _ignore(what: str) -> None:
    """Drop the message that quick checks leave out what needs tools: it is run separately."""
