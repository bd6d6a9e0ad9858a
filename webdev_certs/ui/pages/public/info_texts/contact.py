"""The texts of the Contact page."""

from webdev_certs.shared.translation import _
from webdev_certs.ui.pages.public.info_texts import operator
from webdev_certs.ui.pages.public.info_texts.info_text import InfoText

_WHO = (
    *([operator.DETAILS] if operator.DETAILS else []),
    *([_("Email: [{email}](mailto:{email})", email=operator.EMAIL)] if operator.EMAIL else []),
)
_PROBLEM = (
    _("Something does not work"),
    (
        _(
            "Say on which page it was, what you did, what happened instead, and when. Name your browser and "
            "device, and copy the words of the message if you saw one. Never send us your password."
        ),
    ),
)

CONTACT = InfoText(
    path="contact",
    title=_("Contact"),
    summary=_("Write to the operator about your account, a question, a certificate or a payment."),
    heading=_("Contact"),
    lead=_(
        "Write to us about your account, a question, a certificate or a payment. Many answers are on the "
        "[support page](/support)."
    )
    if operator.HAS_FORM
    else _("Many answers are on the [support page](/support)."),
    sections=(
        *([(_("Who operates this site"), _WHO)] if _WHO else []),
        (
            _("A question is wrong or unclear"),
            (
                _(
                    "Use “Report this question” in the test or in practice. It tells us exactly which "
                    "question you mean. Do not send us complete questions of a certification test."
                ),
            ),
        ),
        (
            _("A certificate looks wrong"),
            (
                _(
                    "First [verify its number](/verify). If the page says that it is not valid, do not trust "
                    "the certificate. Send us the number if you think that somebody forged it."
                ),
            ),
        ),
        (
            _("A security problem"),
            (
                _(
                    "Tell us how to reproduce it, and give us time to fix it before you publish it. Do not "
                    "use other people’s accounts or data to show it."
                ),
            ),
        ),
        *([_PROBLEM] if operator.HAS_FORM and not operator.SOURCE else []),
        (
            _("The software"),
            (
                _(
                    "WebDev Certs is open source under the MIT License. Report problems with the software "
                    "itself in its [source repository]({url}).",
                    url=operator.SOURCE,
                )
                if operator.SOURCE
                else _("WebDev Certs is open source under the MIT License."),
            ),
        ),
    ),
)
