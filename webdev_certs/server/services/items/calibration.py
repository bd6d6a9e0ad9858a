"""Calibrate the certification items, or the practice items, of a technology from stored answers."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import numpy as np

from webdev_certs.server.content.bank import Family, TechnologyBank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.adaptive import ItemParameters, Items
from webdev_certs.server.domain.adaptive.items import angoff_cut
from webdev_certs.server.domain.calibration import WEAK, Calibration, Model, Responses, calibrate
from webdev_certs.server.domain.calibration.fit_and_drift import (
    LARGE,
    SIGNIFICANT,
    curve_difference,
    item_fit,
    mean_sigma_link,
    sum_score_fit,
)
from webdev_certs.server.domain.calibration.siblings import Spread, instances_of, spread
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.domain.score_and_interval import SCALE_MEAN, SCALE_SD
from webdev_certs.server.models.items import ItemParameterRevision
from webdev_certs.server.services.items.parameters import parameters_in_use
from webdev_certs.server.services.items.shown_without_key import Ref
from webdev_certs.server.services.items.statistics import (
    Answer,
    Graded,
    read_practice,
    read_trustworthy_attempts,
)

T = TypeVar("T")


@dataclass(frozen=True)
class CalibratedItem:
    """The result for one item, or for one item model whose instances share it.

    Attributes:
        id: The item, or the item model.
        version: Its version.
        answers: How many there were.
        facility: The share of correct answers.
        parameters: Estimated, on the scale in use.
        discrimination_error: Standard error of a; NaN if unknown.
        difficulty_error: Standard error of b at this a; NaN if unknown.
        infit: Mean square, 1 if the answers fit.
        outfit: Mean square, 1 if the answers fit.
        sum_score_fit: S-X²; NaN with too few answers.
        fit_probability: The probability of an S-X² at least this large if the answers follow the model; NaN
            where `sum_score_fit` is.
        spread: How much the instances of a family differ; None with too few answers to the same instances.
        in_use: The parameters in use before.
        drift: Root mean squared difference of the two response functions.
        remark: `misfit`, `drift`, both, or empty.
    """

    id: str
    version: int
    answers: int
    facility: float
    parameters: ItemParameters
    discrimination_error: float
    difficulty_error: float
    infit: float
    outfit: float
    sum_score_fit: float
    fit_probability: float
    spread: Spread | None
    in_use: ItemParameters
    drift: float
    remark: str


@dataclass(frozen=True)
class CalibrationReport:
    """The result for one technology.

    Attributes:
        model: What was estimated.
        records: How many attempts, or learners who practice, it is based on.
        items: One row each, in the order of their ids.
        skipped: How many items had too few answers, or only correct or only incorrect ones.
        converged: Whether the estimates stopped changing.
        angoff_cut: The score at which the ratings of these items are reached, in points; None without
            ratings, and for practice items.
    """

    model: Model
    records: int
    items: tuple[CalibratedItem, ...]
    skipped: int
    converged: bool
    angoff_cut: float | None


async def calibrate_items(
    db: AsyncSession, part: TechnologyBank, model: Model, min_answers: int, *, practice: bool = False
) -> CalibrationReport:
    """Estimate the parameters of all items with enough answers; store nothing.

    Answers to versions that the bank no longer has are left out.

    Args:
        db: The transaction.
        part: The technology.
        model: What to estimate.
        min_answers: Items with fewer answers are skipped.
        practice: Practice items from first answers, instead of certification items from exams.
    """
    families = {
        (family.id, family.version): family
        for family in part.families.values()
        if (family.pool == "practice") == practice
    }
    in_use = await parameters_in_use(db, families.values())
    technology = part.blueprint.technology
    records = (
        await read_practice(db, technology)
        if practice
        else [attempt.answers for attempt in await read_trustworthy_attempts(db, part)]
    )
    responses, refs = responses_to(records, families)
    facility = responses.facility
    enough = (responses.answers >= min_answers) & (facility > 0) & (facility < 1)
    if not enough.any():
        return CalibrationReport(model, len(records), (), len(families), True, None)
    kept = responses.keep(enough)
    refs = [ref for ref, is_kept in zip(refs, enough, strict=True) if is_kept]
    before = [in_use.parameters[ref] for ref in refs]
    guessing = np.clip([parameters.c for parameters in before], 0.01, 0.6)
    found = calibrate(kept, model, priors=WEAK, guessing=guessing)
    instances = instances_of(_by_name(records, families, lambda answer: answer.item_id), kept.names)
    spreads = [spread(found, kept, place, rows) for place, rows in enumerate(instances)]
    items = _rows(found, kept, refs, before, spreads)
    return CalibrationReport(
        model,
        len(records),
        items,
        len(families) - len(items),
        found.converged,
        # Practice has no cut score.
        None if practice else _cut(items, families),
    )


def revisions(report: CalibrationReport, now: datetime) -> list[ItemParameterRevision]:
    """Return the rows that make the estimates the parameters in use (`parameters.add_revisions`)."""
    return [
        ItemParameterRevision(
            item_id=item.id,
            item_version=item.version,
            revision=0,
            model=report.model,
            discrimination=item.parameters.a,
            difficulty=item.parameters.b,
            guessing=item.parameters.c,
            discrimination_error=_known(item.discrimination_error),
            difficulty_error=_known(item.difficulty_error),
            answers=item.answers,
            estimated_at=now,
        )
        for item in report.items
    ]


def responses_to(
    records: Sequence[Sequence[Answer | Graded]], families: Collection[Ref]
) -> tuple[Responses, list[Ref]]:
    """Return the matrix of answers to some families and versions, and what its columns stand for."""
    names = {_name(*ref): ref for ref in families}
    responses = Responses.of_records(_by_name(records, families, lambda answer: answer.correct))
    return responses, [names[name] for name in responses.names]


def _by_name(
    records: Sequence[Sequence[Answer | Graded]],
    families: Collection[Ref],
    value: Callable[[Answer | Graded], T],
) -> list[dict[str, T]]:
    """Return for each record the names of its families with something of the answers."""
    return [
        {
            _name(family, answer.version): value(answer)
            for answer in answers
            if ((family := family_of(answer.item_id)), answer.version) in families
        }
        for answers in records
    ]


def _name(family: str, version: int) -> str:
    return f"{family}@{version}"


def _rows(
    found: Calibration,
    responses: Responses,
    refs: Sequence[Ref],
    before: Sequence[ItemParameters],
    spreads: Sequence[Spread | None],
) -> tuple[CalibratedItem, ...]:
    estimated, old = found.parameters.items(), Items.of(before)
    link = mean_sigma_link(estimated, old)
    linked = link.convert(estimated)
    drift, fit, by_score = curve_difference(linked, old), item_fit(found), sum_score_fit(responses, found)
    misfits = fit.misfits | (by_score.probability < SIGNIFICANT)
    # Standard errors on the scale in use; that of b takes the estimated a as exact.
    b_errors = link.slope * found.errors.intercept / estimated.a
    a_errors = found.errors.slope / link.slope
    rows = []
    for place, (family, version) in enumerate(refs):
        remarks = ["misfit"] * bool(misfits[place]) + ["drift"] * bool(drift[place] > LARGE)
        rows.append(
            CalibratedItem(
                id=family,
                version=version,
                answers=round(float(responses.answers[place])),
                facility=float(responses.facility[place]),
                parameters=linked[place],
                discrimination_error=float(a_errors[place]),
                difficulty_error=float(b_errors[place]),
                infit=float(fit.infit[place]),
                outfit=float(fit.outfit[place]),
                sum_score_fit=float(by_score.statistic[place]),
                fit_probability=float(by_score.probability[place]),
                spread=(own := spreads[place]) and own.scaled(link.slope),
                in_use=before[place],
                drift=float(drift[place]),
                remark=" ".join(remarks),
            )
        )
    return tuple(rows)


def _cut(rows: Sequence[CalibratedItem], families: Mapping[Ref, Family]) -> float | None:
    rated = [
        (row.parameters, angoff)
        for row in rows
        if (angoff := families[row.id, row.version].angoff) is not None
    ]
    if not rated:
        return None
    return SCALE_MEAN + SCALE_SD * angoff_cut([p for p, _ in rated], [rating for _, rating in rated])


def _known(error: float) -> float | None:
    return error if np.isfinite(error) else None
