"""Forms and their fields: a label, a control, and below it a hint and an error; radio buttons, checkboxes."""

from collections.abc import Sequence
from typing import Any, Literal, cast

import reflex as rx

from webdev_certs.ui.components.behavior import Fresh
from webdev_certs.ui.components.button import button_group
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.styling import Child, Number, Text, classes, is_set
from webdev_certs.ui.components.surface import alert

CONTROL = (
    "w-full rounded-control border border-edge bg-surface px-3.5 text-base text-ink shadow-card "
    "transition-colors hover:border-muted "
    "focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 "
    "aria-invalid:border-danger aria-invalid:focus-visible:border-danger "
    "aria-invalid:focus-visible:outline-danger "
    "disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint"
)

_LINE = "mt-1.5 empty:hidden"


def control_attributes(name: str, error: Text) -> dict[str, Any]:
    """Return the attributes that connect a control with the `field` around it.

    Args:
        name: Name and id of the control.
        error: Error message, or an empty text.

    Returns:
        Props: id, name, aria-describedby and, with an error, aria-invalid.
    """
    invalid = rx.cond(is_set(error), "true", "false") if isinstance(error, rx.Var) else bool(error)
    return {
        "id": name,
        "name": name,
        "aria_describedby": described_by(name),
        **({"aria_invalid": invalid} if isinstance(invalid, rx.Var) else {}),
        **({"aria_invalid": "true"} if invalid is True else {}),
    }


def described_by(name: Text) -> str:
    """Return the value of `aria-describedby` for the control whose `help_lines` have this name."""
    return f"{name}-help {name}-error"


def help_lines(
    name: Text, *, hint: Child = "", status: Child | None = None, error: Text = ""
) -> rx.Component:
    """Render the lines below a control, always in this order and with the same distances.

    Args:
        name: Name of the control, which is `described_by` the hint and the error.
        hint: Help.
        status: A live region that adds to the hint, such as a rating.
        error: Error message, or an empty text.
    """
    return rx.el.div(
        rx.el.p(hint, id=f"{name}-help", class_name=f"{_LINE} text-faint"),
        status,
        error_line(error, id=f"{name}-error"),
        class_name="text-sm leading-5",
    )


def error_line(error: Text, **props: Any) -> rx.Component:
    """Render the live region for one error. It exists before the error, so screen readers announce the error.

    Args:
        error: Error message, or an empty text.
        **props: Passed on to the paragraph.

    Returns:
        A paragraph with role "alert", empty without an error.
    """
    content = rx.fragment(icon("alert", class_name="mt-px"), rx.el.span(error))
    return rx.el.p(
        rx.cond(is_set(error), content) if isinstance(error, rx.Var) else (content if error else None),
        role="alert",
        class_name=f"{_LINE} flex gap-1.5 text-danger",
        **props,
    )


def field(
    label: Child,
    control: rx.Component,
    *,
    name: str,
    hint: Text = "",
    status: Child | None = None,
    error: Text = "",
) -> rx.Component:
    """Put a label, a hint and a line for an error around a control.

    The hint stays when there is an error: it often says how to correct the control.

    Args:
        label: Label.
        control: `text_input(name)` or another control with the same name.
        name: Name of the control.
        hint: Help.
        status: As for `help_lines`.
        error: Error message, or an empty text; give the control the same `error`.
    """
    return rx.el.div(
        rx.el.label(label, html_for=name, class_name="mb-1.5 block text-sm font-medium text-ink"),
        control,
        help_lines(name, hint=hint, status=status, error=error),
    )


def text_input(name: str, type: str = "text", *, error: Text = "", **props: Any) -> rx.Component:
    """Render a one-line text control.

    Args:
        name: Name and id of the <input>.
        type: Type of the <input>.
        error: Error message; marks the control as invalid.
        **props: Passed on to the <input>.
    """
    name_of_class = classes(CONTROL, "h-11", props.pop("class_name", ""))
    return rx.el.input(
        type=cast(Any, type), class_name=name_of_class, **{**control_attributes(name, error), **props}
    )


def text_area(name: str, *, error: Text = "", **props: Any) -> rx.Component:
    """Render a control for several lines of text.

    Args:
        name: Name and id of the <textarea>.
        error: Error message; marks the control as invalid.
        **props: Passed on to the <textarea>.
    """
    name_of_class = classes(CONTROL, "block py-2.5", props.pop("class_name", ""))
    return rx.el.textarea(class_name=name_of_class, **{**control_attributes(name, error), **props})


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
    """Render a native <select>.

    Args:
        name: Name and id of the <select>.
        options: (value, label) pairs.
        error: Error message; marks the control as invalid.
        **props: Passed on to the <select>.
    """
    rows = [rx.foreach(options, _option)] if isinstance(options, rx.Var) else [_option(o) for o in options]
    return select_control(*rows, **{**control_attributes(name, error), **props})


