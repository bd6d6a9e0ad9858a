"""The texts of the Privacy page."""

from webdev_certs.ui.pages.public.info_texts.info_text import InfoText

PRIVACY = InfoText(
    path="privacy",
    title="Privacy",
    summary="What WebDev Certs stores about you, why, for how long, and what stays in your browser. No "
    "tracking.",
    heading="Privacy",
    lead="We store only what the service needs to work. No analytics, no advertising, no tracking cookies.",
    sections=(
        (
            "What is stored on the server",
            (
                (
                    "Your account: name, email, when you accepted the terms, and a hash of your password "
                    "(Argon2id), never the password itself.",
                    "Your sign-ins: when each began and was last used, and your browser's name for itself, "
                    "so that you can sign out each device.",
                    "Your tests and practice: the questions, your answers, their times, and your results.",
                    "Your certificates: number, name, certification, score and dates.",
                    "Your payments: what you bought and the payment provider's references. Only the payment "
                    "provider gets your card data.",
                ),
            ),
        ),
        (
            "What is public",
            (
                "Anyone with the number of a certificate sees your name, the certification, its dates and "
                "whether it is valid. Your score is visible only if you choose to show it. Nothing else "
                "about you is public.",
            ),
        ),
        (
            "What stays in your browser",
            (
                "We set no tracking cookies. Your browser's local storage holds:",
                (
                    "access_token and refresh_token: they keep you signed in.",
                    "user: your name and email, so the site can show them at once.",
                    "payment_redirect: the page you wanted to open when payment was required.",
                    "theme: light or dark.",
                    "time_zone: the time zone of your device, so the site shows your times and days.",
                ),
                "When you sign out, the tokens and the user are removed. Session storage holds a random "
                "identifier for the open tab. It is removed when you close the tab.",
            ),
        ),
        (
            "Who else receives data",
            (
                "Stripe, when you pay. Google or GitHub and the hosted sign-in service, when you sign in "
                "with one of them. They send us your email, your name, the URL of your picture and their "
                "identifier for you. Nobody else, unless the law requires it.",
            ),
        ),
        (
            "How long",
            (
                "We store your data as long as you have an account. If you delete it before you may take a "
                "test again, we keep a keyed hash of your email and that date until then. So a new account "
                "does not shorten the wait. Payment records are stored as long as tax law requires. A "
                "certificate can be verified as long as its record exists.",
            ),
        ),
        (
            "Your rights",
            (
                "You can ask for a copy of your data, for its correction and for its deletion. Anyone can "
                "operate this software. The operator of this site is responsible for your data and answers "
                "your requests. [Contact us](/contact).",
            ),
        ),
    ),
    note="This page describes what the software stores. Operators who store more must say so here.",
)
