"""Validation of the card form on the pay pages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from webdev_certs.sandbox.stripe import cards
from webdev_certs.sandbox.stripe.cards import NOT_A_TEST_CARD, TestCard

_EXPIRY = re.compile(r"(\d{1,2})\s*/\s*(\d{2}|\d{4})")
_LATEST_YEARS = 50


@dataclass(frozen=True)
class CardForm:
    """A valid form; `expiry` is month and year."""

    card: TestCard
    expiry: tuple[int, int]
    email: str
    name: str


class FormMistakes(Exception):
    """The form is not valid: a message for the customer by field."""

    def __init__(self, mistakes: dict[str, str]) -> None:
        super().__init__(", ".join(mistakes))
        self.mistakes = mistakes


def read_card_form(fields: Mapping[str, str], now: datetime, *, needs_email: bool) -> CardForm:
    """Validate the form.

    Args:
        fields: `number`, `expiry` as month and year, `cvc`, `name` and `email`.
        now: The present time; the card must not have expired.
        needs_email: Whether the form must contain an email.

    Raises:
        FormMistakes: With the messages of all wrong fields.
    """
    number = re.sub(r"[\s-]", "", fields.get("number", ""))
    email, name = fields.get("email", "").strip(), fields.get("name", "").strip()
    expiry = _EXPIRY.fullmatch(fields.get("expiry", "").strip())
    card = cards.by_number(number)
    mistakes = {
        "email": _email_mistake(email) if needs_email else "",
        "number": _number_mistake(number, card),
        "expiry": _expiry_mistake(expiry, now),
        "cvc": "" if re.fullmatch(r"\d{3,4}", fields.get("cvc", "").strip()) else
        "Your card's security code is incomplete.",
        "name": "" if name else "Enter the name on the card.",
    }  # fmt: skip
    mistakes = {field: mistake for field, mistake in mistakes.items() if mistake}
    if mistakes or not card or not expiry:
        raise FormMistakes(mistakes)
    return CardForm(card, (int(expiry[1]), _year(expiry[2])), email, name)


def _email_mistake(email: str) -> str:
    return (
        "" if re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", email) else "Enter an email such as name@example.com."
    )


def _number_mistake(number: str, card: TestCard | None) -> str:
    if card:
        return ""
    if not number:
        return "Enter a card number."
    return NOT_A_TEST_CARD.message if cards.is_card_number(number) else "Your card number is invalid."


def _expiry_mistake(expiry: re.Match[str] | None, now: datetime) -> str:
    if not expiry or not 1 <= int(expiry[1]) <= 12:
        return "Enter the expiration date as month and year, for example 12 / 34."
    year = _year(expiry[2])
    if (year, int(expiry[1])) < (now.year, now.month):
        return "Your card's expiration date is in the past."
    return "" if year <= now.year + _LATEST_YEARS else "Your card's expiration year is invalid."


def _year(written: str) -> int:
    return int(written) if len(written) == 4 else 2000 + int(written)
