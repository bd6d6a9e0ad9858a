"""Password fields with a button that shows the password, and with a strength rating."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.components.form import CONTROL, control_attributes, field
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.styling import Child, Text, classes
from webdev_certs.ui.reflex_internals import DivWithHooks, component_field

_shown = rx.Var("passwordShown", _var_type=bool).bool()
_toggle = rx.Var("(() => setPasswordShown((shown) => !shown))").to(rx.EventChain)

_STRENGTHS = {
    "none": _("A few unrelated words work well."),
    "short": _("Add {missing} more characters."),
    "one": _("Add one more character."),
    "weak": _("Easy to guess. Add an unrelated word or two."),
    "fair": _("Could be stronger. Add one more word."),
    "good": _("Good password."),
    "strong": _("Strong password."),
}
_STRENGTH_TONES = {
    "none": "text-faint",
    "short": "text-muted",
    "one": "text-muted",
    "weak": "text-danger",
    "fair": "text-warning",
    "good": "text-success",
    "strong": "text-success",
}


class PasswordStrength(Script):
    """Shows how strong the password in the input with id `control` is, with one text in `words` per level."""

    library = import_path("password_strength")
    tag = "PasswordStrength"
    lib_dependencies: list[str] = component_field(
        default_factory=lambda: ["@zxcvbn-ts/core@4.2.0", "@zxcvbn-ts/language-common@4.1.3"]
    )
    control: rx.Var[str]
    shortest: rx.Var[int]
    refusal: rx.Var[str]
    words: rx.Var[dict[str, str]]
    level_class_names: rx.Var[dict[str, str]]


class _Reveal(DivWithHooks):
    """A <div> with its own React state `passwordShown`."""

    def add_imports(self) -> dict[str, Any]:
        """Import React's state hook."""
        return {"react": ["useState"]}

    def add_hooks(self) -> list[str | rx.Var]:
        """Declare the state."""
        return ["const [passwordShown, setPasswordShown] = useState(false);"]


def password_input(name: str, *, error: Text = "", show: str = "", **props: Any) -> rx.Component:
    """Render a password control with a button that shows the password.

    Args:
        name: Name and id of the <input>.
        error: Error message; marks the control as invalid.
        show: Accessible name of the button; "Show password" by default. On a page with several
            passwords, each button has its own.
        **props: Passed on to the <input>; set `auto_complete="new-password"` for a new password.
    """
    props.setdefault("auto_complete", "current-password")
    name_of_class = classes(CONTROL, "h-11 pr-12", props.pop("class_name", ""))
    return _Reveal.create(
        rx.el.input(
            type=rx.cond(_shown, "text", "password"),
            class_name=name_of_class,
            auto_capitalize="none",
            spell_check=False,
            **{**control_attributes(name, error), **props},
        ),
        rx.el.button(
            rx.cond(_shown, icon("eye-off"), icon("eye")),
            type="button",
            on_click=_toggle,
            aria_label=show or _("Show password"),
            aria_pressed=_shown,
            class_name="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted "
            "hover:text-ink",
        ),
        class_name="relative",
    )


def password_field(label: Child, name: str, *, error: Text = "", **props: Any) -> rx.Component:
    """Render a `field` with a `password_input`.

    Args:
        label: Label.
        name: Name and id of the <input>.
        error: Error message, or an empty text.
        **props: Passed on to `password_input`.
    """
    control = password_input(name, error=error, **props)
    return field(label, control, name=name, error=error)


def new_password_field(
    label: Child | None = None,
    name: str = "password",
    *,
    min_length: int,
    error: Text = "",
    show: str = "",
) -> rx.Component:
    """Render a `password_field` for a new password, which shows how strong it is while the user types.

    Args:
        label: Label; "Password" by default.
        name: Name and id of the <input>.
        min_length: The shortest allowed password, in characters.
        error: Error message, or an empty text.
        show: As for `password_input`.
    """
    control = password_input(name, error=error, show=show, auto_complete="new-password")
    label = _("Password") if label is None else label
    hint = _("At least {n} characters.", n=min_length)
    strength = PasswordStrength.create(
        control=name,
        shortest=min_length,
        words=_STRENGTHS,
        refusal=error,
        level_class_names=_STRENGTH_TONES,
        class_name="min-h-5",
    )
    return field(label, control, name=name, hint=hint, status=strength, error=error)
