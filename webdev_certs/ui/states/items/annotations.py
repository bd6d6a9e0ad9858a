"""Bookmarks and notes on the answered questions that a page shows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

import reflex as rx

from webdev_certs.schemas.practice import Annotate, Annotation
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.session.navigation import payment_url, shown_path
from webdev_certs.ui.states.session.screens import sign_in_again
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.failures import SESSION_ENDED, describe, log_failure
from webdev_certs.ui.states.shared.toasts import ToastState


@dataclass
class AnnotationView:
    """The annotation of one question."""

    bookmarked: bool = False
    note: str = ""
    failed: str = ""
    """Why the latest note could not be saved."""


def place_of(practice_session_id: UUID | str, position: int) -> str:
    """Return the name of an answered question on the screens: its practice session and its position."""
    return f"{practice_session_id}:{position}"


class AnnotationState(rx.State):
    """The bookmarks and notes of the questions on the page, and what changes them.

    What is typed belongs to the browser, which keeps it until it is saved (components/behavior/note.js).
    """

    ended_words = SESSION_ENDED

    shown: rx.Field[dict[str, AnnotationView]] = rx.field(default_factory=dict)
    """Place of a question → its annotation."""

    @rx.var
    def pro_href(self) -> str:
        """The path of the payment page that leads back to this page."""
        return payment_url(shown_path(self.router.url), "access_required")

    def show(self, annotations: Mapping[str, Annotation], *, more: bool = False) -> None:
        """Show the annotations of the questions on the page.

        Args:
            annotations: By place.
            more: Whether the questions are added to those on the page.
        """
        views = {
            place: AnnotationView(annotation.bookmarked, annotation.note)
            for place, annotation in annotations.items()
        }
        self.shown = {**self.shown, **views} if more else views

    @rx.event
    async def toggle(self, place: str):
        """Set or remove the bookmark of a question."""
        before = self.shown.get(place)
        if before is None:
            return None
        try:
            saved = await self._send(place, Annotate(bookmarked=not before.bookmarked))
        except ApiError as error:
            log_failure("bookmark", error)
            return await sign_in_again(self) or ToastState.show(describe(error), "danger")
        self._set(place, AnnotationView(saved.bookmarked, before.note, before.failed))
        return None

    @rx.event
    async def save(self, place: str, note: str):
        """Save the note on a question. If that fails, the browser keeps it."""
        before = self.shown.get(place)
        if before is None:
            return None
        try:
            saved = await self._send(place, Annotate.model_construct(note=note))
        except ApiError as error:
            log_failure("note", error)
            self._set(place, replace(before, failed=describe(error)))
            return await sign_in_again(self)
        self._set(place, AnnotationView(before.bookmarked, saved.note))
        return None

    async def _send(self, place: str, changes: Annotate) -> Annotation:
        practice_session_id, position = place.split(":")
        return await (await api_of(self)).annotate(practice_session_id, int(position), changes)

    def _set(self, place: str, view: AnnotationView) -> None:
        self.shown = {**self.shown, place: view}
