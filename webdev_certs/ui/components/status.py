"""The states of attempts and certificates, bands of topics, and verdicts of verification, as they look."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.styling import Child, Text, Tone
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
    # Of mock exams
    "would_pass": Status("check-circle", _("Would have passed"), "success"),
    "not_yet": Status("minus-circle", _("Not yet"), "warning"),
}
CERTIFICATES: Mapping[str, Status] = {
    "valid": Status("check-circle", _("Valid"), "success"),
    "expired": Status("clock", _("Expired"), "warning"),
    "suspended": Status("pause-circle", _("Suspended"), "warning"),
    "replaced": Status("replace", _("Replaced"), "accent"),
    "revoked": Status("x-circle", _("Revoked"), "danger"),
}
BANDS: Mapping[str, Status] = {
    "below": Status("arrow-down", _("Below the pass mark"), "warning"),
    "near": Status("minus-circle", _("Near the pass mark"), "neutral"),
    "above": Status("check-circle", _("Above the pass mark"), "success"),
}
"""How the learner of a test did in one of its topics."""
_ALL = {**TESTS, **CERTIFICATES, **BANDS}


def expiry_words(status: Text) -> rx.Var[str]:
    """Return what to call the date on which a certificate expires.

    Args:
        status: A Var of a key of `CERTIFICATES`, or "sample".
    """
    until = _("Valid until")
    return rx.match(  # pyright: ignore[reportReturnType]
        status, ("valid", until), ("sample", until), ("expired", _("Expired on")), _("Expiration date")
    )


def status_badge(status: Text, **props: Any) -> rx.Component:
    """Render the state of an attempt or a certificate, or the band of a topic.

    Args:
        status: A key of `TESTS`, `CERTIFICATES` or `BANDS`, or a Var of it; an empty Var shows nothing.
        **props: Passed on to the <span>.
    """
    if isinstance(status, str):
        return _badge(_ALL[status], props)
    cases = [(key, _badge(badge, props)) for key, badge in _ALL.items()]
    return rx.match(status, *cases, rx.fragment())  # pyright: ignore[reportReturnType]


def _badge(status: Status, props: Mapping[str, Any]) -> rx.Component:
    return badge(rx.fragment(icon(status.icon), status.words), status.tone, **props)


_BANNERS: dict[str, str] = {
    "neutral": "border-edge bg-sunken text-muted",
    "accent": "border-accent-ink bg-accent-soft text-accent-ink",
    "success": "border-success bg-success-soft text-success",
    "warning": "border-warning bg-warning-soft text-warning",
    "danger": "border-danger bg-danger-soft text-danger",
}

VERDICTS: Mapping[str, Status] = {
    "valid": CERTIFICATES["valid"]._replace(words=_("Valid certificate")),
    "expired": CERTIFICATES["expired"]._replace(words=_("Genuine, but expired")),
    "suspended": CERTIFICATES["suspended"]._replace(words=_("Suspended: not valid right now")),
    "replaced": CERTIFICATES["replaced"]._replace(words=_("Replaced by another certificate")),
    "revoked": CERTIFICATES["revoked"]._replace(words=_("Revoked: this certificate is no longer valid")),
    "sample": Status("info", _("This is a sample, not a certificate"), "accent"),
    "unknown": Status("help", _("No certificate has this number"), "danger"),
    "mistyped": Status("alert", _("This number can’t be right"), "warning"),
    "short": Status("alert", _("This number is too short"), "warning"),
    "signed": Status("globe", _("Issued by someone else, with a valid signature"), "accent"),
    "unverified": Status("help", _("Issued by someone else, not verified"), "warning"),
    "altered": Status("x-circle", _("This file was changed or isn’t genuine"), "danger"),
    "refused": Status("x-circle", _("We couldn’t verify this file"), "danger"),
}

_MILD = (
    ("expired", "text-warning"),
    ("suspended", "text-warning"),
    ("replaced", "text-accent-ink"),
    ("sample", "text-accent-ink"),
)
"""The results of checks that have the icon and the tone of a verdict, with the class name of the tone."""


def verdict_banner(phase: rx.Var[str], *details: Child, only: tuple[str, ...]) -> rx.Component:
    """Render the verdict.

    Args:
        phase: A key of `VERDICTS`.
        *details: Content below the words.
        only: The keys that can occur here.
    """
    cases = [(key, _banner(VERDICTS[key], details)) for key in only]
    return rx.match(phase, *cases, rx.fragment())  # pyright: ignore[reportReturnType]


def _banner(verdict: Status, details: tuple[Child, ...]) -> rx.Component:
    return rx.el.div(
        icon(verdict.icon, class_name="mt-0.5 size-7 shrink-0"),
        rx.el.div(
            rx.el.p(verdict.words, class_name="text-heading font-semibold"),
            rx.el.div(*details, class_name="mt-1 space-y-1 text-compact text-ink empty:hidden"),
            class_name="min-w-0 flex-1 wrap-anywhere",
        ),
        class_name=f"flex gap-3 rounded-control border-l-4 px-4 py-3.5 {_BANNERS[verdict.tone]}",
    )


def check_list(rows: rx.Var[Any], title: Text, *, level: int = 2) -> rx.Component:
    """Render what was checked, each check with its result in words.

    Args:
        rows: Objects with `name`, `result` (passed, failed, not_checked, or one of `_MILD`), `outcome` and
            `text`.
        title: The heading.
        level: Level of the heading.
    """
    heading = rx.el.h2 if level == 2 else rx.el.h3
    return rx.fragment(
        heading(title, class_name="font-semibold"),
        rx.el.ul(rx.foreach(rows, _check), class_name="mt-3 divide-y divide-line"),
    )


def _check(row: Any) -> rx.Component:
    return rx.el.li(
        rx.match(
            row.result,
            ("passed", icon("check-circle", class_name="mt-0.5 shrink-0 text-success")),
            ("failed", icon("x-circle", class_name="mt-0.5 shrink-0 text-danger")),
            *((key, icon(VERDICTS[key].icon, class_name=f"mt-0.5 shrink-0 {name}")) for key, name in _MILD),
            icon("minus-circle", class_name="mt-0.5 shrink-0 text-muted"),
        ),
        rx.el.div(
            rx.el.p(rx.el.span(row.name, ": ", row.outcome, class_name="font-medium")),
            rx.el.p(row.text, class_name="text-compact text-muted"),
            class_name="min-w-0 flex-1",
        ),
        class_name="flex gap-3 py-2.5",
    )
