"""A certificate that verification has found: the verdict, what it says, what was checked, what it means."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import FORMER_USER, NAME_WITHHELD
from webdev_certs.ui.components import badge, card, link
from webdev_certs.ui.components.certificate import certificate
from webdev_certs.ui.components.status import check_list, expiry_words, verdict_banner
from webdev_certs.ui.components.styling import unbroken
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.states.certificates.verify_number import VerificationState

SHOWN = ("valid", "expired", "suspended", "replaced", "revoked", "sample")
"""The phases in which a certificate was found."""
_IS_SPECIMEN = VerificationState.phase == "sample"


def found() -> rx.Component:
    """Render the certificate, which comes after its verdict."""
    counts = (VerificationState.phase == "valid") | (VerificationState.phase == "expired") | _IS_SPECIMEN
    return rx.fragment(
        card(
            _certificate(counts),
            rx.el.div(check_list(VerificationState.checks, _("What we checked")), class_name="mt-8"),
        ),
        rx.cond(counts & (VerificationState.band != ""), _score()),
        rx.cond(counts & (VerificationState.technology != ""), _meaning()),
    )


def verdict() -> rx.Component:
    """Render the verdict."""
    return verdict_banner(
        VerificationState.phase,
        _why(),
        rx.el.p(
            *sentence(
                _("Checked just now: {time}"),
                time=rx.el.time(VerificationState.checked, date_time=VerificationState.checked_at),
            ),
            class_name="text-sm text-muted",
        ),
        only=SHOWN,
    )


def _why() -> rx.Component:
    return rx.fragment(
        rx.cond(
            VerificationState.phase == "sample",
            rx.el.p(_("Nobody earned this one. It shows what you see when you verify a certificate.")),
        ),
        rx.cond(
            VerificationState.since != "",
            rx.el.p(
                _(
                    "Since {date}. {reason}",
                    date=VerificationState.since,
                    reason=VerificationState.reason,
                )
            ),
        ),
        rx.cond(
            VerificationState.replaced_by != "",
            rx.el.p(
                *sentence(
                    _("The holder has a new certificate: {number}"),
                    number=link(
                        VerificationState.replaced_by,
                        f"/verify/{VerificationState.replaced_by}",
                        class_name="font-mono",
                    ),
                ),
            ),
        ),
    )


def _certificate(counts: rx.Var[bool]) -> rx.Component:
    found = VerificationState
    return certificate(
        rx.cond(found.holder != "", found.holder, rx.cond(found.withheld, _(NAME_WITHHELD), _(FORMER_USER))),
        found.title,
        found.number,
        issued=found.issued,
        validity=(expiry_words(found.phase), found.expires),
        issuer=found.issuer,
        score=rx.cond(found.score != "", _("{score} on a scale from 200 to 800", score=found.score), ""),
        mark=rx.cond(_IS_SPECIMEN, badge(_("Sample"), "accent")),
        note=rx.cond(found.holder == "", _without_name()),
        unnamed=found.holder == "",
        counts=counts,
    )


def _without_name() -> rx.Component:
    """Say why there is no name."""
    return rx.el.p(
        rx.cond(
            VerificationState.withheld,
            rx.cond(
                VerificationState.phase == "replaced",
                _("The new certificate shows the holder’s current name."),
                _("The holder has chosen not to show it here."),
            ),
            _("The holder deleted their account, and the name with it."),
        ),
        class_name="mt-1 text-sm text-muted",
    )


def _about_the_name() -> rx.Component:
    return rx.fragment(
        rx.cond(
            VerificationState.holder != "",
            rx.cond(
                _IS_SPECIMEN,
                _("Holders give their own names. Nobody checks an identity document."),
                _("The holder gave this name. Nobody checked an identity document."),
            ),
            rx.cond(
                VerificationState.withheld,
                _("The holder’s name isn’t shown. Ask whoever gave you this number to show it."),
                _("The account was deleted, so nobody can match the certificate to a person anymore."),
            ),
        )
    )


def _score() -> rx.Component:
    """Render what the score says, and how exactly."""
    found = VerificationState
    return card(
        rx.el.h2(_("What the score means"), class_name="text-heading font-semibold"),
        rx.el.p(found.band, class_name="mt-3 text-lead font-semibold text-accent-ink"),
        rx.el.p(found.band_meaning, class_name="mt-1"),
        rx.el.p(found.margin, class_name="mt-3 text-muted"),
        rx.cond(found.standing != "", rx.el.p(found.standing, class_name="mt-3 text-muted")),
        rx.el.p(link(_("All score bands"), "/employers", look="alone"), class_name="mt-4 text-sm"),
        class_name="mt-6",
    )


def _meaning() -> rx.Component:
    passed = {"technology": VerificationState.technology, "points": VerificationState.cut_score}
    return card(
        rx.el.h2(
            rx.cond(_IS_SPECIMEN, _("What a certificate means"), _("What this certificate means")),
            class_name="text-heading font-semibold",
        ),
        rx.el.ul(
            rx.el.li(
                rx.cond(
                    _IS_SPECIMEN,
                    _(
                        "Everyone who holds one passed the {technology} certification test with at least "
                        "{points} points on a scale from 200 to 800.",
                        **passed,
                    ),
                    _(
                        "The holder passed the {technology} certification test with at least {points} points "
                        "on a scale from 200 to 800.",
                        **passed,
                    ),
                )
            ),
            rx.el.li(
                _(
                    "The test has {number} questions in {minutes} minutes. It’s adaptive: the answers so far "
                    "decide which question comes next.",
                    number=VerificationState.length,
                    minutes=VerificationState.minutes,
                )
            ),
            rx.el.li(_("The test is online and unsupervised.")),
            rx.el.li(_about_the_name()),
            class_name="mt-3 list-disc space-y-2 pl-5",
        ),
        rx.el.h3(_("Topics of the test"), class_name="mt-6 font-semibold"),
        rx.el.ul(
            rx.foreach(VerificationState.topics, lambda topic: rx.el.li(unbroken(topic))),
            lang="en",
            class_name="mt-2 list-disc gap-x-12 pl-5 text-compact text-muted sm:columns-2 "
            "*:mb-1 *:break-inside-avoid",
        ),
        rx.cond(
            VerificationState.criteria != "",
            rx.el.p(
                link(_("What it took to earn it"), VerificationState.criteria, look="alone"),
                class_name="mt-5 text-sm",
            ),
        ),
        class_name="mt-6",
    )
