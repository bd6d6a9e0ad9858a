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


def fields(
    typed: Mapping[str, str], mistakes: Mapping[str, str], known_email: str | None
) -> dict[str, Markup]:
    """Each field by its name, with what was typed and what is wrong with it.

    A security code and a number are typed again, as everywhere; an address that is known is shown alone.
    """
    drawn = {name: _field(name, typed.get(name, ""), mistakes.get(name, "")) for name in _FIELDS}
    if known_email:
        drawn["email"] = _field("email", known_email, "", " readonly")
    return drawn


def card_buttons() -> Markup:
    """The list of cards that one click fills in."""
    return joined([fill("card.html", spaced=card.spaced, effect=card.effect) for card in TEST_CARDS])


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
