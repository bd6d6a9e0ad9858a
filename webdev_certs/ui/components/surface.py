"""Surfaces: cards, badges and notices."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.styling import Child, Text, Tone, by_value, classes

_BADGES: dict[str, str] = {
    # With a border, because the surface around it may have the same background.
    "neutral": "border-line bg-sunken text-muted",
    "accent": "border-transparent bg-accent-soft text-accent-ink",
    "success": "border-transparent bg-success-soft text-success",
    "warning": "border-transparent bg-warning-soft text-warning",
    "danger": "border-transparent bg-danger-soft text-danger",
}
_ALERTS: dict[str, str] = {**_BADGES, "neutral": "border-line bg-sunken text-ink"}
_ALERT_TEXTS: dict[str, str] = {**dict.fromkeys(_ALERTS, "text-ink"), "neutral": "text-muted"}
_ICONS: dict[str, str] = {
    "neutral": "info",
    "accent": "info",
    "success": "check-circle",
    "warning": "alert",
    "danger": "x-circle",
}


def card(*children: Child, border: Text = "border-line", **props: Any) -> rx.Component:
    """Render a box with a border and a shadow.

    Args:
        *children: Its content.
        border: The class of the border's color.
        **props: Passed on to the <div>.
    """
    name = "rounded-card border bg-surface p-5 shadow-card sm:p-6"
    return rx.el.div(*children, class_name=classes(name, border, props.pop("class_name", "")), **props)


def badge(text: Child, tone: Tone | rx.Var[str] = "neutral", **props: Any) -> rx.Component:
    """Render a short label.

    Args:
        text: A word or two, which must be clear without the color.
        tone: Its color.
        **props: Passed on to the <span>.
    """
    # A badge keeps its width beside other content, and wraps only if it is wider than the whole line.
    name = (
        "inline-flex max-w-full shrink-0 items-center gap-1 rounded-2xl border px-2.5 py-px text-sm "
        "font-medium"
    )
    extra = props.pop("class_name", "")
    return rx.el.span(text, class_name=classes(name, by_value(tone, _BADGES), extra), **props)


def tone_icon(tone: Tone | rx.Var[str], **props: Any) -> rx.Component:
    """Draw the icon of a tone.

    Args:
        tone: The tone.
        **props: Passed on to the icon.
    """
    if isinstance(tone, rx.Var):
        cases = [(key, icon(name, **props)) for key, name in _ICONS.items()]
        return rx.match(tone, *cases, cases[0][1])  # pyright: ignore[reportReturnType]
    return icon(_ICONS[tone], **props)


def alert(title: Child, *body: Child, tone: Tone | rx.Var[str] = "neutral", **props: Any) -> rx.Component:
    """Render a notice within a screen.

    It is not a live region: pass `role="alert"` if it appears after the page has loaded.

    Args:
        title: What happened.
        *body: What it means and what to do.
        tone: Its color and icon.
        **props: Passed on to the <div>.
    """
    name = "flex gap-3 rounded-control border px-4 py-3.5"
    extra = props.pop("class_name", "")
    look = classes("mt-1 text-compact empty:hidden", by_value(tone, _ALERT_TEXTS))
    text = rx.el.div(*body, class_name=look) if body else None
    return rx.el.div(
        tone_icon(tone, class_name="mt-0.5"),
        rx.el.div(rx.el.p(title, class_name="font-medium"), text, class_name="min-w-0 flex-1 wrap-anywhere"),
        class_name=classes(name, by_value(tone, _ALERTS), extra),
        **props,
    )
