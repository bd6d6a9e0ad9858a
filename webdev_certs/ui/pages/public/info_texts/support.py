"""The texts of the Support page."""

from webdev_certs.shared.translation import _
from webdev_certs.ui.pages.public.info_texts.info_text import Group, InfoText
from webdev_certs.ui.pages.public.info_texts.support_answers import ACCOUNT, EMPLOYERS, PRIVACY, TECHNICAL
from webdev_certs.ui.pages.public.info_texts.support_payments import PAYMENTS
from webdev_certs.ui.pages.public.info_texts.support_tests import CERTIFICATES, PROGRESS, PROGRESS_ID, TESTS

SUPPORT = InfoText(
    path="support",
    title=_("Support"),
    summary=_("Help with signing in, tests, extra time, certificates, verification, payments and privacy."),
    heading=_("How can we help?"),
    lead=_("Answers to common questions. If yours is not here, [write to us](/contact)."),
    groups=(
        Group(id="account", heading=_("Signing in and your account"), answers=ACCOUNT),
        Group(id="tests", heading=_("Tests and practice"), answers=TESTS),
        Group(id=PROGRESS_ID, heading=_("Your progress"), answers=PROGRESS),
        Group(id="certificates", heading=_("Certificates"), answers=CERTIFICATES),
        Group(id="payments", heading=_("Payments"), answers=PAYMENTS),
        Group(id="privacy", heading=_("Privacy"), answers=PRIVACY),
        Group(id="employers", heading=_("Employers and verification"), answers=EMPLOYERS),
        Group(id="technical", heading=_("Technical problems"), answers=TECHNICAL),
    ),
)
