"""The texts of the Support page."""

from webdev_certs.shared.translation import _
from webdev_certs.ui.pages.public.info_texts.info_text import InfoText
from webdev_certs.ui.pages.public.info_texts.support_answers import ACCOUNT, EMPLOYERS, TECHNICAL
from webdev_certs.ui.pages.public.info_texts.support_payments import PAYMENTS
from webdev_certs.ui.pages.public.info_texts.support_tests import CERTIFICATES, TESTS

SUPPORT = InfoText(
    path="support",
    title=_("Support"),
    summary=_("Help with signing in, tests, extra time, certificates, verification, payments and privacy."),
    heading=_("How can we help?"),
    lead=_("Answers to common questions. If yours is not here, see [Contact](/contact)."),
    sections=(*ACCOUNT, *TESTS, *CERTIFICATES, *EMPLOYERS, *PAYMENTS, *TECHNICAL),
)
