"""The texts of mails about certification tests, one function each."""

from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.layout import letter
from webdev_certs.shared.translation import N_, _

_ASKED = N_("You get this email because you asked for extra time at WebDev Certs.")


def extra_time_granted(to: str, name: str, percent: int, note: str) -> Message:
    """Tell a learner that the `percent` of extra time are granted; `note` is the operator's, or empty."""
    return letter(
        to,
        name,
        _("Your extra time is granted"),
        _(
            "You have {percent}% more time in certification tests that you start from now on. Certificates "
            "do not show it.",
            percent=percent,
        ),
        *_note(note),
        reason=_(_ASKED),
    )


def extra_time_refused(to: str, name: str, percent: int, note: str) -> Message:
    """Tell a learner that the `percent` of extra time are refused; `note` is the operator's, or empty."""
    return letter(
        to,
        name,
        _("Your request for extra time"),
        _(
            "Your request for {percent}% more time in certification tests was refused. You can ask again in "
            "your profile.",
            percent=percent,
        ),
        *_note(note),
        reason=_(_ASKED),
    )


def _note(note: str) -> list[str]:
    return [_("The operator wrote: {note}", note=note)] if note else []
