"""Radio buttons and checkboxes: as cards that can be clicked everywhere, and a plain checkbox."""

from typing import Any, Literal

import reflex as rx

from webdev_certs.ui.components.form import described_by, help_lines
from webdev_certs.ui.components.styling import Child, Text, classes

_CARD = (
    "flex min-h-12 items-start gap-3.5 rounded-control border px-4 py-3.5 text-ink transition-colors "
    "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus "
    "has-disabled:cursor-default border-edge bg-surface has-enabled:hover:bg-sunken "
    "has-checked:border-accent-ink has-checked:bg-accent-soft has-checked:inset-ring "
    "has-checked:inset-ring-accent-ink has-enabled:has-checked:hover:bg-accent-soft has-disabled:bg-sunken "
    "has-disabled:text-muted forced-colors:has-checked:outline-2"
)
_MARK = (
    "relative mt-0.5 size-5 shrink-0 appearance-none border-[1.5px] border-edge bg-surface outline-none "
    "transition-colors checked:border-accent-ink checked:bg-accent "
    "before:absolute before:inset-0 before:m-auto before:hidden checked:before:block "
    # Where the system replaces all colors, it also draws the control.
    "forced-colors:appearance-auto forced-colors:before:hidden! forced-colors:mt-1 "
)
_RADIO = _MARK + "rounded-full before:size-2 before:rounded-full before:bg-on-accent"
_CHECK = _MARK + (
    "rounded-[0.3rem] before:mt-[0.15rem] before:h-2.5 before:w-1.5 before:rotate-45 "
    "before:border-b-2 before:border-r-2 before:border-on-accent"
)


def _card(
    kind: Literal["radio", "checkbox"],
    mark: str,
    name: str,
    value: Text,
    children: tuple[Child, ...],
    props: dict[str, Any],
) -> rx.Component:
    """Render a card around a native radio button or checkbox."""
    extra = props.pop("class_name", "")
    return rx.el.label(
        rx.el.input(type=kind, name=name, value=value, class_name=mark, **props),
        rx.el.div(*children, class_name="min-w-0 flex-1"),
        class_name=classes(_CARD, extra),
    )


def radio_card(name: str, value: Text, *label: Child, **props: Any) -> rx.Component:
    """Render one radio button of a group as a card.

    Args:
        name: Name of the group; put the group into a <fieldset> with a <legend>.
        value: Value to submit when this one is chosen.
        *label: Content of the card.
        **props: Passed on to the <input>: checked, default_checked, on_change, disabled.
    """
    return _card("radio", _RADIO, name, value, label, props)


def checkbox_card(name: str, value: Text, *label: Child, **props: Any) -> rx.Component:
    """Render one checkbox of a group as a card.

    Args:
        name: Name of the group.
        value: Value to submit when this one is chosen.
        *label: Content of the card.
        **props: Passed on to the <input>.
    """
    return _card("checkbox", _CHECK, name, value, label, props)


def checkbox(name: str, label: Child, *, error: Text = "", hint: Text = "", **props: Any) -> rx.Component:
    """Render a single checkbox with its error line.

    Args:
        name: Name and id of the <input>.
        label: Label; may contain links.
        error: Error message, or an empty text.
        hint: Says what the choice does, below the label.
        **props: Passed on to the <input>.
    """
    ring = "focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus"
    return rx.el.div(
        rx.el.label(
            rx.el.input(
                type="checkbox",
                id=name,
                name=name,
                aria_describedby=described_by(name),
                class_name=f"{_CHECK} {ring} aria-invalid:border-danger",
                **({"aria_invalid": error != ""} if isinstance(error, rx.Var) else {}),
                **props,
            ),
            rx.el.span(label),
            # The padding makes the label easier to click; the negative margin gives its room back.
            class_name="-my-2.5 flex min-h-11 items-start gap-3 py-2.5 text-compact text-ink",
        ),
        # Below the label, not below the mark.
        rx.el.div(help_lines(name, hint=hint, error=error), class_name="pl-8"),
    )
