"""The answers of a sample, kept in the tab until they go on as practice in an account."""

from datetime import UTC, datetime, timedelta

import reflex as rx
from pydantic import AwareDatetime, ValidationError

from webdev_certs.schemas.practice import ClaimSample, SampleAnswer
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.session.navigation import PRACTICE
from webdev_certs.ui.states.session.session import VisitorState, session_of
from webdev_certs.ui.states.shared.failures import log_failure

_KEPT = timedelta(hours=1)
"""How long answers are kept: later, another person may be using the tab."""
_LATER = ("test_running", "too_many_requests")
"""Codes of refusals after which the answers are kept for another time."""


class _Kept(ClaimSample):
    kept_at: AwareDatetime


class KeptSampleState(VisitorState, rx.State):
    """The latest sample in this tab.

    Not in local storage: on a shared computer, the answers would go to whoever signs in next.
    """

    sample: str = rx.SessionStorage("", name="sample")
    """The technology, the answers and the time as JSON; empty without a sample."""

    def keep(self, technology: str, answers: list[SampleAnswer]) -> None:
        """Keep the answers so far, instead of those of a sample in another technology.

        When the same sample is taken again, the first answers stay: its keys have been shown by then.
        """
        kept = _read(self.sample)
        if kept and kept.technology == technology and kept.answers != answers[: len(kept.answers)]:
            return
        self.sample = _Kept(technology=technology, answers=answers, kept_at=_now()).model_dump_json()

    def practice_path(self) -> str | None:
        """Return the path on which the sample goes on as practice; None without a sample."""
        kept = _read(self.sample)
        return PRACTICE + kept.technology if kept else None

    @rx.event
    async def claim(self) -> None:
        """Continue the sample as a practice session of the signed-in user. Runs before their pages load.

        The API grades the answers again. However often they are sent, they make one practice session.
        """
        session = await session_of(self)
        if not self.sample or not session.is_authenticated:
            return
        kept = _read(self.sample)
        if kept:
            try:
                await session.api().claim_sample(kept.technology, kept.answers)
            except ApiError as error:
                log_failure("claim of a sample", error)
                if error.code in _LATER or error.status not in range(400, 500) or error.status == 401:
                    return
        self.sample = ""


def _read(stored: str) -> _Kept | None:
    """Return what is stored, or None if it is too old or malformed."""
    try:
        kept = _Kept.model_validate_json(stored)
    except ValidationError:
        return None
    return kept if _now() - kept.kept_at < _KEPT else None


def _now() -> datetime:
    return datetime.now(UTC)
