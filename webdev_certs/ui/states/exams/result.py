"""The result of a certification test, and of a mock exam with its full review."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.certificates import Certificate
from webdev_certs.schemas.exams import AttemptResult, TopicBand
from webdev_certs.shared.formatting import date_time, long_date
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language, ngettext
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.certificates.own import download_certificate, linkedin_url
from webdev_certs.ui.states.items.annotations import AnnotationState
from webdev_certs.ui.states.items.view import FeedbackView
from webdev_certs.ui.states.practice.links import drill_label, mistakes_practice_path, practice_path
from webdev_certs.ui.states.practice.result import annotations_of, feedback_views, retry_label
from webdev_certs.ui.states.session.locale import ZonedScreenState, zone_of
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.screens import RunningAttemptState, exclusive
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.failures import log_failure

_NO_REVIEW = {"payment_required": "locked", "test_running": "waiting"}
"""Code of a refusal → why the full review of a mock exam is not shown."""
_WEAKEST_FIRST: tuple[TopicBand, ...] = ("below", "near", "above")


@dataclass
class TopicRow:
    """How the learner did in one topic."""

    title: str
    band: TopicBand
    href: str
    """The path on which the topic is practiced."""
    drill: str = ""
    """The label of the link that practices the learner's mistakes in the topic; empty without any."""
    drill_href: str = ""


