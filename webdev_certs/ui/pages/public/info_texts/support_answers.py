"""Answers of the Support page about accounts, verification, privacy and technical problems."""

from webdev_certs.shared.translation import _, pgettext
from webdev_certs.ui.pages.public.info_texts.info_text import Answer

ACCOUNT: tuple[Answer, ...] = (
    (
        _("I cannot sign in"),
        (
            _(
                "Use the email you registered with, or the same Google or GitHub account. If you forgot your "
                "password, [ask for a link to set a new one](/auth/forgot-password). To protect accounts, "
                "the answer is the same whether or not an account exists."
            ),
        ),
        pgettext(
            "words that find an answer",
            "log in login logon password forgot forgotten reset recover lost locked out access",
        ),
    ),
    (
        _("I did not get an email"),
        (
            _(
                "Emails usually arrive within a minute. Look in your spam folder, and check in your "
                "[profile](/dashboard/profile) that the email is right. While your email is not confirmed, "
                "every page of the dashboard has a button that sends the link again. The link works for a "
                "limited time, and only once."
            ),
        ),
        pgettext(
            "words that find an answer",
            "mail message confirm confirmation verification link resend spam arrived received missing",
        ),
    ),
    (
        _("I want to change my name, email or password"),
        (
            _(
                "You can change all of them in your [profile](/dashboard/profile). A new email counts after "
                "you open the link that we send to it. A new password signs you out on all other devices. "
                "You can also add or remove Google and GitHub there."
            ),
        ),
        pgettext(
            "words that find an answer", "edit update reset account settings username address log in login"
        ),
    ),
)

PRIVACY: tuple[Answer, ...] = (
    (
        _("I want to delete my account or download my data"),
        (
            _(
                "Both are in your [profile](/dashboard/profile). If you delete your account, your "
                "subscription ends at once, and you choose whether your certificates stay valid without your "
                "name or are revoked. You cannot undo this."
            ),
        ),
        pgettext("words that find an answer", "remove close erase cancel export GDPR privacy personal"),
    ),
    (
        _("Who can see my results?"),
        (
            _(
                "No other user sees your tests, your scores and your practice. People who have the number of "
                "a certificate see that certificate. You decide whether it shows your name and your score. "
                "The operator of this site can look at tests, for example if a question was wrong. "
                "The [privacy notice](/privacy) lists everything that we store."
            ),
        ),
        pgettext("words that find an answer", "privacy private visible public employer boss exam"),
    ),
    (
        _("I do not want to show my name or my score"),
        (
            _(
                "In [your certificates](/dashboard/my-certificates) you choose for each certificate what "
                "other people see. Your score is hidden until you choose to show it."
            ),
        ),
        pgettext("words that find an answer", "hide privacy private anonymous visible public"),
    ),
)

EMPLOYERS: tuple[Answer, ...] = (
    (
        _("I am an employer. How do I check a certificate?"),
        (
            _(
                "[Enter its number](/verify), scan its QR code, or drop the file that you were given. You "
                "see at once whether it is valid, who holds it (unless the holder hides the name), and what "
                "it means. You don’t need an account, and it costs nothing. Never trust a picture alone."
            ),
            _("To see what the page looks like, [verify the sample](/verify/WDC-RE-SAMP-1E00-A)."),
        ),
        pgettext(
            "words that find an answer",
            "verify verification validate authentic genuine real fake recruiter company hiring",
        ),
    ),
    (
        _("What does a certificate prove?"),
        (
            _(
                "The holder passed an adaptive test about one technology. The same pass mark applies to "
                "everyone. The test is taken online and is not supervised, and nobody checked an identity "
                "document. So ask about the topics in an interview, too."
            ),
        ),
        pgettext(
            "words that find an answer",
            "worth value meaning recognized accredited trust cheating supervised proctored exam",
        ),
    ),
    (
        _("A certificate number is not found"),
        (
            _(
                "Compare the number with the certificate, character by character. The letter O is read as a "
                "zero, and the letter I as a one. If the page says that the number cannot be right, at "
                "least one character is wrong. If it says that no certificate has this number, the "
                "certificate is not from this site."
            ),
        ),
        pgettext(
            "words that find an answer", "verify verification code ID invalid unknown missing wrong typo"
        ),
    ),
    (
        _("I am a developer. Can my program verify certificates?"),
        (
            _(
                "Yes. Get `/api/verify/` followed by the number. The answer is JSON with a status, and it "
                "needs no key. Certificates are also Open Badges 3.0 with a signature, which other software "
                "can verify without us. The [description of the API](/api/docs) has the details."
            ),
        ),
        pgettext(
            "words that find an answer", "API integration automatic script webhook Open Badges verification"
        ),
    ),
)

TECHNICAL: tuple[Answer, ...] = (
    (
        _("A page does not load or does not react"),
        (
            _(
                "Reload the page. Use a current version of Chrome, Edge, Firefox or Safari, with JavaScript "
                "turned on. Some content blockers and company networks block the connection that the site "
                "needs. Try another network, or turn the blocker off for this site."
            ),
        ),
        pgettext(
            "words that find an answer",
            "bug error problem broken slow blank white screen frozen crash browser",
        ),
    ),
    (
        _("Can I use a phone, a keyboard or a screen reader?"),
        (
            _(
                "Yes. Every page works on a phone, with the keyboard alone, and with a screen reader. There "
                "is a light and a dark theme, and you can turn animations off in your "
                "[profile](/dashboard/profile). If something does not work for you, [tell us](/contact)."
            ),
        ),
        pgettext(
            "words that find an answer",
            "mobile smartphone tablet app accessible accessibility disability dark mode",
        ),
    ),
)
