"""The moment of passing: the certificate that was earned, and ways to keep and share it at once."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import button, button_group, card, icon, link, link_button
from webdev_certs.ui.components.illustrations import illustration
from webdev_certs.ui.components.styling import IN_ENGLISH
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.shared.toasts import ToastState


def earned_certificate() -> rx.Component:
    """Render the new certificate with its PDF, LinkedIn, and its public link."""
    result = ExamResultState
    return card(
        rx.el.div(
            _preview(),
            rx.el.div(
                illustration("passed", class_name="-ml-4 mb-2"),
                rx.el.h2(
                    _("Congratulations, {name}!", name=SessionState.user_name),
                    class_name="text-title font-semibold",
                ),
                rx.el.p(
                    _(
                        "You passed the {name} test. Your certificate is issued, and anyone with the link "
                        "can verify it.",
                        name=result.technology_name,
                    ),
                    class_name="mt-2 text-muted",
                ),
                button_group(
                    button(
                        icon("download"), _("Download PDF"), loading=result.busy, on_click=result.download
                    ),
                    link_button(_("Add to LinkedIn"), result.linkedin_url, variant="secondary"),
                    button(
                        _("Copy link"),
                        variant="secondary",
                        on_click=[rx.set_clipboard(result.verify_url), ToastState.link_copied],
                    ),
                    class_name="mt-5",
                ),
                rx.el.p(
                    link(_("View the public page"), f"/verify/{result.certificate_number_shown}"),
                    class_name="mt-4",
                ),
                rx.el.div(
                    rx.cond(result.error != "", rx.el.p(result.error, class_name="mt-3 text-danger")),
                    role="alert",
                ),
                class_name="min-w-0 flex-1",
            ),
            class_name="flex flex-col gap-6 lg:flex-row lg:items-center lg:gap-10",
        ),
        class_name="border-success",
    )


def _preview() -> rx.Component:
    """Render the certificate in small and in English, as its PDF shows it."""
    result = ExamResultState
    return rx.el.div(
        rx.el.div(
            rx.el.span("WebDev Certs", class_name="text-sm font-semibold"),
            icon("award", class_name="size-8 text-success"),
            class_name="flex items-center justify-between",
        ),
        rx.el.p("This certifies that", class_name="mt-5 text-sm text-muted"),
        rx.el.p(result.holder, class_name="mt-1 text-title font-semibold wrap-anywhere"),
        rx.el.p("has earned the certification", class_name="mt-3 text-sm text-muted"),
        rx.el.p(result.title, class_name="mt-1 font-semibold"),
        rx.el.p(
            result.certificate_number_shown,
            class_name="mt-5 border-t border-line pt-3 font-mono text-sm break-all text-muted",
        ),
        class_name="w-full rounded-card border-2 border-success bg-success-soft p-5 sm:p-6 lg:w-90 "
        "lg:shrink-0",
        **IN_ENGLISH,
    )