class ExamResultState(RunningAttemptState, ZonedScreenState, rx.State):
    """The result that `/test-results/<id>` shows."""

    # `phase` is loading, ready, missing, unfinished or error.
    error_phases: ClassVar = {404: "missing", 409: "unfinished"}

    mock: rx.Field[bool] = rx.field(False)
    """Whether it is the result of a mock exam."""
    technology_id: rx.Field[str] = rx.field("")
    technology_name: rx.Field[str] = rx.field("")
    title: rx.Field[str] = rx.field("")
    passed: rx.Field[bool] = rx.field(False)
    score: rx.Field[int] = rx.field(0)
    """0 if there is no score."""
    standard_error: rx.Field[int] = rx.field(0)
    low: rx.Field[int] = rx.field(0)
    high: rx.Field[int] = rx.field(0)
    cut_score: rx.Field[int] = rx.field(0)
    timed_out: rx.Field[bool] = rx.field(False)
    answered: rx.Field[str] = rx.field("")
    unscored: rx.Field[str] = rx.field("")
    """How many answers were to pretest questions, as a sentence after a space; empty for none."""
    submitted: rx.Field[str] = rx.field("")
    retake: rx.Field[str] = rx.field("")
    certificate_number_shown: rx.Field[str] = rx.field("")
    """Not `certificate_number`, which is the name of the path parameter of /verify (pages/routes.py)."""
    certificate_status: rx.Field[str] = rx.field("")
    refused_path: rx.Field[str] = rx.field("")
    """The path that says why the certificate is suspended or revoked; empty otherwise."""
    awaits_email: rx.Field[bool] = rx.field(False)
    """Whether the certificate is issued once the learner confirms their email."""
    review_title: rx.Field[str] = rx.field("")
    """That an operator looks at the test, or has refused it; empty otherwise."""
    review_words: rx.Field[str] = rx.field("")
    time_used: rx.Field[str] = rx.field("")
    verdict: rx.Field[str] = rx.field("")
    """What the score, or that there is none, means."""
    explanation: rx.Field[str] = rx.field("")
    """Why the test is not passed in spite of its score, or has no score; empty otherwise."""
    holder: rx.Field[str] = rx.field("")
    """The name on the certificate, which stays when the learner changes theirs."""
    issued: rx.Field[str] = rx.field("")
    expires: rx.Field[str] = rx.field("")
    verify_url: rx.Field[str] = rx.field("")
    """The URL of the certificate's public page."""
    linkedin_url: rx.Field[str] = rx.field("")
    may_retake: rx.Field[bool] = rx.field(False)
    busy: rx.Field[str] = rx.field("")
    """The name of the action that is under way."""
    topics: rx.Field[list[TopicRow]] = rx.field(default_factory=list)
    """The weakest first."""

    # The full review of a mock exam
    review_state: rx.Field[str] = rx.field("")
    """Empty without answers; ready, locked, or waiting (for an attempt to end)."""
    questions: rx.Field[list[FeedbackView]] = rx.field(default_factory=list)
    missed: rx.Field[int] = rx.field(0)
    retry_label: rx.Field[str] = rx.field("")
    """Empty if nothing was missed."""
    retry_href: rx.Field[str] = rx.field("")

    @exclusive
    async def download(self) -> Any:
        """Download the certificate as a PDF."""
        return await download_certificate(await api_of(self), self.certificate_number_shown, "pdf")

    @exclusive
    async def download_report(self) -> Any:
        """Download the score report on the paper of the reader's language."""
        test_id = last_segment(self.router.url.path)
        paper = "letter" if current_language() == SOURCE_LANGUAGE else "a4"
        content = await (await api_of(self)).score_report(test_id, paper)
        name = f"score-report-{self.technology_id}.pdf"
        return rx.download(data=content, filename=name, mime_type="application/pdf")

    async def _load(self, api: Api) -> None:
        try:
            result = await api.attempt_result(last_segment(self.router.url.path))
        except ApiError as error:
            self._note_running_attempt(error)
            raise
        mistakes = await self._mistakes(api, result)
        number = result.certificate_number
        self._show_certificate(await api.certificate(number) if number else None)
        await self._load_review(api, result)
        self._show(result, await zone_of(self), mistakes)

    async def _load_review(self, api: Api, result: AttemptResult) -> None:
        """Load the full review of a mock exam with answers."""
        if result.practice_session_id is None:
            return
        practice_session_id = str(result.practice_session_id)
        try:
            review = await api.practice_result(practice_session_id)
        except ApiError as error:
            if error.code not in _NO_REVIEW:
                raise
            self._note_running_attempt(error)
            self.review_state = _NO_REVIEW[error.code]
            return
        self.review_state, self.questions = "ready", feedback_views(review)
        (await self.get_state(AnnotationState)).show(annotations_of(review))
        self.missed = review.length - review.correct
        self.retry_label = retry_label(self.missed)
        self.retry_href = practice_path(result.technology, retry=practice_session_id)

    async def _mistakes(self, api: Api, result: AttemptResult) -> dict[str, int]:
        """Return how many mistakes of practice there are by topic; none without Pro."""
        if not (result.topics and (await self.get_state(PaymentState)).has_paid):
            return {}
        try:
            counts = await api.mistake_counts()
        except ApiError as error:
            # The result is worth showing without these links.
            log_failure("mistakes", error)
            return {}
        return {
            row.topic: row.mistakes
            for technology in counts
            if technology.technology == result.technology
            for row in technology.topics
        }

    def _show(self, result: AttemptResult, zone: str, mistakes: Mapping[str, int]) -> None:
        self.mock = result.mock
        self.technology_id, self.technology_name = result.technology, result.name
        self.title, self.passed = result.title, result.passed
        self.score, self.standard_error = result.score or 0, result.standard_error or 0
        self.low, self.high, self.cut_score = result.low or 0, result.high or 0, result.cut_score
        self.timed_out = result.ended_by == "time_up"
        answered = result.answered + result.pretest_answered
        self.answered = ngettext("{n} question answered", "{n} questions answered", answered)
        self.unscored = _unscored(result.pretest_answered)
        self.submitted = date_time(result.submitted_at, zone)
        self.retake = date_time(result.retake_at, zone) if result.retake_at else ""
        self.awaits_email = result.certificate_pending == "confirm_email"
        self.review_title, self.review_words = _review(result)
        self.topics = [
            TopicRow(
                topic.title,
                topic.band,
                practice_path(result.technology, topic.topic),
                drill_label(mistakes.get(topic.topic, 0)),
                mistakes_practice_path(result.technology, topic.topic),
            )
            for topic in sorted(result.topics, key=lambda topic: _WEAKEST_FIRST.index(topic.band))
        ]
        self.time_used = _duration(result.started_at, result.submitted_at)
        self.verdict, self.explanation = _verdict(result)
        self.may_retake = result.retake_at is not None and result.retake_at <= datetime.now(UTC)
        self.phase = "ready"

    def _show_certificate(self, certificate: Certificate | None) -> None:
        self.certificate_status = certificate.status if certificate else ""
        is_refused = certificate is not None and certificate.status not in ("valid", "expired")
        self.refused_path = f"/verify/{certificate.number}" if certificate and is_refused else ""
        if certificate is None or is_refused:
            self.certificate_number_shown = self.holder = self.issued = self.expires = ""
            self.verify_url = self.linkedin_url = ""
            return
        self.certificate_number_shown, self.holder = certificate.number, certificate.holder_name
        self.issued, self.expires = long_date(certificate.issued_at), long_date(certificate.expires_at)
        self.verify_url = certificate.verify_url
        # Its dates too are the certificate's, which may be issued long after the exam, when the email is
        # confirmed.
        self.linkedin_url = linkedin_url(certificate)


