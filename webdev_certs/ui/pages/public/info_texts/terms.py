"""The texts of the Terms page."""

from datetime import date

from webdev_certs.shared.translation import _
from webdev_certs.ui.pages.access import CANCELING, FINAL_PRICE, IS_FREE, REFUNDS
from webdev_certs.ui.pages.public.info_texts import operator
from webdev_certs.ui.pages.public.info_texts.info_text import InfoText
from webdev_certs.ui.pages.rules import VALIDITY

TERMS = InfoText(
    path="terms",
    updated=date(2026, 11, 23),
    is_legal=True,
    title=_("Terms"),
    summary=_("The terms of use of WebDev Certs: accounts, fair tests, certificates, payments."),
    heading=_("Terms of use"),
    lead=_("What you can expect from this service, and what it expects from you. “We” means the operator.")
    + (f" {operator.WHO}" if operator.WHO else ""),
    sections=(
        (
            _("Your account"),
            (
                _(
                    "Give your real name. It is printed on your certificates. Keep your password secret. You "
                    "may have only one account, and you are responsible for what happens with it."
                ),
            ),
        ),
        (
            _("Fair tests"),
            (
                _(
                    "Answer certification tests yourself, without help from other people or programs. Do not "
                    "copy, publish or share their questions. You may use what you learn in practice as you "
                    "like."
                ),
            ),
        ),
        (
            _("Results and certificates"),
            (
                _(
                    "A result is a measurement with a margin of error, not a promise about your work. A "
                    "certificate is valid for {validity} from its date. We may revoke it if it was obtained "
                    "against these terms or because of a mistake we made. In that case we tell you why.",
                    validity=VALIDITY,
                ),
                _("If a question turns out to be wrong, we may correct it and score affected results again."),
            ),
        ),
        (
            _("Payments"),
            (
                f"{IS_FREE} "
                + _("Paid access adds what the payment page lists. Stripe handles payments.")
                + f" {FINAL_PRICE} {CANCELING}",
                f"{REFUNDS} " + _("[How to ask for a refund](/support#payments)"),
            ),
        ),
        (
            _("Availability and liability"),
            (
                _(
                    "We work to keep the service running, but cannot promise that it is always available. "
                    "The software is released under the MIT License and comes without warranty. Nothing here "
                    "limits liability where the law does not allow a limit."
                ),
            ),
        ),
        (
            _("Ending and changes"),
            (
                _(
                    "You can stop using the service at any time. We may close accounts that break these "
                    "terms. If the terms change in an important way, we tell you before you continue to use "
                    "the service."
                ),
                *([operator.LAW] if operator.LAW else []),
            ),
        ),
    ),
)
