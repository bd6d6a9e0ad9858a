"""The answers of all exams in a technology as one matrix, for psychometric statistics."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.content.bank import Family, TechnologyBank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.adaptive import Items
from webdev_certs.server.domain.calibration import Responses
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.services.items.calibration import responses_to
from webdev_certs.server.services.items.parameters import parameters_in_use
from webdev_certs.server.services.items.shown_without_key import Ref
from webdev_certs.server.services.items.statistics import (
    AnsweredAttempt,
    read_attempts,
    read_trustworthy_attempts,
)


@dataclass(frozen=True)
class ExamAnswers:
    """What N attempts answered to n families in the versions that the bank has.

    Attributes:
        attempts: In the order in which they started.
        responses: N × n.
        families: n of them.
        parameters: In use.
        calibrated: Ids and versions whose parameters were estimated from answers.
    """

    attempts: tuple[AnsweredAttempt, ...]
    responses: Responses
    families: tuple[Family, ...]
    parameters: Items
    calibrated: frozenset[Ref]


async def read_exam_answers(
    db: AsyncSession, part: TechnologyBank, *, trustworthy: bool = True
) -> ExamAnswers:
    """Return the answers to a technology's certification and pretest families.

    Args:
        db: The transaction.
        part: The technology.
        trustworthy: Only attempts from which items may be calibrated.
    """
    attempts = await (
        read_trustworthy_attempts(db, part) if trustworthy else read_attempts(db, part.blueprint.technology)
    )
    families = {(each.id, each.version): each for each in part.families.values() if each.pool != "practice"}
    responses, refs = responses_to([attempt.answers for attempt in attempts], families)
    in_use = await parameters_in_use(db, families.values())
    return ExamAnswers(
        tuple(attempts),
        responses,
        tuple(families[ref] for ref in refs),
        Items.of([in_use.parameters[ref] for ref in refs]),
        in_use.calibrated,
    )


async def read_emails(db: AsyncSession, technology: str) -> Mapping[UUID, str]:
    """Return the emails of all learners who have taken the exam in a technology."""
    query = select(User.id, User.email).join(Attempt, col(Attempt.user_id) == col(User.id))
    return dict((await db.exec(query.where(Attempt.technology == technology).distinct())).all())


async def read_groups(
    db: AsyncSession, technology: str, groups: Mapping[str, str]
) -> tuple[dict[UUID, str], Collection[str]]:
    """Return the group of each account that has taken the exam, and the accounts that nobody has.

    Args:
        db: The transaction.
        technology: The exam.
        groups: Email or id of an account → its group.
    """
    found: dict[UUID, str] = {}
    known: set[str] = set()
    for user_id, email in (await read_emails(db, technology)).items():
        for name in (str(user_id), email):
            if name in groups:
                found[user_id] = groups[name]
                known.add(name)
    return found, sorted(set(groups) - known)
