"""Where a learner stands in each technology that was begun, as the overview shows it."""

from dataclasses import dataclass
from datetime import date

from webdev_certs.schemas.progress import LEAST_FOR_READINESS, TechnologyStanding
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import _, ngettext
from webdev_certs.ui.states.dashboard.steps import chance_range, countdown
from webdev_certs.ui.states.practice.links import review_label, review_path


@dataclass
class ChanceView:
    """The probability of passing, with its uncertainty."""

    note: str
    """How many answers it comes from, or how many are missing."""
    text: str = ""
    """Empty while there are too few answers, like the following."""
    likely: str = ""
    """How uncertain it is."""
    percent: int = 0
    low: int = 0
    high: int = 0
    label: str = ""
    """The whole, for screen readers."""


def chance_view(row: TechnologyStanding) -> ChanceView:
    """Describe the chance of passing in a technology, or how many answers are missing to estimate it."""
    ready = row.readiness
    if ready is None:
        return ChanceView(
            ngettext(
                "Answer {n} more question to see your chance of passing.",
                "Answer {n} more questions to see your chance of passing.",
                max(LEAST_FOR_READINESS - row.answers, 1),
            )
        )
    text = _("{percent}%", percent=ready.probability)
    likely = chance_range(ready.low, ready.high)
    return ChanceView(
        ngettext("From your answers to {n} question.", "From your answers to {n} questions.", row.answers),
        text,
        likely,
        ready.probability,
        ready.low,
        ready.high,
        _("Chance of passing the {name} test: {chance}", name=row.name, chance=f"{text}, {likely}"),
    )


@dataclass
class StandingCard:
    """A technology that was begun. Texts are empty if there is nothing to say."""

    technology: str
    name: str
    outcome: str
    """passed, once any attempt was; otherwise failed, or empty before the first attempt has ended."""
    estimate: str
    score: int
    low: int
    high: int
    cut_score: int
    chance: ChanceView
    """Also empty after a pass, which it says nothing about."""
    last_exam: str
    last_exam_href: str
    certificate: str
    """Until when it is valid, or what ended that."""
    retake: str
    """When the test can be taken again; empty after a pass."""
    review_label: str
    review_href: str


def standing_card(row: TechnologyStanding, today: date, zone: str) -> StandingCard:
    """Describe where the learner stands in a technology.

    Args:
        row: What the API says.
        today: The learner's day.
        zone: The learner's time zone.
    """
    ability, last = row.ability, row.last_exam
    passed = row.certificate is not None or any(exam.passed for exam in row.exams)
    estimate = ""
    if ability:
        estimate = _(
            "You’re at about {score} (likely {low}–{high}). You need {cut} to pass.",
            score=ability.score,
            low=ability.low,
            high=ability.high,
            cut=row.cut_score,
        )
    return StandingCard(
        technology=row.technology,
        name=row.name,
        outcome="passed" if passed else "failed" if last else "",
        estimate=estimate,
        score=ability.score if ability else 0,
        low=ability.low if ability else 0,
        high=ability.high if ability else 0,
        cut_score=row.cut_score,
        chance=ChanceView("") if passed or not row.answers else chance_view(row),
        last_exam=_last_exam(row, zone),
        last_exam_href=f"/test-results/{last.test_id}" if last else "",
        certificate=_certificate(row),
        retake="" if passed or row.retake_at is None else countdown(row.name, row.retake_at, today, zone),
        review_label=review_label(row.due) if row.due else "",
        review_href=review_path(row.technology),
    )


def _last_exam(row: TechnologyStanding, zone: str) -> str:
    last = row.last_exam
    if last is None:
        return ""
    day = long_date(last.submitted_at, zone)
    if last.under_review:
        return _("{date}: under review", date=day)
    if last.score is None:
        return _("{date}: not passed, with too few answers for a score", date=day)
    words = _("{date}: {score}, passed") if last.passed else _("{date}: {score}, not passed")
    return words.format(date=day, score=last.score)


def _certificate(row: TechnologyStanding) -> str:
    held = row.certificate
    if held is None:
        return ""
    match held.status:
        case "valid":
            return _("Valid until {date}", date=long_date(held.expires_at))
        case "expired":
            return _("Expired on {date}. Pass again to renew it.", date=long_date(held.expires_at))
        case "suspended":
            return _("Suspended for now")
        case _:
            return _("Revoked")
