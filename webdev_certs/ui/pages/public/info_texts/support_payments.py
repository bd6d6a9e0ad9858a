"""Answers of the Support page about payments."""

from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import _, ngettext, pgettext
from webdev_certs.ui.pages.access import FINAL_PRICE, PAID, PAID_IN_SHORT
from webdev_certs.ui.pages.public.info_texts.info_text import Answer

_GRACE = get_settings().payment_grace_days
_AFTER = (
    ngettext(
        "Your access stays for {n} day after the period that you paid for.",
        "Your access stays for {n} days after the period that you paid for.",
        _GRACE,
    )
    if _GRACE
    else ""
)

PAYMENTS: tuple[Answer, ...] = (
    (
        _("What do I have to pay for?"),
        (
            _("Nothing, if you want to practice, take tests and earn certificates.") + f" {PAID_IN_SHORT}",
            PAID,
            _("[See the prices](/#prices).") + f" {FINAL_PRICE}",
        ),
        pgettext("words that find an answer", "price cost free charge plan premium subscription buy paid"),
    ),
    (
        _("I paid but have no access"),
        (
            _(
                "Open [Billing](/dashboard/billing) and reload the page. The payment provider may need a few "
                "minutes to confirm a payment. If you have no access after an hour, [write to "
                "us](/contact). Include the date and the amount, but never your card number."
            ),
        ),
        pgettext("words that find an answer", "payment missing failed locked unlock premium upgrade charged"),
    ),
    (
        _("How do I cancel a subscription?"),
        (
            _(
                "Open [Billing](/dashboard/billing) and choose “Cancel subscription”. You keep your access "
                "until the end of the period that you paid for. Until then you can resume it. Lifetime "
                "access has nothing to cancel: it never renews."
            ),
        ),
        pgettext("words that find an answer", "end stop quit unsubscribe membership plan renewal"),
    ),
    (
        _("Can I get a refund?"),
        (
            _(
                "We decide on each refund request individually. This does not affect your legal rights. "
                "[Write to us](/contact) with the date and the amount, and you get the answer by email. If "
                "your request is accepted, the money goes back to the card that you paid with, usually "
                "within ten working days. A full refund ends the paid access."
            ),
        ),
        pgettext("words that find an answer", "money back return repay reimburse chargeback"),
    ),
    (
        _("My card was declined, or a renewal failed"),
        (
            _(
                "Your bank decides whether a payment goes through. Try again, or use another card. You are "
                "never charged twice. After a failed renewal, [Billing](/dashboard/billing) has a button to "
                "pay."
            )
            + f" {_AFTER}",
        ),
        pgettext("words that find an answer", "credit debit payment rejected refused charged twice"),
    ),
    (
        _("Where are my invoices?"),
        (
            _("[Billing](/dashboard/billing) lists your payments, with each invoice as a PDF.")
            + " "
            + _("You also get a receipt by email after each payment."),
        ),
        pgettext("words that find an answer", "receipt bill tax VAT PDF download payment"),
    ),
    (
        _("Is my card safe?"),
        (_("You enter it on the website of the payment provider Stripe. We never see your card number."),),
        pgettext("words that find an answer", "secure security credit debit payment"),
    ),
)
