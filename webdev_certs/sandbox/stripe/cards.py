"""Stripe's test cards: https://docs.stripe.com/testing."""

from dataclasses import dataclass

from webdev_certs.sandbox.stripe.errors import CardDeclined


@dataclass(frozen=True)
class Decline:
    """Why a card is declined."""

    message: str
    code: str
    decline_code: str | None = None

    def error(self, **details: object) -> CardDeclined:
        """Return the API's error for this decline."""
        return CardDeclined(self.message, self.code, self.decline_code, **details)


_GENERIC = Decline("Your card was declined.", "card_declined", "generic_decline")

NOT_A_TEST_CARD = Decline(
    "Your card was declined. Your request was in test mode, but used a non test card."
    " For a list of valid test cards, visit: https://stripe.com/docs/testing.",
    "card_declined",
    "test_mode_live_card",
)

AUTHENTICATION_REQUIRED = Decline(
    "Your card was declined. This transaction requires authentication.",
    "authentication_required",
    "authentication_required",
)

NOT_AUTHENTICATED = Decline(
    "We are unable to authenticate your payment method. Please choose a different payment method and try"
    " again.",
    "payment_intent_authentication_failure",
)


@dataclass(frozen=True)
class TestCard:
    """A card number and what happens when it is charged."""

    number: str
    effect: str
    """What happens, as the pay page says it."""
    name: str
    """The name in `pm_card_<name>` and `tok_<name>`."""
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


TEST_CARDS = (
    TestCard("4242424242424242", "Payment succeeds", "visa"),
    TestCard("5555555555554444", "Payment succeeds (Mastercard)", "mastercard", brand="mastercard"),
    TestCard("4000002500003155", "3-D Secure: asks to authenticate", "authenticationRequiredOnSetup",
             needs_authentication=True),
    TestCard("4000000000000002", "Declined", "chargeDeclined", decline=_GENERIC),
    TestCard("4000000000009995", "Declined: insufficient funds", "chargeDeclinedInsufficientFunds",
             decline=Decline("Your card has insufficient funds.", "card_declined", "insufficient_funds")),
    TestCard("4000000000000069", "Declined: expired card", "chargeDeclinedExpiredCard",
             decline=Decline("Your card has expired.", "expired_card")),
    TestCard("4000000000000127", "Declined: incorrect CVC", "chargeDeclinedIncorrectCvc",
             decline=Decline("Your card's security code is incorrect.", "incorrect_cvc")),
    TestCard("4000000000000119", "Declined: processing error", "chargeDeclinedProcessingError",
             decline=Decline("An error occurred while processing your card. Try again in a little bit.",
                             "processing_error")),
    TestCard("4000000000000341", "Payment succeeds, renewals fail", "chargeCustomerFail",
             renewal_decline=_GENERIC),
    TestCard("4000000000000259", "Payment succeeds, then is disputed", "createDispute", is_disputed=True),
)  # fmt: skip

_BY_NUMBER = {card.number: card for card in TEST_CARDS}
_BY_NAME = {card.name: card for card in TEST_CARDS}


def by_number(number: str) -> TestCard | None:
    """Return the test card with this number, given as digits only."""
    return _BY_NUMBER.get(number)


def by_name(name: str) -> TestCard | None:
    """Return the test card for `pm_card_<name>` or `tok_<name>`."""
    return _BY_NAME.get(name.removeprefix("visa_"))


def is_card_number(digits: str) -> bool:
    """Return whether the length is possible and the check digit right (Luhn, ISO/IEC 7812-1 annex B)."""
    if not digits.isdecimal() or not 12 <= len(digits) <= 19:
        return False
    doubled = [int(digit) * (1 + index % 2) for index, digit in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0
