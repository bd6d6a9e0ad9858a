"""Form fields: a label, a control, and one line below it for a hint or an error."""

from collections.abc import Sequence
from typing import Any, cast

import reflex as rx

from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.styling import Child, Text, classes, is_set

CONTROL = (
    "w-full rounded-control border border-edge bg-surface px-3.5 text-base text-ink shadow-card "
    "transition-colors placeholder:text-faint hover:border-muted "
    "focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 "
    "aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint"
)


def wiring(name: str, error: Text) -> dict[str, Any]:
    """Give the attributes that tie a control to the `field` around it.

    Args:
        name: The name of the control; its id as well.
        error: What is wrong with the value, or nothing.

    Returns:
        Props: id, name, aria-describedby and, when wrong, aria-invalid.
    """
    invalid = rx.cond(is_set(error), "true", "false") if isinstance(error, rx.Var) else bool(error)
    return {
        "id": name,
        "name": name,
        "aria_describedby": f"{name}-help",
        **({"aria_invalid": invalid} if isinstance(invalid, rx.Var) else {}),
        **({"aria_invalid": "true"} if invalid is True else {}),
    }


def error_line(error: Text) -> rx.Component:
    """Render the live region for one error; it is there before the error is, so it is announced.

    Args:
        error: What is wrong, or nothing.

    Returns:
        A paragraph with role "alert", empty while nothing is wrong.
    """
    content = rx.fragment(icon("alert", class_name="mt-px"), rx.el.span(error))
    return rx.el.p(
        rx.cond(is_set(error), content) if isinstance(error, rx.Var) else (content if error else None),
        role="alert",
        class_name="flex gap-1.5 text-danger empty:hidden",
    )


def field(
    label: Child, control: rx.Component, *, name: str, hint: Text = "", error: Text = ""
) -> rx.Component:
    """Put a label and a line for a hint or an error around a control.

    The line keeps its height when empty and the error takes the hint's place, so nothing below moves.

    Args:
        label: What the control asks for.
        control: `text_input(name)` or another control of the same name.
        name: The name of the control.
        hint: Help shown as long as nothing is wrong.
        error: What is wrong with the value; give the control the same `error`.

    Returns:
        The field.
    """
    hidden = (
        rx.cond(is_set(error), "hidden", "text-faint")
        if isinstance(error, rx.Var)
        else ("hidden" if error else "text-faint")
    )
    return rx.el.div(
        rx.el.label(label, html_for=name, class_name="mb-1.5 block text-sm font-medium text-ink"),
        control,
        rx.el.div(
            error_line(error),
            rx.el.p(hint, class_name=hidden) if isinstance(hint, rx.Var) or hint else None,
            id=f"{name}-help",
            class_name="mt-1.5 mb-2 min-h-5 text-sm leading-5",
        ),
    )


def text_input(name: str, type: str = "text", *, error: Text = "", **props: Any) -> rx.Component:
    """Render a one-line text control.

    Args:
        name: Its name and id.
        type: The type of the <input>.
        error: What is wrong with the value, to mark the control invalid.
        **props: Passed on to the <input>.

    Returns:
        The control.
    """
    name_of_class = classes(CONTROL, "h-11", props.pop("class_name", ""))
    return rx.el.input(type=cast(Any, type), class_name=name_of_class, **{**wiring(name, error), **props})


def _option(option: Any) -> rx.Component:
    """Render one option of a select from a (value, label) pair."""
    return rx.el.option(option[1], value=option[0])


def select(
    name: str,
    options: Sequence[tuple[str, str]] | rx.Var[list[tuple[str, str]]],
    *,
    error: Text = "",
    **props: Any,
) -> rx.Component:
    """Render a native choice list.

    Args:
        name: Its name and id.
        options: (value, label) pairs.
        error: What is wrong with the value, to mark the control invalid.
        **props: Passed on to the <select>.

    Returns:
        The control.
    """
    rows = [rx.foreach(options, _option)] if isinstance(options, rx.Var) else [_option(o) for o in options]
    return select_control(*rows, **{**wiring(name, error), **props})


def select_control(*options: Child, class_name: str = "", **props: Any) -> rx.Component:
    """Render the bare control of a choice list, for where no `field` surrounds it.

    Args:
        *options: Its <option>s.
        class_name: Classes of its frame.
        **props: Passed on to the <select>.

    Returns:
        The control with its arrow.
    """
    return rx.el.div(
        rx.el.select(*options, class_name=f"{CONTROL} h-11 appearance-none pr-10", **props),
        icon(
            "chevron-down",
            class_name="pointer-events-none absolute right-3 top-1/2 -translate-y-1/2 text-muted",
        ),
        class_name=classes("relative", class_name),
    )


def text_field(label: Child, name: str, *, hint: Text = "", error: Text = "", **props: Any) -> rx.Component:
    """Render a `field` around a `text_input`: the common case in one call.

    Args:
        label: What it asks for.
        name: Name and id of the control.
        hint: Help shown as long as nothing is wrong.
        error: What is wrong with the value.
        **props: Passed on to the <input>.

    Returns:
        The field.
    """
    return field(label, text_input(name, error=error, **props), name=name, hint=hint, error=error)