def select_control(*options: Child, class_name: str = "", **props: Any) -> rx.Component:
    """Render a native <select> without the attributes that connect it with a `field`.

    Args:
        *options: Its <option>s.
        class_name: Class names of the element around it.
        **props: Passed on to the <select>.
    """
    return rx.el.div(
        rx.el.select(*options, class_name=f"{CONTROL} h-11 appearance-none pr-10 text-ellipsis", **props),
        icon(
            "chevron-down",
            class_name="pointer-events-none absolute right-3 top-1/2 -translate-y-1/2 text-muted",
        ),
        class_name=classes("relative", class_name),
    )


def text_field(label: Child, name: str, *, hint: Text = "", error: Text = "", **props: Any) -> rx.Component:
    """Render a `field` with a `text_input`.

    Args:
        label: Label.
        name: Name and id of the <input>.
        hint: Help.
        error: Error message, or an empty text.
        **props: Passed on to the <input>.
    """
    return field(label, text_input(name, error=error, **props), name=name, hint=hint, error=error)


def form(
    *fields: Child,
    name: str,
    on_submit: Any,
    actions: Child,
    error: Text,
    notice: Text = "",
    version: Number = 0,
    submission: Number,
    **props: Any,
) -> rx.Component:
    """Render a form that the server validates; the browser's own validation is off.

    Args:
        *fields: Its `field`s. They keep their values when the server refuses the form.
        name: Id of the form. `<name>-message` is the id of its messages, which can take the focus.
        on_submit: Event that takes the form's values.
        actions: Its buttons, one of them with `type="submit"`.
        error: Error of the whole form, or an empty text.
        notice: Success message, or an empty text.
        version: A higher number renders the fields again with their default values.
        submission: Number of the next submission. It is sent with the form, so that a second click is not
            taken for another submission.
        **props: Passed on to the <form>.
    """
    return rx.el.form(
        rx.el.div(outcome(error, notice), id=message_id(name), tab_index=-1, class_name="outline-none"),
        rx.el.input(type="hidden", name="submission", value=submission),
        Fresh.create(*fields, version=version, class_name="flex flex-col gap-5"),
        button_group(actions, class_name="mt-6 empty:hidden"),
        id=name,
        no_validate=True,
        on_submit=on_submit,
        **props,
    )


def outcome(error: Text, notice: Text = "") -> rx.Component:
    """Render the live regions for an error and a success message.

    They exist before their messages, so screen readers announce the messages.

    Args:
        error: Error message, or an empty text.
        notice: Success message, or an empty text.
    """
    return rx.fragment(
        rx.el.div(rx.cond(is_set(error), alert(error, tone="danger", class_name="mb-4")), role="alert"),
        rx.el.div(rx.cond(is_set(notice), alert(notice, tone="success", class_name="mb-4")), role="status"),
    )


def message_id(name: str) -> str:
    """Return the id of the messages of the form with this name."""
    return f"{name}-message"


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


_SWITCH = (
    "relative mt-0.5 h-6 w-11 shrink-0 appearance-none rounded-full border-[1.5px] border-edge bg-sunken "
    "transition-colors checked:border-accent-ink checked:bg-accent "
    "before:absolute before:inset-y-0 before:left-0.5 before:my-auto before:size-4 before:rounded-full "
    "before:bg-muted before:transition-transform checked:before:translate-x-5 checked:before:bg-on-accent "
    "focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus "
    # Where the system replaces all colors, it also draws the control.
    "forced-colors:appearance-auto forced-colors:before:hidden"
)


def switch(name: str, label: Child, *, hint: Text = "", **props: Any) -> rx.Component:
    """Render a switch, which is saved at once.

    Args:
        name: Name and id of the <input>.
        label: Label.
        hint: Says what the switch does, below the label.
        **props: Passed on to the <input>.
    """
    key = {"key": props.pop("key")} if "key" in props else {}
    return rx.el.label(
        rx.el.span(
            rx.el.span(label, class_name="block font-medium text-ink"),
            rx.el.span(hint, id=f"{name}-hint", class_name="mt-0.5 block text-sm text-muted"),
            class_name="min-w-0 flex-1",
        ),
        rx.el.input(
            type="checkbox",
            role="switch",
            id=name,
            name=name,
            aria_label=label,
            aria_describedby=f"{name}-hint",
            class_name=_SWITCH,
            **props,
        ),
        class_name="flex min-h-11 items-start gap-4 py-3 text-compact",
        **key,
    )


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