def _duration(started_at: datetime, ended_at: datetime) -> str:
    minutes = max(round((ended_at - started_at).total_seconds() / 60), 1)
    return ngettext("{n} minute", "{n} minutes", minutes)


def _review(result: AttemptResult) -> tuple[str, str]:
    """Return the title and the words about a review that is open or has refused the test; empty without."""
    review = result.review
    if review is None:
        return "", ""
    reasons = {
        "rapid_answers": _("Some answers came faster than anyone can read the questions."),
        "misfit": _("You missed some easy questions but got hard ones right."),
        "left_and_pasted": _("On several questions, you left the page and pasted text."),
        "retake": _("Another account with the same mailbox started this test shortly before you did."),
    }
    why = " ".join(reasons[reason] for reason in review.reasons)
    if review.decision == "refused":
        words = filter(None, (why, review.note, _("If you think we got it wrong, please write to us.")))
        return _("We couldn’t confirm this test, so you haven’t passed"), " ".join(words)
    if result.certificate_pending != "under_review":
        return "", ""
    wait = _(
        "One of us will look at it, usually within five days, and email you. You don’t have to do anything."
    )
    return _("We’re checking your test before we issue your certificate"), f"{why} {wait}"


def _unscored(number: int) -> str:
    if not number:
        return ""
    return " " + ngettext(
        "{n} of them was a trial question and didn’t count.",
        "{n} of them were trial questions and didn’t count.",
        number,
    )


def _verdict(result: AttemptResult) -> tuple[str, str]:
    """Say what the score means, and if that is not enough, why."""
    if result.score is None or result.high is None:
        return _no_score(result)
    if result.score >= result.cut_score and not result.decided:
        return _undecided(result)
    points, cut = abs(result.score - result.cut_score), result.cut_score
    if result.passed:
        if result.score == result.cut_score:
            return _("You reached exactly the {cut_score} you need.", cut_score=cut), ""
        verdict = ngettext(
            "You’re {n} point above the {cut_score} you need.",
            "You’re {n} points above the {cut_score} you need.",
            points,
            cut_score=cut,
        )
    elif result.high >= result.cut_score:
        verdict = ngettext(
            "You’re {n} point short of {cut_score}. That’s close: your range reaches the pass mark. A "
            "little practice can be enough.",
            "You’re {n} points short of {cut_score}. That’s close: your range reaches the pass mark. A "
            "little practice can be enough.",
            points,
            cut_score=cut,
        )
    else:
        verdict = ngettext(
            "You’re {n} point short of {cut_score}. Start with your weakest topics: that’s where you can "
            "gain the most.",
            "You’re {n} points short of {cut_score}. Start with your weakest topics: that’s where you can "
            "gain the most.",
            points,
            cut_score=cut,
        )
    return verdict, ""


def _no_score(result: AttemptResult) -> tuple[str, str]:
    if not result.answered:
        return _("You didn’t answer any questions that count, so there’s no score."), ""
    verdict = _(
        "You answered {n} of the {least} questions you need for a score.",
        n=result.answered,
        least=result.min_items,
    )
    return verdict, _("With fewer answers, a score would say too little about your ability.")


def _undecided(result: AttemptResult) -> tuple[str, str]:
    verdict = (
        _(
            "You reached the {cut_score} you need, but the test ended too early to be sure.",
            cut_score=result.cut_score,
        )
        if result.mock
        else _(
            "You reached the {cut_score} you need, but the test ended too early to be sure, so you haven’t "
            "passed.",
            cut_score=result.cut_score,
        )
    )
    if result.ended_by == "time_up":
        why = _("Time ran out before the result was certain.")
    else:
        why = _(
            "You ended the test before the result was certain. Next time, keep going until the test ends "
            "by itself."
        )
    return verdict, why
