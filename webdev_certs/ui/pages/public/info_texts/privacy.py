"""The texts of the Privacy page."""

from datetime import date

from webdev_certs.shared.translation import _
from webdev_certs.ui.pages.public.info_texts import operator
from webdev_certs.ui.pages.public.info_texts.info_text import InfoText

PRIVACY = InfoText(
    path="privacy",
    updated=date(2026, 11, 23),
    is_legal=True,
    title=_("Privacy"),
    summary=_(
        "What WebDev Certs stores about you, why, for how long, and what stays in your browser. No tracking."
    ),
    # Translators: a large heading. A long word needs a soft hyphen to fit on a phone.
    heading=_("Privacy notice"),
    lead=_("We store only what the service needs to work. No analytics, no advertising, no tracking."),
    sections=(
        (
            _("Who is responsible"),
            (
                *([operator.WHO] if operator.WHO else []),
                _(
                    "The operator of this site is responsible for your data and answers your requests. "
                    "[Write to us](/contact)."
                ),
            ),
        ),
        (
            _("What is stored on the server, and for how long"),
            (
                _("Unless it says otherwise here, all of this is deleted when you delete your account."),
                (
                    _(
                        "Your account: name, email, your settings, when you accepted the terms, and a hash "
                        "of your password (Argon2id), never the password itself. If you sign in with Google "
                        "or GitHub: their identifier for you, and your email there."
                    ),
                    _(
                        "Your sign-ins: when each began and was last used, the name that your browser "
                        "reports, and a keyed hash of your IP address, never the address itself. They let "
                        "you sign out each device, and protect your account from people who guess passwords. "
                        "They are deleted 90 days after the sign-in has ended."
                    ),
                    _(
                        "Counters against abuse: keyed hashes of IP addresses and emails, for one day at "
                        "most. The log of the software has no names, emails or IP addresses."
                    ),
                    _(
                        "Your tests and practice: the questions, your answers, their times, your results, "
                        "and what you report about questions."
                    ),
                    _(
                        "While a test runs: when you left its page and for how long, and when you pasted "
                        "text, but never what. The operator can look at unusual tests. This record "
                        "never changes a result, and it is deleted after 180 days."
                    ),
                    _(
                        "Your requests for extra time. Only the operator reads your reason, and it is "
                        "deleted when the request is decided."
                    ),
                    _(
                        "Your certificates: number, name, certification, score and dates. The signed "
                        "certificate names you and holds a hash of your email."
                    ),
                    _(
                        "Your payments: what you bought, when, for how much, the references of the payment "
                        "provider Stripe, and whether we sent you a receipt. Stripe’s notices about payments "
                        "are deleted after 60 days. We never get your card data."
                    ),
                    _(
                        "Emails to you: the text until the email is sent, or for 2 days if it cannot be "
                        "sent; the recipient and the subject for 7 days. For each link we email you, we keep "
                        "a hash of it and your email until 7 days after it expires."
                    ),
                    _(
                        "Messages of the contact form: they are emails to the operator, so the same is true "
                        "of them here. The operator’s mailbox keeps them longer."
                    ),
                ),
            ),
        ),
        (
            _("What remains after you delete your account"),
            (
                (
                    _(
                        "Your certificates: you choose whether they stay valid without your name or are "
                        "revoked."
                    ),
                    _(
                        "If you were still in the waiting period between two tests: a keyed hash of your "
                        "email and the date of its end, so that a new account does not shorten it."
                    ),
                    _("The last emails to you, including the one about the deletion, for up to 7 days."),
                    _(
                        "A list of what the operator has done with accounts, such as blocking one. It has "
                        "the account’s number and the reason, but neither name nor email."
                    ),
                    _(
                        "Stripe’s own records of your payments, as long as tax law requires, and the "
                        "operator’s backups until they are replaced."
                    ),
                ),
            ),
        ),
        (
            _("What is public"),
            (
                _(
                    "Anyone with the number of a certificate sees your name, the certification, its dates "
                    "and whether it is valid. You can hide your name. Your score is visible only if you "
                    "choose to show it. The same is true of the signed credential, which holds a hash of "
                    "your email. Nothing else about you is public."
                ),
            ),
        ),
        (
            _("What stays in your browser"),
            (
                _(
                    "This site itself sets no cookies. When you choose a plan, it loads a script from "
                    "Stripe, which may set cookies here to prevent fraud. You then pay on Stripe’s website, "
                    "which has cookies of its own."
                ),
                _("Your browser’s local storage holds:"),
                (
                    _("`access_token` and `refresh_token`: they keep you signed in."),
                    _("`user`: your name and email, so the site can show them at once."),
                    _("`payment_redirect`: the page you wanted to open when payment was required."),
                    _("`theme`: light, dark, or the same as your device."),
                    _("`code_wrap`: whether long lines of code wrap."),
                    _("`time_zone`: the time zone of your device, so the site shows your times and days."),
                ),
                _(
                    "If you sign in with Google or GitHub, it also holds the tokens of that sign-in, in a "
                    "key that begins with `sb-`."
                ),
                _(
                    "When you sign out, all of this is removed, except for `theme`, `code_wrap` and "
                    "`time_zone`. Your browser’s session storage holds, until you close the tab:"
                ),
                (
                    _("`token`: a random identifier for the open tab."),
                    _(
                        "`react-router-scroll-positions`: how far you scrolled, so that you can go back "
                        "there."
                    ),
                    _("`wanted_page`: the page that you wanted to open, if it could not be loaded at once."),
                    _("`departed` and `checkout_departed`: that you left the site to sign in or to pay."),
                    _(
                        "`sample`: your answers to the sample questions until they continue as practice in "
                        "your account."
                    ),
                    _(
                        "`running_attempt` and `unsaved_answer`: during a test, its identifier and an answer "
                        "that is not saved yet."
                    ),
                    _("`reflex_last_reloaded_on_error`: when the page last reloaded because of an update."),
                ),
            ),
        ),
        (
            _("Who else receives data"),
            (
                (
                    _(
                        "The companies that host this site and deliver its emails, on behalf of the "
                        "operator. [Write to us](/contact) if you want to know which ones."
                    ),
                    _(
                        "Stripe, when you pay: your name, your email, what you buy, and the card data that "
                        "you enter there."
                    ),
                    _(
                        "Google or GitHub, and Supabase, the service that connects us with them, when you "
                        "sign in with one of them. They send us your email, your name, the URL of your "
                        "picture and their identifier for you. The URL stays in your browser."
                    ),
                ),
                _("Nobody else, unless the law requires it."),
            ),
        ),
        (
            _("Your rights"),
            (
                _(
                    "In your [profile](/dashboard/profile) you can download all your data, change your name "
                    "and email, and delete your account. For everything else, [write to us](/contact). You "
                    "can also complain to the data protection authority of your country."
                ),
            ),
        ),
    ),
)
