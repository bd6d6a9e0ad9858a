"""The words of the information pages. `[words](/path)` in a paragraph is a link; a tuple is a list."""

from dataclasses import dataclass
from typing import TypeAlias

from webdev_certs.ui.pages.rules import RETAKE, VALIDITY

Section: TypeAlias = tuple[str, tuple[str | tuple[str, ...], ...]]


@dataclass(frozen=True, kw_only=True)
class InfoText:
    """What one page says."""

    path: str
    title: str
    summary: str
    heading: str
    lead: str
    sections: tuple[Section, ...]
    note: str = ""


ABOUT = InfoText(
    path="about",
    title="About",
    summary="Why WebDev Certs exists, how its tests are built and scored, and who is behind it.",
    heading="Certificates should mean something",
    lead="WebDev Certs is an open-source project that measures what web developers know, says how sure it "
    "is, and "
    "lets anyone check the result.",
    sections=(
        (
            "Why we built it",
            (
                "A badge that everyone gets tells an employer nothing, and a score without a margin of error "
                "promises "
                "more than any test can keep. We wanted a certificate that holds up when someone looks "
                "closely.",
            ),
        ),
        (
            "How questions are made",
            (
                "Each question has a stable identity, a topic, a difficulty, an explanation for every option "
                "and a "
                "reference to the official documentation. Questions that claim what code does carry "
                "evidence: the "
                "captured output of running it, with the version it ran on.",
            ),
        ),
        (
            "How tests are scored",
            (
                "Every test draws a fixed number of questions from each topic of its blueprint. The score is "
                "an "
                "estimate of ability under item response theory, on a scale from 200 to 800, with its "
                "standard error. "
                "Each topic gets an interval of its own.",
                "No language model takes part in scoring, and none decides who is certified.",
            ),
        ),
        (
            "How certificates are verified",
            (
                "A certificate has a number such as WDC-RE-7K3M-92QF-Z and a QR code. Both lead to a public "
                "page that "
                "answers from our register. The last character is a check character, so a typing error is "
                "recognised "
                f"as one. Certificates are valid for {VALIDITY}. [Verify a certificate](/#verify).",
            ),
        ),
        (
            "Open source",
            (
                "The software is published under the MIT licence. You can read how it works, run it "
                "yourself, report "
                "what is wrong and propose what is better. [How to reach us](/contact).",
            ),
        ),
    ),
)

CONTACT = InfoText(
    path="contact",
    title="Contact",
    summary="How to reach the people behind WebDev Certs: through the project's public issue tracker.",
    heading="Contact",
    lead="WebDev Certs is made by its contributors, in the open. The best way to reach them is the project's "
    "issue "
    "tracker.",
    sections=(
        (
            "Something does not work",
            (
                "Open an issue in the tracker of the source repository. It helps to know what you did, what "
                "you "
                "expected, what happened instead, and which browser you used. Please leave out passwords, "
                "tokens and "
                "other people's data: the tracker is public.",
            ),
        ),
        (
            "A question is wrong or unclear",
            (
                "Open an issue that names the technology and the topic, and quote the documentation that "
                "contradicts "
                "the question. Do not post whole questions of a certification test.",
            ),
        ),
        (
            "A security problem",
            (
                "Do not open a public issue. Use the repository's private vulnerability report, so the "
                "maintainers "
                "can fix the problem before it becomes known.",
            ),
        ),
        (
            "Your account or your data",
            (
                "Turn to whoever operates the installation you use. The software can be run by anyone, and "
                "only the "
                "operator has access to its accounts. Help for common cases is on the [support "
                "page](/support).",
            ),
        ),
    ),
)

SUPPORT = InfoText(
    path="support",
    title="Support",
    summary="Help with signing in, tests, results, certificates and payments.",
    heading="How can we help?",
    lead="Answers to what most often goes wrong. If yours is not among them, [contact](/contact) says whom "
    "to ask.",
    sections=(
        (
            "I cannot sign in",
            (
                "Check that you use the address you registered with, or the same Google or GitHub account. "
                "If you "
                "forgot your password, [ask for a link to set a new one](/auth/forgot-password). For your "
                "protection "
                "the answer is the same whether or not an account exists.",
            ),
        ),
        (
            "My connection failed during a test",
            (
                "Answers are saved one by one. Open the test again, on another device if need be, and you "
                "continue at "
                "the same question with the options in the same order. The clock is the server's and keeps "
                "running.",
            ),
        ),
        (
            "My time ran out",
            (
                "The test ends by itself and is scored with what you answered. Questions without an answer "
                "count as wrong.",
            ),
        ),
        (
            "I want to take a test again",
            (
                f"You can, {RETAKE} your last attempt at the same technology. Practice has no limit: "
                "[practise now](/dashboard/practice).",
            ),
        ),
        (
            "A certificate number is not found",
            (
                "Compare it with the certificate character by character. Numbers leave out letters that look "
                "like "
                "digits: an O is read as a zero and an I as a one. If the page says the number has a typing "
                "error, "
                "one character is wrong; if it says the number was not issued, the certificate is not ours.",
            ),
        ),
        (
            "I paid but have no access",
            (
                "Open [billing](/dashboard/billing) and reload the page: the payment provider sometimes "
                "confirms with "
                "a delay of a few minutes. If access is still missing after an hour, turn to the operator "
                "with the "
                "date and the amount, never with your card number.",
            ),
        ),
    ),
)

