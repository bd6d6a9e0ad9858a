"""The terms on which certificates were earned."""

from typing import ClassVar

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.session.screens import ScreenState


class CriteriaState(ScreenState, rx.State):
    """What `/criteria/<technology>/<version>` shows; `phase` is loading, shown, unknown or error."""

    needs_login: ClassVar = False
    error_phases: ClassVar = {"criteria_unknown": "unknown", "not_found": "unknown"}

    title: rx.Field[str] = rx.field("")
    technology: rx.Field[str] = rx.field("")
    """The technology's name."""
    offer_path: rx.Field[str] = rx.field("")
    """The page of the technology."""
    summary: rx.Field[str] = rx.field("")
    cut_score: rx.Field[int | None] = rx.field(None)
    minutes: rx.Field[int | None] = rx.field(None)
    length: rx.Field[str] = rx.field("")
    topics: rx.Field[list[str]] = rx.field(default_factory=list)
    documentation: rx.Field[list[str]] = rx.field(default_factory=list)
    is_current: rx.Field[bool] = rx.field(True)

    async def _load(self, api: Api) -> None:
        technology, version = self.router.url.path.rstrip("/").rsplit("/", 2)[-2:]
        found = await api.criteria(technology, version)
        self.title, self.technology, self.summary = found.title, found.name, found.summary
        self.offer_path = f"/certifications/{found.technology}"
        self.cut_score, self.minutes = found.cut_score, found.minutes
        if found.least and found.most:
            self.length = _("{least} to {most}", least=found.least, most=found.most)
        self.topics, self.documentation = found.topics, found.documentation
        self.is_current = found.is_current
        self.phase = "shown"
