"""What most screens need: loading what they show, and actions that run once at a time.

Both put the reason of a refusal of the API into the state's `error`, so handlers need not do that.
"""

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.session.navigation import login_url, resume_path, shown_path
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.failures import RECORDS_SAFE, describe, describe_loading, log_failure
from webdev_certs.ui.states.shared.toasts import ToastState

_CODES = ("test_running", "test_not_submitted")


class FailingState(rx.State, mixin=True):
    """A state with an action that can fail."""

    error: rx.Field[str] = rx.field("")
    """Why loading, or the last action, failed."""


class ScreenState(FailingState, mixin=True):
    """A screen that loads what it shows: subclasses implement `_load`."""

    phase: rx.Field[str] = rx.field("loading")
    """`loading`, `error`, or a phase of the screen's own."""
    unreachable: rx.Field[bool] = rx.field(False)
    """Whether loading failed because the server could not be reached."""

    error_phases: ClassVar[Mapping[str | int, str]] = {}
    """Code or HTTP status of a refusal → the phase that shows it; `error` for all others."""
    needs_login: ClassVar[bool] = True
    """Whether the screen loads only for people who are signed in."""
    safe: ClassVar[str] = RECORDS_SAFE
    """What learners read if the server fails, not yet translated."""
    kept_fields: ClassVar[Sequence[str]] = ()
    """Fields that loading the screen does not reset."""
    lasting_fields: ClassVar[Sequence[str]] = ()
    """Fields that a reload of the page and a new connection do not reset either: what the browser stores of
    content that the URL does not name. Another process gets them too."""
    ended_words: ClassVar[str] = ""
    """What users read, not yet translated, if the login session ends here: they sign in and come back.
    Without it, they are led to the home page."""
    keeps_content: ClassVar[bool] = False
    """Whether what an earlier visit loaded stays on the screen until the new content is there."""

    @rx.event
    async def load(self):
        """Load the screen. Without a login, a screen that needs one loads nothing: the guards redirect."""
        # The browser has reloaded the page, or has lost the connection for a moment.
        again = (await self.get_state(LoadedScreenState)).note()
        if not self.keeps_content:
            has_content = again and self.phase not in ("loading", "error")
            names = (*self.kept_fields, *(self.lasting_fields if again else ()))
            kept = {name: getattr(self, name) for name in names}
            self.reset()
            for name, value in kept.items():
                setattr(self, name, value)
            # After a reload of the page, the content stays on the screen until the new content is there.
            if not has_content:
                yield
        elif self.phase == "error":
            # There is no content to keep, and the user has to see that the retry is under way.
            self.phase, self.error = "loading", ""
            yield
        session = await session_of(self)
        if self.needs_login and not session.is_authenticated:
            return
        try:
            then = await self._load(session.api())
        except ApiError as error:
            if self.needs_login and not session.is_authenticated:
                # The login session has ended, so the screen is being left.
                yield await sign_in_again(self)
                return
            phase = self.error_phases.get(error.code) or self.error_phases.get(error.status)
            # `describe_loading` speaks of records, which visitors do not have.
            reason = describe_loading(error, self.safe) if self.needs_login else describe(error)
            self.phase, self.error = phase or "error", reason
            self.unreachable = error.is_unreachable
            return
        if then:
            # The new content has to be on the screen before it is left or gets the focus.
            yield
            yield then

    @abstractmethod
    async def _load(self, api: Api) -> Any:
        """Load what the screen shows, set `phase`, and return events that should follow, if any.

        Raises:
            ApiError: Becomes `phase`, `error` and `unreachable`.
        """


async def sign_in_again(state: rx.State) -> Any:
    """Return the event that leads to the sign-in page and back if the login session has ended on a screen.

    Args:
        state: The state of the screen. Without `ended_words`, nothing is returned.
    """
    words = getattr(state, "ended_words", "")
    if not words or (await session_of(state)).is_authenticated:
        return None
    # Replaces the message of the refused refresh, which has not been sent yet.
    (await state.get_state(ToastState)).show(_(words), "neutral")
    return rx.redirect(login_url(shown_path(state.router.url)), replace=True)


def exclusive(action: Callable[..., Awaitable[Any]]) -> Any:
    """Make an event handler that runs once at a time, from a method that returns the events to follow.

    The state has `busy` (a flag, or a text that names what is under way: the handler's first argument, or
    its name) and `error`. Clicks while it runs do nothing; `error` gets the reason if the API refuses.
    """

    @wraps(action)
    async def handler(self: Any, *args: Any, **named: Any):
        if self.busy:
            return
        is_flag = isinstance(self.busy, bool)
        # Reflex passes what an event carries by name.
        carried = [*args, *named.values()]
        self.busy = True if is_flag else str(carried[0] if carried else action.__name__)
        self.error = ""
        yield
        then = None
        try:
            then = await action(self, *args, **named)
        except ApiError as error:
            log_failure(action.__name__.replace("_", " "), error)
            then = await sign_in_again(self)
            self.error = "" if then else describe(error)
        finally:
            self.busy = False if is_flag else ""
        if then:
            # The screen has to change before it is left, and before one of its new parts gets the focus.
            yield
            yield then

    return rx.event(handler)


class LoadedScreenState(rx.State):
    """Tells whether the content on the screen was loaded for the URL that the browser shows."""

    path: str = rx.SessionStorage("", name="loaded_screen")
    """Path and query of the screen that was loaded last, without a slash at the end of the path.

    Until the browser's URL has the same, a placeholder is shown (components/behavior/navigation.js). The
    browser stores it for the case that it connects to another process.
    """

    _connection: str = ""
    _connected_at: str = ""
    """Path and query of the screen on which the connection began."""

    def note_connection(self) -> None:
        """Note that a connection begins on the screen of the current URL."""
        self._connected_at = self._url_path()

    def was_never_left(self) -> bool:
        """Return whether the screen of the current URL is loaded again, and the connection began on it.

        Otherwise it is another visit, even if the connection was lost meanwhile, on another page.
        """
        return self._is_loaded_again() and self.path == self._connected_at

    def note(self) -> bool:
        """Note that the screen of the current URL is being loaded.

        Returns:
            Whether it was the last one that was loaded, before the browser reloaded the page or lost the
            connection, maybe to another process. A link to the same URL is another visit.
        """
        again = self._is_loaded_again()
        self.path, self._connection = self._url_path(), self.router.session.session_id
        return again

    def _is_loaded_again(self) -> bool:
        return self._url_path() == self.path and self.router.session.session_id != self._connection

    def _url_path(self) -> str:
        url = self.router.url
        return url.path.removesuffix("/") + (f"?{url.query}" if url.query else "")


class RunningAttemptState(rx.State, mixin=True):
    """Names the running attempt that has to end first, so that the screen can lead to it."""

    attempt_name: rx.Field[str] = rx.field("")
    """The name of its technology."""
    attempt_href: rx.Field[str] = rx.field("")
    """The path on which the attempt continues."""

    def _note_running_attempt(self, error: ApiError) -> None:
        """Note the running attempt if it is why the API refuses."""
        if error.code in _CODES:
            # An API of an earlier release does not name it.
            self.attempt_name = error.extra.get("name", "")
            technology = error.extra.get("technology", "")
            mock = bool(error.extra.get("mock"))
            self.attempt_href = (
                resume_path(technology, mock=mock) if technology else "/dashboard/certifications"
            )
