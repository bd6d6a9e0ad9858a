"""The texts of mails about payments."""

from dataclasses import dataclass
from datetime import datetime

from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.layout import Button, Facts, letter
from webdev_certs.shared.formatting import long_date, money
from webdev_certs.shared.translation import N_, _

_ACCOUNT = N_("You get this email because you have a WebDev Certs account.")
_BOUGHT = {
    "monthly": N_("Monthly subscription"),
    "yearly": N_("Yearly subscription"),
    "lifetime": N_("Lifetime access"),
}


@dataclass(frozen=True)
class Paid:
    """A payment that has arrived.

    Attributes:
        product_type: `lifetime`, `monthly` or `yearly`.
        amount: in the minor unit of the currency.
        currency: ISO 4217.
        paid_at: its date.
        number: the number of its invoice; None if there is no invoice yet.
        renews_at: when the subscription renews; None if it does not, or if a renewal has failed.
        is_canceled: whether the subscription will never renew.
        is_test: whether no real money was charged.
    """

    product_type: str
    amount: int
    currency: str
    paid_at: datetime
    number: str | None
    renews_at: datetime | None
    is_canceled: bool
    is_test: bool


def payment_receipt(to: str, name: str, paid: Paid, billing_link: str, help_link: str) -> Message:
    """Confirm a payment; `billing_link` leads to the invoices, `help_link` to the answers about payments."""
    rows = [
        (_("You bought"), _(_BOUGHT[paid.product_type])),
        (_("Amount"), money(paid.amount, paid.currency)),
        (_("Date"), long_date(paid.paid_at)),
    ]
    if paid.number:
        rows.append((_("Invoice number"), paid.number))
    return letter(
        to,
        name,
        _("Your receipt from WebDev Certs"),
        _("Thank you. We received your payment."),
        Facts(tuple(rows)),
        *([_("Test payment. No real money was charged.")] if paid.is_test else []),
        *_after(paid),
        _("Your invoice is in Billing, as a PDF."),
        Button(_("Open Billing"), billing_link),
        _("Do you have a question, or do you want to ask for a refund?"),
        Button(_("Get help with a payment"), help_link),
        reason=_("You get this email because a payment was made with your WebDev Certs account."),
    )


def _after(paid: Paid) -> list[str]:
    """Return what will be charged next, and how to cancel it."""
    if paid.product_type == "lifetime":
        return [_("You paid once. Your access never ends, and you will not be charged again.")]
    if paid.is_canceled:
        return [_("Your subscription is canceled. It will not renew.")]
    if paid.renews_at is None:
        return []
    return [
        _(
            "Your subscription renews on {date}. You can cancel it in Billing at any time, and you keep your "
            "access until the end of the period that you paid for.",
            date=long_date(paid.renews_at),
        )
    ]


def payment_failed(to: str, name: str, grace_until: datetime, billing_link: str) -> Message:
    """Report a failed renewal; paid access still lasts until `grace_until`."""
    return letter(
        to,
        name,
        _("Your payment did not go through"),
        _(
            "The last payment for your WebDev Certs subscription did not go through. That happens, for "
            "example, when a card has expired. You keep your paid access until {date}.",
            date=long_date(grace_until),
        ),
        _("To keep it after that, please check your payment method:"),
        Button(_("Check my payment"), billing_link),
        reason=_(_ACCOUNT),
    )


def subscription_ended(to: str, name: str, payment_link: str) -> Message:
    """Report the end of paid access; `payment_link` leads to the page that sells it."""
    return letter(
        to,
        name,
        _("Your subscription has ended"),
        _(
            "Your WebDev Certs subscription has ended, and you will not be charged again. You keep your "
            "results and your certificates, and practice stays free."
        ),
        _("You can get paid access again at any time:"),
        Button(_("See the plans"), payment_link),
        reason=_(_ACCOUNT),
    )
