"""What every form shares: its errors, what was saved, and submitting once at a time."""

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, ClassVar, TypeVar

import reflex as rx
from pydantic import BaseModel, ValidationError

from webdev_certs.shared.translation import _
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.reflex_internals import state_kinds
from webdev_certs.ui.states.shared.failures import describe, log_failure

M = TypeVar("M", bound=BaseModel)
SUBMISSION = "submission"
"""Name of the entry with the number of the submission (components/form.py)."""


class FormFault(Exception):
    """What is wrong with a form before anything is sent.

    Attributes:
        fields: Name of the field on the screen → what is wrong with it.
    """

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__(str(fields))
        self.fields = dict(fields)


class FormState(rx.State, mixin=True):
    """One form. What is typed belongs to the browser and stays there until it has been accepted."""

    form_error: rx.Field[str] = rx.field("")
    """What is wrong with the whole form."""
    field_errors: rx.Field[dict[str, str]] = rx.field(default_factory=dict)
    """Field name → what is wrong with it."""
    notice: rx.Field[str] = rx.field("")
    """What was saved just now."""
    busy: rx.Field[bool] = rx.field(False)
    submission: rx.Field[int] = rx.field(0)
    """Counts the submissions that were handled. The form sends the number that it was shown with, so a second
    click, made before the page shows the outcome of the first one, does not count as a second submission."""
    version: rx.Field[int] = rx.field(0)
    """Counts accepted submissions: the fields are drawn afresh after each."""

    form_name: ClassVar[str]
    """The form's id on its screen (components/form.py)."""
    field_names: ClassVar[Mapping[str, str]] = {}
    """The API's names of fields → the screen's, where they differ."""
    required: ClassVar[Mapping[str, str]] = {}
    """Field of the wire contract → what to say when it is empty or invalid, marked with `N_`."""

    @rx.event
    def forget_faults(self) -> None:
        """Forget what was wrong, once the dialog with the form is closed."""
        self.fail()

    def parse(self, model: type[M], values: Mapping[str, Any], **missing: str) -> M:
        """Build a request from what the form holds.

        Args:
            model: The request's model in the wire contract.
            values: Its fields as the form holds them.
            **missing: Screen's field → what to say of it, found missing before.

        Raises:
            FormFault: A field is missing or not as the contract wants it.
        """
        try:
            request = model.model_validate(values)
        except ValidationError as error:
            words = {str(fault["loc"][0]): self._word(fault) for fault in error.errors()}
            raise FormFault(self._screen_names(words) | missing) from None
        if missing:
            raise FormFault(missing)
        return request

    def fail(self, message: str = "", fields: Mapping[str, str] | None = None):
        """Say what is wrong, and return the event that moves the focus there."""
        self.form_error, self.field_errors, self.notice = message, dict(fields or {}), ""
        return rx.set_focus(next(iter(self.field_errors), f"{self.form_name}-message"))

    def refuse(self, error: ApiError):
        """Say what the API refused, and return the event that moves the focus there."""
        fields = self._screen_names(error.fields)
        return self.fail("" if fields else describe(error), fields)

    async def mark_busy(self, busy: bool) -> None:
        """Set `busy` before the submission and clear it afterwards."""
        self.busy = busy

    def _screen_names(self, fields: Mapping[str, str]) -> dict[str, str]:
        return {self.field_names.get(name, name): text for name, text in fields.items()}

    def _word(self, fault: Any) -> str:
        if fault["type"] == "string_too_long":
            return _("Use at most {most} characters.", most=fault["ctx"]["max_length"])
        missing = self.required.get(str(fault["loc"][0]))
        return _(missing) if missing else _("This value isn’t valid.")


def submits(handler: Callable[[Any, dict[str, Any]], Awaitable[Any]]) -> Any:
    """Make the event handler of a form, which runs once for each time that the form is shown.

    The decorated method takes what the form holds. It returns the notice to show, or the events to follow,
    or nothing. `FormFault` and `ApiError` are shown in the form, and the focus moves there.
    """

    @wraps(handler)
    async def submit(self: Any, form: dict[str, Any]):
        shown = form.pop(SUBMISSION, None)
        if self.busy or shown not in (None, str(self.submission)):
            return
        self.submission += 1
        submission = self.submission
        self.fail()
        await self.mark_busy(True)
        yield
        try:
            result = await handler(self, form)
        except FormFault as fault:
            then = self.fail("", fault.fields)
        except ApiError as error:
            log_failure(f"form {self.form_name}", error)
            then = self.refuse(error)
        else:
            # Again, because the handler may have reset the form.
            self.submission = submission
            self.version += 1
            self.notice = result if isinstance(result, str) else ""
            then = rx.set_focus(f"{self.form_name}-message") if self.notice else result
        finally:
            await self.mark_busy(False)
        if then:
            yield then

    return rx.event(submit)


async def clear_forms(state: rx.State) -> None:
    """Reset all forms of the tab, so that a new visit shows no old messages."""
    for kind in state_kinds():
        if issubclass(kind, FormState):
            (await state.get_state(kind)).reset()
