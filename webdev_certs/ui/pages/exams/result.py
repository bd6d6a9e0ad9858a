"""The page of results: of certification tests, and of mock exams with their full review."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    button,
    button_group,
    card,
    check_items,
    empty_state,
    icon,
    link,
    link_button,
)
from webdev_certs.ui.components.certificate import certificate
from webdev_certs.ui.components.illustrations import illustration
from webdev_certs.ui.components.question_review import question_review
from webdev_certs.ui.components.status import expiry_words, status_badge
from webdev_certs.ui.pages.certificates.own import refused
from webdev_certs.ui.pages.email_notice import resend
from webdev_certs.ui.pages.exams.mock_exams import mock_badge
from webdev_certs.ui.pages.exams.result_parts import header, score, topics
from webdev_certs.ui.pages.layout import load_failed, loaded_screen, loading_page, member_page
from webdev_certs.ui.pages.question_help import after_feedback
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.items.annotations import AnnotationState
from webdev_certs.ui.states.session.navigation import MOCK_EXAM, TEST
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.shared.toasts import ToastState


def exam_result() -> rx.Component:
    """Render `/test-results/<id>`."""
    return member_page(
        loaded_screen(
            ExamResultState.phase,
            _waiting(),
            ("ready", rx.cond(ExamResultState.mock, _mock_result(), _result())),
            (
                "missing",
                empty_state(
                    "not_found",
                    _("This result doesn’t exist"),
                    _("The link is wrong, or the result belongs to another account."),
                    link_button(_("See your results"), "/dashboard/progress"),
                    level=1,
                ),
            ),
            (
                "unfinished",
                empty_state(
                    "tests",
                    _("You haven’t submitted this test"),
                    _("You’ll see your result when the test ends. The timer keeps running."),
                    link_button(
                        _("Resume the {name} test", name=ExamResultState.attempt_name),
                        ExamResultState.attempt_href,
                    ),
                    level=1,
                ),
            ),
            load_failed(
                _("We couldn’t load the result"),
                ExamResultState.error,
                ExamResultState.unreachable,
                ExamResultState.load,
                level=1,
            ),
        ),
        waiting=_waiting(),
        active="progress",
        # The page itself asks whoever has to confirm an email for a certificate.
        quiet=True,
    )


def _waiting() -> rx.Component:
    return loading_page(_("Your result"), (4, 2))


def _result() -> rx.Component:
    result = ExamResultState
    return rx.fragment(
        header(_("{name} test result", name=result.technology_name)),
        rx.el.div(
            rx.cond(
                result.timed_out,
                alert(
                    _("Time ran out."),
                    _("We submitted the test for you. Every saved answer counts."),
                    tone="warning",
                ),
            ),
            rx.cond(result.certificate_number_shown != "", _earned_certificate()),
            rx.cond(result.refused_path != "", _refused_certificate()),
            rx.cond(result.awaits_email, _confirm_email()),
            rx.cond(result.review_title != "", _review()),
            score(rx.cond(result.passed, status_badge("passed"), status_badge("failed"))),
            # What to do now comes before the details, if there is something to do.
            rx.cond(result.passed, None, _next_step()),
            rx.cond(result.topics.length() > 0, topics()),
            rx.cond(result.score > 0, _report()),
            rx.cond(
                result.passed,
                link_button(
                    _("Choose another certification"),
                    "/dashboard/certifications",
                    variant="secondary",
                    class_name="sm:self-start",
                ),
            ),
            class_name="flex flex-col gap-6",
        ),
    )


def _earned_certificate() -> rx.Component:
    """Render the certificate that was earned, with the ways to keep and share it at once."""
    result = ExamResultState
    return card(
        rx.el.div(
            rx.el.div(
                illustration("passed", class_name="-ml-4 mb-2"),
                rx.el.h2(
                    _("Congratulations, {name}!", name=SessionState.greeted_name),
                    class_name="text-title font-semibold",
                ),
                rx.el.p(
                    _(
                        "You passed the {name} test. Your certificate is ready, and anyone with the link "
                        "can verify it.",
                        name=result.technology_name,
                    ),
                    class_name="mt-2 text-muted",
                ),
                button_group(
                    button(
                        icon("download"),
                        _("Download PDF"),
                        loading=result.busy == "download",
                        # The second click of a double click would download it again.
                        on_click=result.download.throttle(1000),
                    ),
                    link_button(_("Add to LinkedIn"), result.linkedin_url, variant="secondary", new_tab=True),
                    button(
                        _("Copy link"),
                        variant="secondary",
                        on_click=[rx.set_clipboard(result.verify_url), ToastState.link_copied],
                    ),
                    class_name="mt-5",
                ),
                rx.el.p(
                    link(
                        _("View the public page"), f"/verify/{result.certificate_number_shown}", look="alone"
                    ),
                    class_name="mt-4",
                ),
                rx.el.div(
                    rx.cond(result.error != "", rx.el.p(result.error, class_name="mt-3 text-danger")),
                    role="alert",
                ),
                class_name="min-w-0 flex-1",
            ),
            _preview(),
            # On phones, the words come before the certificate.
            class_name="flex flex-col gap-8 lg:flex-row-reverse lg:items-center lg:gap-10",
        ),
        border="border-success",
    )


def _refused_certificate() -> rx.Component:
    result = ExamResultState
    return card(
        rx.el.div(
            rx.el.h2(_("Certificate"), class_name="text-heading font-semibold"),
            status_badge(result.certificate_status),
            class_name="mb-2 flex flex-wrap items-center gap-3",
        ),
        refused(result.certificate_status, result.refused_path),
    )


def _preview() -> rx.Component:
    result = ExamResultState
    return certificate(
        result.holder,
        result.title,
        result.certificate_number_shown,
        issued=result.issued,
        validity=(expiry_words(result.certificate_status), result.expires),
        size="sm",
        class_name="w-full lg:w-90 lg:shrink-0",
    )


def _confirm_email() -> rx.Component:
    result = ExamResultState
    return card(
        illustration("passed", class_name="-ml-4 mb-2"),
        rx.el.h2(
            _("Congratulations, {name}!", name=SessionState.greeted_name),
            class_name="text-title font-semibold",
        ),
        rx.el.p(_("You passed the {name} test.", name=result.technology_name), class_name="mt-2 text-muted"),
        rx.el.h3(
            _("Confirm your email to get your certificate"), class_name="mt-6 text-heading font-semibold"
        ),
        rx.el.p(
            _(
                "We’ve sent a link to {email}. Open it, and we’ll issue your certificate right away.",
                email=SessionState.user_email,
            ),
            class_name="mt-1 wrap-anywhere text-muted",
        ),
        rx.el.div(
            resend("secondary", _("Send again")),
            rx.el.p(_("Is this email wrong?"), " ", link(_("Change your email"), "/dashboard/profile")),
            class_name="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2",
        ),
        border="border-success",
    )


def _review() -> rx.Component:
    """Render that an operator looks at the test, or has refused it, and why in general."""
    result = ExamResultState
    return alert(
        result.review_title,
        result.review_words,
        " ",
        link(_("Contact us"), "/contact", class_name="whitespace-nowrap"),
    )


def _next_step() -> rx.Component:
    result = ExamResultState
    return card(
        rx.el.h2(_("Your next attempt"), class_name="text-heading font-semibold"),
        rx.el.p(
            rx.cond(
                result.may_retake,
                _("You can retake this test now."),
                _("You can retake this test starting {date}.", date=result.retake),
            ),
            " ",
            _("Practice is free and explains every answer."),
            class_name="mt-1 text-muted",
        ),
        button_group(
            link_button(
                _("Practice {name}", name=result.technology_name), f"/practice-test/{result.technology_id}"
            ),
            rx.cond(
                result.may_retake,
                link_button(
                    _("Retake the {name} test", name=result.technology_name),
                    f"/test/{result.technology_id}",
                    variant="secondary",
                ),
            ),
            class_name="mt-5",
        ),
    )


def _report() -> rx.Component:
    """Render the download of the score report; without Pro, what Pro adds to the result."""
    result = ExamResultState
    return rx.cond(
        PaymentState.has_paid,
        card(
            rx.el.h2(_("Score report"), class_name="text-heading font-semibold"),
            rx.el.p(
                _("Your score, its interval and your topics on one page, to print or share."),
                class_name="mt-1 text-muted",
            ),
            button_group(
                button(
                    icon("download"),
                    _("Download score report"),
                    variant="secondary",
                    loading=result.busy == "download_report",
                    on_click=result.download_report.throttle(1000),
                ),
                class_name="mt-5",
            ),
            rx.el.div(
                rx.cond(result.error != "", rx.el.p(result.error, class_name="mt-3 text-danger")),
                role="alert",
            ),
        ),
        card(
            rx.el.h2(
                icon("lock", class_name="text-accent-ink"),
                _("Get more from this result with Pro"),
                class_name="flex items-center gap-3 text-heading font-semibold",
            ),
            check_items(
                (
                    _("Your result as a PDF score report, to print or share"),
                    _("Rounds with the practice questions you missed, topic by topic"),
                ),
                class_name="mt-3 flex flex-col gap-2",
            ),
            button_group(
                link_button(_("See what Pro adds"), AnnotationState.pro_href, variant="secondary"),
                class_name="mt-5",
            ),
        ),
    )  # pyright: ignore[reportReturnType]


def _mock_result() -> rx.Component:
    """Render the result of a mock exam: score and topics, what comes next, and the full review."""
    result = ExamResultState
    return rx.fragment(
        mock_badge("mb-3"),
        header(_("{name} mock exam result", name=result.technology_name)),
        rx.el.div(
            score(rx.cond(result.passed, status_badge("would_pass"), status_badge("not_yet"))),
            button_group(
                rx.cond(
                    result.retry_label != "",
                    link_button(result.retry_label, result.retry_href),
                ),
                link_button(
                    _("Take another mock exam"), f"{MOCK_EXAM}{result.technology_id}", variant="secondary"
                ),
                link_button(
                    _("Take the {name} test", name=result.technology_name),
                    f"{TEST}{result.technology_id}",
                    variant="secondary",
                ),
            ),
            rx.cond(result.topics.length() > 0, topics()),
            class_name="flex flex-col gap-6",
        ),
        rx.match(
            result.review_state,
            (
                "ready",
                question_review(
                    _("All questions"),
                    result.questions,
                    result.missed,
                    result.questions.length(),
                    after_feedback,
                ),
            ),
            (
                "locked",
                alert(
                    _("The review of your answers is part of Pro"),
                    link(_("See what Pro adds"), "/payment"),
                    class_name="mt-6",
                ),
            ),
            (
                "waiting",
                alert(
                    _("You’ll see the review once your test is over"),
                    link(_("Resume the {name} test", name=result.attempt_name), result.attempt_href),
                    class_name="mt-6",
                ),
            ),
            rx.fragment(),
        ),
    )
