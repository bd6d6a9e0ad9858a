"""What every form on a screen of its own state shares: what is wrong, and what went well."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar, TypeVar

import reflex as rx
from pydantic import ValidationError

from webdev_certs.client import Api, ApiError
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.session import session_of

T = TypeVar("T")


class FormState(rx.State, mixin=True):
    """One form. What is typed belongs to the browser and stays there until it has been accepted."""

    form_error: rx.Field[str] = rx.field("")
    """What is wrong with the whole form."""
    field_errors: rx.Field[dict[str, str]] = rx.field(default_factory=dict)
    """Field name → what is wrong with it."""
    notice: rx.Field[str] = rx.field("")
    """What has just been done."""
    busy: rx.Field[bool] = rx.field(False)
    version: rx.Field[int] = rx.field(0)
    """Counts what was accepted: the fields are drawn afresh."""

    form_name: ClassVar[str]
    """The form's id on its screen (components/form.py)."""
    field_names: ClassVar[Mapping[str, str]] = {}
    """The API's names of fields → the screen's, where they differ."""

    async def _submit(
        self,
        call: Callable[[Api], Awaitable[T]],
        done: Callable[[T], Awaitable[str]],
    ):
        """Makes a call; `done` takes its answer and says in words what was done."""
        if self.busy:
            return
        self._fail("", {})
        self.busy = True
        yield
        session = await session_of(self)
        try:
            notice = await done(await call(session.api()))
        except ApiError as error:
            self.busy = False
            yield self._refuse(error)
            return
        self.busy, self.notice, self.version = False, notice, self.version + 1
        if notice:
            yield rx.set_focus(f"{self.form_name}-message")

    def _refuse(self, error: ApiError):
        fields = {self.field_names.get(name, name): text for name, text in error.fields.items()}
        return self._fail("" if fields else describe(error), fields)

    def _fail(self, message: str, fields: dict[str, str]):
        """Says what is wrong, and has the focus go there."""
        self.form_error, self.field_errors, self.notice = message, fields, ""
        return rx.set_focus(next(iter(fields), f"{self.form_name}-message"))


async def clear_forms(state: rx.State) -> None:
    """Starts all forms of the tab afresh: what one visit said is not for the next."""
    for kind in FormState.__subclasses__():
        (await state.get_state(kind)).reset()


def field_words(error: ValidationError, required: Mapping[str, str]) -> dict[str, str]:
    """Field name → what is wrong with it.

    Args:
        error: what the wire contract says of the form.
        required: what to say of a field that is empty or not what it should be.
    """
    return {str(fault["loc"][0]): _word(fault, required) for fault in error.errors()}


def _word(fault: Any, required: Mapping[str, str]) -> str:
    if fault["type"] == "string_too_long":
        return f"Use at most {fault['ctx']['max_length']} characters."
    return required.get(str(fault["loc"][0])) or str(fault["msg"])
