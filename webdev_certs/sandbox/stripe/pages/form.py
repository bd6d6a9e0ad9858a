"""The card form of the checkout page and the invoice page."""

from collections.abc import Mapping

from webdev_certs.sandbox.stripe.cards import TEST_CARDS
from webdev_certs.sandbox.stripe.pages.layout import Markup, fill, joined

_FIELDS = {
    "email": ("Email", 'type="email" autocomplete="email"'),
    "number": (
        "Card number",
        'inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"',
    ),
    "expiry": ("Expiration", 'inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"'),
    "cvc": ("CVC", 'inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"'),
    "name": ("Name on card", 'autocomplete="cc-name"'),
}
_CARD = ("number", "expiry", "cvc", "name")


def email_field(typed: Mapping[str, str], mistakes: Mapping[str, str], known: str | None) -> Markup:
    """Return the email field; a known email is shown and cannot be changed."""
    if known:
        return _field("email", known, "", " readonly")
    return _field("email", typed.get("email", ""), mistakes.get("email", ""))


def card_form(
    typed: Mapping[str, str],
    mistakes: Mapping[str, str],
    *,
    action: str,
    submit: str,
    alert: str,
    email: Markup | None = None,
) -> Markup:
    """Return the form, and below it the test cards that fill it in with one click.

    Args:
        typed: What was typed, by field.
        mistakes: What is wrong, by field.
        action: The URL to post the form to.
        submit: The text of the button.
        alert: Why the last card was declined, or "".
        email: The email field, if the form has one.
    """
    fields = {name: _field(name, typed.get(name, ""), mistakes.get(name, "")) for name in _CARD}
    return fill(
        "card_form.html",
        **fields,
        email=email or Markup(""),
        action=action,
        alert=fill("alert.html", text=alert) if alert else "",
        cards=joined([fill("card.html", spaced=card.spaced, effect=card.effect) for card in TEST_CARDS]),
        submit=submit,
    )


def _field(name: str, value: str, mistake: str, more: str = " required") -> Markup:
    label, attributes = _FIELDS[name]
    attributes += more
    if mistake:
        attributes += f' aria-invalid="true" aria-describedby="{name}-mistake"'
    return fill(
        "field.html",
        name=name,
        label=label,
        value=value,
        attributes=Markup(attributes),
        mistake=fill("mistake.html", name=name, text=mistake) if mistake else "",
    )
