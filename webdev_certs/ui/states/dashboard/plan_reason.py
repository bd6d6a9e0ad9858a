"""What the tutor says about the daily plan of the overview."""

from uuid import uuid4

import reflex as rx

from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.session.locale import zone_of
from webdev_certs.ui.states.session.screens import FailingState, sign_in_again
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.failures import SESSION_ENDED, describe, log_failure


class PlanReasonState(FailingState, rx.State):
    """Asking the tutor why today's tasks come in their order."""

    ended_words = SESSION_ENDED

    available: rx.Field[bool] = rx.field(False)
    busy: rx.Field[bool] = rx.field(False)
    text: rx.Field[str] = rx.field("")
    _asked: str = ""
    """Identifies what was asked last about the plan that is shown; empty if nothing was."""

    def begin(self, *, available: bool) -> None:
        """Forget what was said about an earlier plan.

        Args:
            available: Whether the tutor can be asked about the new one.
        """
        self.reset()
        self.available = available

    @rx.event(background=True)
    async def ask(self):
        """Ask the tutor. In the background, because the tab has to react to other clicks until it answers."""
        async with self:
            if self.busy:
                return None
            self.busy, self.text, self.error = True, "", ""
            asked = self._asked = uuid4().hex
            api, zone = await api_of(self), await zone_of(self)
        text = error = then = None
        try:
            reason = await api.plan_reason(zone)
            text, error = reason.text, reason.detail
        except ApiError as refusal:
            log_failure("the tutor", refusal)
            error = describe(refusal)
        async with self:
            # Otherwise another plan is shown now.
            if self._asked == asked:
                self.busy, self.text, self.error = False, text or "", error
                then = await sign_in_again(self)
        return then
