"""The password control with its show/hide switch."""

from typing import Any

import reflex as rx
from reflex_base.constants.compiler import MemoizationMode

from webdev_certs.ui.components.behavior import PasswordStrength
from webdev_certs.ui.components.field import CONTROL, field, wiring
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.styling import Child, Text, classes

_shown = rx.Var("passwordShown", _var_type=bool).bool()
_toggle = rx.Var("(() => setPasswordShown((shown) => !shown))").to(rx.EventChain)


_SHORTEST = 12
"""The server's rule (`domain.accounts`), said before it has to refuse."""
_HINT = f"At least {_SHORTEST} characters. A few unrelated words work well."
_STRENGTHS = {
    "short": "{missing} more characters are needed.",
    "one": "One more character is needed.",
    "weak": "Easy to guess: add a word or two that do not belong together.",
    "fair": "Could be stronger: one more word helps.",
    "good": "Good password.",
    "strong": "Strong password.",
}
_STRENGTH_TONES = {
    "short": "text-muted",
    "one": "text-muted",
    "weak": "text-danger",
    "fair": "text-warning",
    "good": "text-success",
    "strong": "text-success",
}


class _Reveal(rx.el.Div):
    """A <div> that owns the browser-side state `passwordShown`, one per instance."""

    _memoization_mode = MemoizationMode(recursive=False)

    def add_imports(self) -> dict[str, Any]:
        """Import React's state hook."""
        return {"react": ["useState"]}

    def add_hooks(self) -> list[str | rx.Var]:
        """Declare the state."""
        return ["const [passwordShown, setPasswordShown] = useState(false);"]


def password_input(name: str, *, error: Text = "", **props: Any) -> rx.Component:
    """Render a password control with a switch that shows what was typed.

    Args:
        name: Its name and id.
        error: What is wrong with the value, to mark the control invalid.
        **props: Passed on to the <input>; set `auto_complete="new-password"` where one is chosen.

    Returns:
        The control.
    """
    props.setdefault("auto_complete", "current-password")
    name_of_class = classes(CONTROL, "h-11 pr-12", props.pop("class_name", ""))
    return _Reveal.create(
        rx.el.input(
            type=rx.cond(_shown, "text", "password"),
            class_name=name_of_class,
            auto_capitalize="none",
            spell_check=False,
            **{**wiring(name, error), **props},
        ),
        rx.el.button(
            rx.cond(_shown, icon("eye-off"), icon("eye")),
            type="button",
            on_click=_toggle,
            aria_label="Show password",
            aria_pressed=_shown,
            class_name="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted "
            "hover:text-ink",
        ),
        class_name="relative",
    )


def password_field(label: Child, name: str, *, error: Text = "", **props: Any) -> rx.Component:
    """Render a `field` around a `password_input`.

    Args:
        label: What it asks for.
        name: Name and id of the control.
        error: What is wrong with the value.
        **props: Passed on to the <input>.

    Returns:
        The field.
    """
    control = password_input(name, error=error, **props)
    return field(label, control, name=name, error=error)


def new_password_field(
    label: Child = "Password",
    name: str = "password",
    *,
    error: Text = "",
) -> rx.Component:
    """Render a `password_field` where a password is chosen: it says how strong that is while one types.

    Args:
        label: What it asks for.
        name: Name and id of the control.
        error: What is wrong with the value.

    Returns:
        The field.
    """
    control = password_input(name, error=error, auto_complete="new-password")
    return rx.el.div(
        field(label, control, name=name, hint=_HINT, error=error),
        PasswordStrength.create(
            control=name,
            shortest=_SHORTEST,
            words=_STRENGTHS,
            level_class_names=_STRENGTH_TONES,
            class_name="-mt-1 mb-2 min-h-5 text-sm leading-5",
        ),
    )
