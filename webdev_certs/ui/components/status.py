"""The state of an attempt or a certificate as a short label: the same icon, words and color on every page."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.styling import Text, Tone
from webdev_certs.ui.components.surface import badge


class Status(NamedTuple):
    """The icon, words and tone of a state or a verdict."""

    icon: str
    words: str
    tone: Tone


TESTS: Mapping[str, Status] = {
    "passed": Status("check-circle", _("Passed"), "success"),
    "failed": Status("x-circle", _("Not passed"), "danger"),
    "running": Status("clock", _("In progress"), "warning"),
}
CERTIFICATES: Mapping[str, Status] = {
    "valid": Status("check-circle", _("Valid"), "success"),
    "expired": Status("clock", _("Expired"), "warning"),
    "suspended": Status("pause-circle", _("Suspended"), "warning"),
    "replaced": Status("replace", _("Replaced"), "accent"),
    "revoked": Status("x-circle", _("Revoked"), "danger"),
}
_ALL = {**TESTS, **CERTIFICATES}


def expiry_words(status: Text) -> rx.Var[str]:
    """Return what to call the date on which a certificate expires.

    Args:
        status: A Var of a key of `CERTIFICATES`, or "sample".
    """
    until = _("Valid until")
    return rx.match(  # pyright: ignore[reportReturnType]
        status, ("valid", until), ("sample", until), ("expired", _("Expired on")), _("Date of expiry")
    )


def status_badge(status: Text, **props: Any) -> rx.Component:
    """Render the state of an attempt or a certificate.

    Args:
        status: A key of `TESTS` or `CERTIFICATES`, or a Var of it; an empty Var shows nothing.
        **props: Passed on to the <span>.

    Returns:
        The label.
    """
    if isinstance(status, str):
        return _badge(_ALL[status], props)
    cases = [(key, _badge(one, props)) for key, one in _ALL.items()]
    return rx.match(status, *cases, rx.fragment())  # pyright: ignore[reportReturnType]


def _badge(status: Status, props: Mapping[str, Any]) -> rx.Component:
    return badge(rx.fragment(icon(status.icon), status.words), status.tone, **props)
