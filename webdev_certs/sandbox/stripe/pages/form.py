"""The card form, which paying a session and paying an invoice share."""

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
    """The field for the address; one that is known is shown alone."""
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
    """The form, with what was typed and what is wrong with it; below it the cards that one click fills in.

    Args:
        typed: by field; a security code and a number are typed again, as everywhere.
        mistakes: by field.
        action: where it is posted.
        submit: what its button says.
        alert: why the last card was refused, or nothing.
        email: the field above those of the card, if there is one.
    """
    drawn = {name: _field(name, typed.get(name, ""), mistakes.get(name, "")) for name in _CARD}
    return fill(
        "card_form.html",
        **drawn,
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
