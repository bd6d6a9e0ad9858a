"""Buttons, and links that look like buttons."""

from typing import Any, Literal, TypeAlias

import reflex as rx

from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.link import anchor
from webdev_certs.ui.components.styling import Child, Flag, Text, classes

Variant: TypeAlias = Literal["primary", "secondary", "ghost", "danger", "danger-outline"]
Size: TypeAlias = Literal["sm", "md", "lg"]

_BASE = (
    "relative inline-flex items-center justify-center rounded-control text-center font-medium select-none "
    # A long label wraps on phones, where it would be wider than the window.
    "whitespace-nowrap max-sm:whitespace-normal transition-colors duration-150 disabled:cursor-not-allowed "
    "aria-disabled:cursor-not-allowed "
    # After a click, while the server takes long to answer (behavior/navigation.js).
    "data-waiting:cursor-progress data-waiting:animate-shimmer "
    # Forced colors remove backgrounds, and show borders that are transparent otherwise.
    "forced-colors:border forced-colors:border-current"
)
_VARIANTS: dict[str, str] = {
    "primary": "bg-accent text-on-accent shadow-card hover:bg-accent-hover disabled:opacity-60",
    "secondary": "border border-edge bg-surface text-ink hover:bg-sunken disabled:opacity-60 "
    "aria-disabled:opacity-60",
    "ghost": "text-ink hover:bg-sunken disabled:opacity-60 aria-disabled:text-faint aria-disabled:opacity-60 "
    "forced-colors:border-transparent",
    "danger": "bg-danger-fill text-white shadow-card hover:bg-danger-hover disabled:opacity-60",
    "danger-outline": "border border-danger bg-surface text-danger hover:bg-danger-soft disabled:opacity-60",
}
_SIZES: dict[str, str] = {
    "sm": "min-h-9 max-md:min-h-11 py-1 gap-1.5 px-3 text-sm",
    "md": "min-h-11 py-1 gap-2 px-4 text-compact",
    "lg": "min-h-12 py-1 gap-2 px-6 text-base",
}


def button_classes(variant: Variant, size: Size, extra: Text = "") -> Text:
    """Return the class names of a button, for other elements that look like one.

    Args:
        variant: As for `button`.
        size: As for `button`.
        extra: More class names.
    """
    return classes(_BASE, _VARIANTS[variant], _SIZES[size], extra)


def _spinner() -> rx.Component:
    """Draw the spinner of a busy button, centered over its hidden label."""
    ring = "size-5 animate-spin rounded-full border-2 border-current border-r-transparent"
    return rx.el.span(
        rx.el.span(class_name=ring),
        class_name="absolute inset-0 grid place-items-center",
        aria_hidden="true",
    )


def button(
    *children: Child,
    variant: Variant = "primary",
    size: Size = "md",
    loading: Flag = False,
    **props: Any,
) -> rx.Component:
    """Render a button; its default type is "button".

    Args:
        *children: Label and icons.
        variant: "primary" for the main action of a page; "danger" for actions that cannot be undone,
            "danger-outline" for what leads to one.
        size: "sm", "md" or "lg". Every size is at least 44 px high on phones.
        loading: Whether to disable the button and show a spinner at the same width.
        **props: Passed on to the <button>.
    """
    name = button_classes(variant, size, props.pop("class_name", ""))
    props.setdefault("type", "button")
    if not isinstance(loading, rx.Var):
        return rx.el.button(*children, class_name=name, **props)
    shown = "inline-flex items-center gap-2"
    return rx.el.button(
        rx.el.span(*children, class_name=rx.cond(loading, f"{shown} opacity-0", shown)),
        rx.cond(loading, _spinner()),
        class_name=name,
        disabled=loading | props.pop("disabled", False),
        aria_busy=loading,
        **props,
    )


def link_button(
    label: Child,
    href: Text,
    *,
    variant: Variant = "primary",
    size: Size = "md",
    new_tab: bool = False,
    **props: Any,
) -> rx.Component:
    """Render a link that looks like a button.

    Args:
        label: Text of the link.
        href: Path or URL; see `link.anchor`.
        variant: As for `button`.
        size: As for `button`.
        new_tab: As for `link.anchor`.
        **props: Passed on to the link.
    """
    name = button_classes(variant, size, props.pop("class_name", ""))
    return anchor(label, href=href, new_tab=new_tab, class_name=name, **props)


def button_group(*buttons: Child, **props: Any) -> rx.Component:
    """Render buttons side by side; on phones one above the other, all as wide as the group.

    Args:
        *buttons: The buttons, in the order of reading. A single one may also be in a group, for its width.
        **props: Passed on to the <div>.
    """
    name = classes("flex flex-wrap gap-3 max-sm:flex-col", props.pop("class_name", ""))
    return rx.el.div(*buttons, class_name=name, **props)


def icon_button(name: str, label: Text, **props: Any) -> rx.Component:
    """Render a square button with an icon and no text.

    Args:
        name: Name of the icon.
        label: What the button does, for screen readers and as a tooltip.
        **props: Passed on to the <button>.
    """
    extra = classes("size-11 shrink-0 px-0", props.pop("class_name", ""))
    return button(icon(name), variant="ghost", aria_label=label, title=label, class_name=extra, **props)