TERMS = InfoText(
    path="terms",
    title="Terms",
    summary="The terms of use of WebDev Certs: accounts, fair tests, certificates, payments.",
    heading="Terms of use",
    lead="What you can expect from this service, and what it expects from you. “We” is whoever operates this "
    "installation of WebDev Certs.",
    sections=(
        (
            "Your account",
            (
                "Give your real name: it is printed on your certificates. Keep your password to yourself. "
                "One person "
                "has one account, and you are responsible for what happens through it.",
            ),
        ),
        (
            "Fair tests",
            (
                "Answer certification tests yourself and without help from other people or programs. Do not "
                "copy, "
                "publish or pass on their questions. You may use what you learn in practice as you like.",
            ),
        ),
        (
            "Results and certificates",
            (
                "A result is a measurement with a margin of error, not a promise about your work. A "
                "certificate is "
                f"valid for {VALIDITY} from its date. It may be revoked if it was obtained against these "
                "terms or by an "
                "error of ours; in that case we tell you why.",
                "A question found to be wrong can be corrected, and results that rest on it scored again.",
            ),
        ),
        (
            "Payments",
            (
                "Practising and taking certification tests cost nothing. Paid access adds what the payment "
                "page "
                "lists, at the price shown there before you pay. Payments are handled by Stripe. A "
                "subscription can "
                "be cancelled at any time and stays active until the end of the period you paid for. Your "
                "statutory "
                "rights are unaffected.",
            ),
        ),
        (
            "Availability and liability",
            (
                "We work to keep the service running, but cannot promise that it always does. The software "
                "is "
                "provided under the MIT licence without warranty. Nothing here limits liability that the law "
                "does "
                "not allow to be limited.",
            ),
        ),
        (
            "Ending and changes",
            (
                "You can stop using the service at any time. We may close accounts that break these terms. "
                "If the "
                "terms change in a way that matters, we say so before you go on using the service.",
            ),
        ),
    ),
    note="These terms come with the software. An operator may have to add details that the law of their "
    "country asks for.",
)

PRIVACY = InfoText(
    path="privacy",
    title="Privacy",
    summary="What WebDev Certs stores about you, why, for how long, and what stays in your browser. No "
    "tracking.",
    heading="Privacy",
    lead="We store what the service needs to work, and nothing to watch you with. No analytics, no "
    "advertising, no "
    "tracking cookies.",
    sections=(
        (
            "What is stored on the server",
            (
                (
                    "Your account: name, email address, when you accepted the terms, and a hash of your "
                    "password "
                    "(Argon2id), never the password itself.",
                    "Your sign-ins: when each began and was last used, and the browser's own description of "
                    "itself, so "
                    "you can be signed out again.",
                    "Your tests and practice: the questions you were given, your answers, their times, and "
                    "your results.",
                    "Your certificates: number, name, certification, score and dates.",
                    "Your payments: what you bought and the payment provider's references. Card data goes to "
                    "the "
                    "provider alone.",
                ),
            ),
        ),
        (
            "What is public",
            (
                "Whoever has the number of a certificate sees your name, the certification, its dates and "
                "whether it "
                "is valid. The score is shown only if you choose so. Nothing else about you is public.",
            ),
        ),
        (
            "What stays in your browser",
            (
                "We set no cookies for tracking. Your browser's local storage holds:",
                (
                    "access_token and refresh_token: they keep you signed in.",
                    "user: your name and address, to show them without asking the server.",
                    "the address you wanted to reach when payment was needed.",
                    "theme: whether you prefer light or dark.",
                ),
                "Signing out removes the tokens and the user. Session storage holds a random identifier for "
                "the open "
                "tab, "
                "which is gone when you close it.",
            ),
        ),
        (
            "Who else receives data",
            (
                "Stripe, when you pay. Google or GitHub and the hosted sign-in service, when you choose to "
                "sign in with "
                "one of them: they tell us your address, your name, your picture's address and their "
                "identifier for "
                "you. Nobody else, unless the law demands it.",
            ),
        ),
        (
            "How long",
            (
                "As long as you have an account. A certificate can be verified as long as it is in the "
                "register. "
                "Records of payments are kept as long as tax law demands.",
            ),
        ),
        (
            "Your rights",
            (
                "You can ask for a copy of your data, for its correction and for its deletion. WebDev Certs "
                "is software "
                "that anyone can operate: whoever runs this installation is responsible for your data and "
                "answers such "
                "requests. [How to reach us](/contact).",
            ),
        ),
    ),
    note="This page describes what the software stores. An operator who adds to it has to say so here.",
)

TEXTS = (ABOUT, CONTACT, SUPPORT, TERMS, PRIVACY)
