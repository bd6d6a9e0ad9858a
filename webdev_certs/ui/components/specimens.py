"""A specimen result and a specimen certificate, made with the components of real results and certificates."""

import reflex as rx

from webdev_certs.shared.exam_rules import MIN_ITEMS
from webdev_certs.shared.formatting import duration
from webdev_certs.shared.translation import _
from webdev_certs.ui.components.certificate import certificate
from webdev_certs.ui.components.link import link
from webdev_certs.ui.components.meter import score_bar
from webdev_certs.ui.components.status import status_badge
from webdev_certs.ui.components.surface import badge, card

_LOW, _HIGH = 530, 750


def _header(title: str, note: str) -> rx.Component:
    """Render the header of a specimen with its badge."""
    return rx.el.div(
        rx.el.div(
            rx.el.p(title, lang="en", class_name="text-heading font-semibold"),
            rx.el.p(note, class_name="mt-0.5 text-sm text-faint"),
            class_name="min-w-0",
        ),
        badge(_("Sample"), "accent"),
        class_name="flex items-start justify-between gap-4",
    )


def specimen_result(title: str, label: str, cut_score: int) -> rx.Component:
    """Render a specimen result, with invented numbers: score, standard error and verdict.

    Args:
        title: The title that was earned.
        label: What was tested.
        cut_score: On the 200–800 scale.
    """
    verdict = rx.el.div(
        rx.el.p("640", class_name="text-6xl font-semibold tracking-[-0.04em] tabular-nums"),
        rx.el.div(
            rx.el.p(_("± {error} standard error", error=56), class_name="text-muted tabular-nums"),
            status_badge("passed", class_name="mt-1.5"),
            class_name="pb-1",
        ),
        class_name="mt-6 flex items-end gap-4",
    )
    facts = [
        (_("Questions"), str(MIN_ITEMS)),
        (_("Time used"), duration(31)),
        (_("Pass mark"), str(cut_score)),
    ]
    return card(
        _header(title, _("Certification test")),
        verdict,
        score_bar(640, _LOW, _HIGH, cut_score, label=label, class_name="mt-6"),
        rx.el.p(
            _("The bar shows the 95% interval, {low} to {high}.", low=_LOW, high=_HIGH),
            class_name="mt-2 text-sm text-muted",
        ),
        rx.el.dl(
            *[
                rx.el.div(
                    rx.el.dt(name, class_name="text-sm text-faint"),
                    rx.el.dd(value, class_name="mt-0.5 font-medium tabular-nums"),
                )
                for name, value in facts
            ],
            class_name="mt-6 grid grid-cols-3 gap-4 border-t border-line pt-5",
        ),
        class_name="shadow-raised sm:p-8",
    )


def specimen_certificate(title: str, number: str, validity: str) -> rx.Component:
    """Render the specimen certificate of a technology, with a link to its verification page.

    Args:
        title: The title of the certificate.
        number: Its number.
        validity: How long certificates are valid.
    """
    return rx.el.figure(
        certificate(
            _("Sam Sample"),
            title,
            number,
            validity=(_("Valid for"), validity),
            mark=badge(_("Sample"), "accent"),
        ),
        rx.el.figcaption(
            link(_("Verify this sample"), f"/verify/{number}"),
            _(" and see what employers see."),
            class_name="mt-4 text-compact text-muted",
        ),
    )
