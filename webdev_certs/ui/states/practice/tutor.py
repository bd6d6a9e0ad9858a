"""The tutor's answers about the questions on the page, as they are written."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any

import reflex as rx

from webdev_certs.schemas.tutor import (
    AskTutor,
    ReportTutor,
    TutorAction,
    TutorEvent,
    TutorExchange,
    TutorSource,
)
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.rendering.tutor_text import spoken, tutor_html
from webdev_certs.ui.states.session.screens import sign_in_again
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.failures import SESSION_ENDED, describe, log_failure
from webdev_certs.ui.states.shared.toasts import ToastState

_waiting: dict[tuple[str, str], asyncio.Future[TutorEvent | None]] = {}
"""The id of a tab and a place → what waits for the next sentence there, so that stopping takes no time."""
_STOPPED = ("stopped", "turned_off", "withdrawn", "test_running")
"""How answers end that somebody has stopped."""
_RETRIED = ("unavailable", "rate_limited", "cut", "malformed", "empty")
"""How answers end that may be better the next time."""
_TITLES = {"why_wrong": N_("Why is mine wrong?"), "smaller_example": N_("Show me a smaller example")}


@dataclass
class ExchangeView:
    """A question to the tutor and its answer."""

    number: int
    title: str
    answer: str
    """Safe HTML."""
    sources: list[str]
    """What the answer cites, in words."""
    note: str
    """What went wrong, or what was removed; empty if nothing."""
    reported: bool


@dataclass
class TutorView:
    """The tutor at one question."""

    available: bool = False
    consented: bool = False
    exchanges: list[ExchangeView] = field(default_factory=list)
    busy: bool = False
    title: str = ""
    """What is being answered."""
    writing: str = ""
    """Safe HTML of the answer so far."""
    said: str = ""
    """The latest sentence, for screen readers."""
    error: str = ""
    """Why there is no whole answer."""
    can_repeat: bool = False
    """Whether the same can be asked again after the error."""


class TutorState(rx.State):
    """The tutor at the questions on the page."""

    ended_words = SESSION_ENDED

    shown: rx.Field[dict[str, TutorView]] = rx.field(default_factory=dict)
    """Place of a question → the tutor there."""
    _sources: dict[str, list[TutorSource]] = {}
    _asked: dict[str, AskTutor] = {}
    """Place of a question → what was asked there last."""

    @rx.event
    async def open(self, place: str):
        """Read whether there is a tutor, and what was asked before, unless it is there already."""
        view = self.shown.get(place)
        return await self._load(place) if view is None or view.error else None

    @rx.event
    async def agree(self, place: str):
        """Give the consent."""
        try:
            await (await api_of(self)).consent_to_tutor()
        except ApiError as error:
            return await self._refused(place, error)
        self.shown = {name: replace(view, consented=True) for name, view in self.shown.items()}
        return None

    @rx.event(background=True)
    async def ask(self, place: str, action: TutorAction):
        """Ask for an explanation or an example."""
        return await self._ask(place, AskTutor(action=action))

    @rx.event(background=True)
    async def ask_own(self, place: str, form: dict[str, Any]):
        """Ask what the learner has typed."""
        question = str(form.get("question", "")).strip()
        if not question:
            return None
        return await self._ask(place, AskTutor(action="question", question=question))

    @rx.event(background=True)
    async def ask_again(self, place: str):
        """Repeat what has failed."""
        asked = self._asked.get(place)
        return await self._ask(place, asked) if asked else None

    @rx.event
    async def stop(self, place: str) -> None:
        """Stop the answer that is being written."""
        view = self.shown.get(place)
        if view is None or not view.busy:
            return
        self._show(place, replace(view, busy=False))
        # In another process, if the tab has changed to this one; then the next sentence ends it.
        if waiting := _waiting.get((self.router.session.client_token, place)):
            waiting.cancel()

    @rx.event
    async def report(self, place: str, number: int):
        """Report an answer to the operator."""
        view = self.shown[place]
        if any(exchange.reported for exchange in view.exchanges if exchange.number == number):
            return None
        session_id, position = _split(place)
        try:
            await (await api_of(self)).report_tutor(session_id, position, ReportTutor(exchange=number))
        except ApiError as error:
            if error.code != "already_reported":
                return await self._refused(place, error)
        exchanges = [
            replace(exchange, reported=exchange.reported or exchange.number == number)
            for exchange in view.exchanges
        ]
        self._show(place, replace(view, exchanges=exchanges))
        return ToastState.show(_("Thanks! We’ll check this answer."), "success")

    async def _load(self, place: str) -> Any:
        session_id, position = _split(place)
        try:
            state = await (await api_of(self)).tutor(session_id, position)
        except ApiError as error:
            return await self._refused(place, error)
        self._sources = {**self._sources, place: state.sources}
        exchanges = [_exchange(exchange, state.sources) for exchange in state.exchanges]
        self._show(place, TutorView(state.available, state.consented, exchanges))
        return None

    async def _ask(self, place: str, form: AskTutor) -> Any:
        async with self:
            view = self.shown.get(place)
            if view is None or view.busy:
                return None
            title = form.question or _(_TITLES[form.action])
            cleared = replace(view, writing="", said="", error="", can_repeat=False)
            self._show(place, replace(cleared, busy=True, title=title))
            self._asked = {**self._asked, place: form}
            api = await api_of(self)
        try:
            await self._read(place, form, api)
        except ApiError as error:
            async with self:
                then = await self._refused(place, error)
                view = self.shown[place]
                self._show(place, replace(view, can_repeat=view.consented))
                return then
        return None

    async def _read(self, place: str, form: AskTutor, api: Api) -> None:
        text = ""
        async with aclosing(api.ask_tutor(*_split(place), form)) as events:
            while event := await self._next(place, events):
                text += event.text
                async with self:
                    view = self.shown.get(place)
                    if view is None or not view.busy:
                        break
                    if event.exchange:
                        self._show(place, self._finished(place, view, event))
                        return
                    writing, said = tutor_html(text + event.begun), spoken(event.text)
                    self._show(place, replace(view, writing=writing, said=said))
        async with self:
            view = self.shown.get(place)
            if view is None:
                # The learner has signed out.
                return
            if view.busy:
                # It has broken off between the tiers.
                raise ApiError.unreachable()
            # The learner has stopped it. The API keeps what was shown.
            number = view.exchanges[-1].number + 1 if view.exchanges else 1
            cut = ExchangeView(number, view.title, view.writing, [], _("Stopped."), False)
            exchanges = [*view.exchanges, cut]
            self._show(place, replace(view, writing="", said=_("Stopped."), exchanges=exchanges))

    async def _next(self, place: str, events: AsyncGenerator[TutorEvent, None]) -> TutorEvent | None:
        """Return the next event; None after the last one, and once the learner stops the answer."""
        key = (self.router.session.client_token, place)
        waiting = _waiting[key] = asyncio.ensure_future(anext(events, None))
        try:
            await asyncio.wait([waiting])
        finally:
            del _waiting[key]
            # If this task is canceled: the generator can only be closed once nothing waits for it.
            if waiting.cancel():
                await asyncio.wait([waiting])
        return None if waiting.cancelled() else waiting.result()

    def _finished(self, place: str, view: TutorView, event: TutorEvent) -> TutorView:
        assert event.exchange is not None
        exchange = _exchange(event.exchange, self._sources.get(place, []))
        removed = event.removed_citations + event.removed_links
        failed = event.exchange.outcome in _RETRIED
        notes = [] if failed else [event.detail]
        if removed:
            notes.append(_("We removed references that led nowhere."))
        exchange.note = " ".join(filter(None, notes))
        done = _("The answer is complete.") if event.exchange.outcome == "complete" else event.detail
        return replace(
            view,
            busy=False,
            consented=view.consented and event.exchange.outcome != "withdrawn",
            writing="",
            # Errors are announced as such.
            said="" if failed else done,
            error=event.detail if failed else "",
            can_repeat=failed,
            exchanges=[*view.exchanges, exchange],
        )

    async def _refused(self, place: str, error: ApiError) -> Any:
        log_failure("the tutor", error)
        view = self.shown.get(place, TutorView())
        consented = view.consented and error.code != "consent_required"
        refused = replace(view, busy=False, writing="", error=describe(error), can_repeat=False)
        self._show(place, replace(refused, consented=consented))
        return await sign_in_again(self)

    def _show(self, place: str, view: TutorView) -> None:
        self.shown = {**self.shown, place: view}


def _split(place: str) -> tuple[str, int]:
    session_id, position = place.split(":")
    return session_id, int(position)


def _exchange(exchange: TutorExchange, sources: list[TutorSource]) -> ExchangeView:
    titles = {source.number: source.title for source in sources}
    return ExchangeView(
        number=exchange.number,
        title=exchange.question or _(_TITLES[exchange.action]),
        answer=tutor_html(exchange.answer),
        sources=[f"[{number}] {titles[number]}" for number in exchange.citations if number in titles],
        note=_("Stopped.") if exchange.outcome in _STOPPED else "",
        reported=exchange.reported,
    )
