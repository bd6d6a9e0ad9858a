"""Stripe's test cards (https://docs.stripe.com/testing), and the form in which customers enter them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

_EXPIRY = re.compile(r"(\d{1,2})\s*/\s*(\d{2}|\d{4})")


@dataclass(frozen=True)
class Decline:
    """Why a card is declined."""

    message: str
    code: str
    decline_code: str | None = None


@dataclass(frozen=True)
class TestCard:
    """A card number and what happens when it is charged."""

    number: str
    effect: str
    """What happens, as the pay page says it."""
    decline: Decline | None = None
    renewal_decline: Decline | None = None
    """Why later charges without the customer, such as renewals, are declined."""
    needs_authentication: bool = False
    is_disputed: bool = False
    brand: str = "visa"

    @property
    def spaced(self) -> str:
        """The number in groups of four."""
        return " ".join(self.number[start : start + 4] for start in range(0, len(self.number), 4))


_GENERIC = Decline("Your card was declined.", "card_declined", "generic_decline")
_NOT_A_TEST_CARD = (
    "Your card was declined. Your request was in test mode, but used a non test card."
    " For a list of valid test cards, visit: https://stripe.com/docs/testing."
)
NOT_AUTHENTICATED = Decline(
    "We are unable to authenticate your payment method. Please choose a different payment method and try"
    " again.",
    "payment_intent_authentication_failure",
)

TEST_CARDS = (
    TestCard("4242424242424242", "Payment succeeds"),
    TestCard("5555555555554444", "Payment succeeds (Mastercard)", brand="mastercard"),
    TestCard("4000002500003155", "3-D Secure: asks to authenticate", needs_authentication=True),
    TestCard("4000000000000002", "Declined", decline=_GENERIC),
    TestCard("4000000000009995", "Declined: insufficient funds",
             decline=Decline("Your card has insufficient funds.", "card_declined", "insufficient_funds")),
    TestCard("4000000000000069", "Declined: expired card",
             decline=Decline("Your card has expired.", "expired_card")),
    TestCard("4000000000000127", "Declined: incorrect CVC",
             decline=Decline("Your card's security code is incorrect.", "incorrect_cvc")),
    TestCard("4000000000000119", "Declined: processing error",
             decline=Decline("An error occurred while processing your card. Try again in a little bit.",
                             "processing_error")),
    TestCard("4000000000000341", "Payment succeeds, renewals fail", renewal_decline=_GENERIC),
    TestCard("4000000000000259", "Payment succeeds, then is disputed", is_disputed=True),
)  # fmt: skip
CARDS = {card.number: card for card in TEST_CARDS}
"""The test cards by their numbers, given as digits only."""


class FormMistakes(Exception):
    """The form is not valid: a message for the customer by field."""

    def __init__(self, mistakes: dict[str, str]) -> None:
        super().__init__(", ".join(mistakes))
        self.mistakes = mistakes


def card_of_form(fields: Mapping[str, str], now: datetime) -> TestCard:
    """Validate the card form and return its card.

    Args:
        fields: `number`, `expiry` as month and year, `cvc` and `name`.
        now: The current time; the card must not have expired.

    Raises:
        FormMistakes: With the messages of all wrong fields.
    """
    number = re.sub(r"[\s-]", "", fields.get("number", ""))
    card = CARDS.get(number)
    cvc_is_complete = re.fullmatch(r"\d{3,4}", fields.get("cvc", "").strip())
    mistakes = {
        "number": "" if card else _NOT_A_TEST_CARD if number else "Enter a card number.",
        "expiry": _expiry_mistake(fields.get("expiry", "").strip(), now),
        "cvc": "" if cvc_is_complete else "Your card's security code is incomplete.",
        "name": "" if fields.get("name", "").strip() else "Enter the name on the card.",
    }
    mistakes = {field: mistake for field, mistake in mistakes.items() if mistake}
    if mistakes or not card:
        raise FormMistakes(mistakes)
    return card


def _expiry_mistake(typed: str, now: datetime) -> str:
    expiry = _EXPIRY.fullmatch(typed)
    if not expiry or not 1 <= int(expiry[1]) <= 12:
        return "Enter the expiration date as month and year, for example 12 / 34."
    year = int(expiry[2]) if len(expiry[2]) == 4 else 2000 + int(expiry[2])
    if (year, int(expiry[1])) < (now.year, now.month):
        return "Your card's expiration date is in the past."
    return ""
