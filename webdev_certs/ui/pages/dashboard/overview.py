"""What only the overview has: the next step, the daily plan, and each technology that was begun."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, button_group, card, icon, link, link_button, score_bar
from webdev_certs.ui.components.status import status_badge
from webdev_certs.ui.components.styling import unbroken
from webdev_certs.ui.components.text import english
from webdev_certs.ui.pages.dashboard import placeholders
from webdev_certs.ui.pages.dashboard.standing import (
    HEADING,
    chance_explained,
    standing_failed,
    when_loaded,
    with_certifications_link,
)
from webdev_certs.ui.states.dashboard.dashboard import DashboardState
from webdev_certs.ui.states.dashboard.plan import PlanCalendarState
from webdev_certs.ui.states.dashboard.plan_reason import PlanReasonState
from webdev_certs.ui.states.dashboard.standing import StandingState


def next_step() -> rx.Component:
    """Render the one next step."""
    step = StandingState.step
    return when_loaded(
        card(
            rx.el.p(_("Your next step"), class_name="text-sm font-medium text-accent-ink"),
            rx.el.h2(step.title, class_name="mt-1 text-title font-semibold text-balance"),
            rx.el.p(
                step.text,
                rx.cond(step.kind == "take_exam", rx.fragment(" ", chance_explained())),
                class_name="mt-2 max-w-xl text-muted",
            ),
            rx.cond(
                step.kind == "try_practice",
                rx.el.ul(rx.foreach(DashboardState.cards, _try_link), class_name="mt-5 flex flex-wrap gap-3"),
                button_group(
                    link_button(step.label, step.href, size="lg", class_name="max-w-full whitespace-normal"),
                    rx.cond(
                        step.second_label != "",
                        link_button(step.second_label, step.second_href, variant="secondary", size="lg"),
                    ),
                    class_name="mt-5",
                ),
            ),
            border="border-accent-ink",
        ),
        placeholders.step_block(),
        with_certifications_link(standing_failed()),
    )


def _try_link(entry: Any) -> rx.Component:
    return rx.el.li(
        link_button(
            entry.name,
            f"/practice-test/{entry.technology}?questions=3",
            variant="secondary",
            aria_label=_("Try 3 questions about {name}", name=entry.name),
        )
    )


def technologies_begun() -> rx.Component:
    """Render where the learner stands in each technology that was begun; for newcomers, the way ahead."""
    return when_loaded(
        rx.cond(
            StandingState.cards.length() > 0,
            rx.el.section(
                rx.el.div(
                    rx.el.h2(_("Where you stand"), id="standing-title", class_name=HEADING),
                    link(_("All your progress"), "/dashboard/progress", look="alone"),
                    class_name="mb-4 flex flex-wrap items-baseline justify-between gap-x-4",
                ),
                rx.el.ul(
                    rx.foreach(StandingState.cards, _standing_card),
                    class_name="grid gap-5 lg:grid-cols-[repeat(auto-fit,minmax(24rem,1fr))]",
                ),
                aria_labelledby="standing-title",
            ),
            _way_to_a_certificate(),
        ),
        placeholders.technologies_begun(),
        rx.fragment(),
    )


def _standing_card(entry: Any) -> rx.Component:
    """Render the estimate, the chance of passing, the last test, the certificate and the due reviews."""
    return rx.el.li(
        card(
            rx.el.div(
                rx.el.h3(entry.name, class_name=HEADING),
                status_badge(entry.outcome),
                class_name="flex flex-wrap items-start justify-between gap-x-3 gap-y-1",
            ),
            rx.cond(
                entry.estimate != "",
                rx.fragment(
                    rx.el.p(unbroken(entry.estimate), class_name="mt-2 text-muted tabular-nums"),
                    score_bar(
                        entry.score,
                        entry.low,
                        entry.high,
                        entry.cut_score,
                        label=_("Estimate from practice: {name}", name=entry.name),
                        class_name="mt-3",
                    ),
                ),
            ),
            rx.el.dl(
                rx.cond(
                    entry.chance.text != "",
                    _fact(
                        _("Chance of passing"),
                        rx.el.span(
                            rx.el.span(entry.chance.text, class_name="font-semibold"),
                            rx.cond(
                                entry.chance.likely != "",
                                rx.el.span(", ", entry.chance.likely, class_name="text-muted"),
                            ),
                        ),
                    ),
                    rx.cond(entry.chance.note != "", _fact(_("Chance of passing"), entry.chance.note)),
                ),
                rx.cond(
                    entry.last_exam != "",
                    _fact(_("Last test"), link(entry.last_exam, entry.last_exam_href, look="alone")),
                ),
                rx.cond(
                    entry.certificate != "",
                    _fact(
                        _("Certificate"),
                        link(entry.certificate, "/dashboard/my-certificates", look="alone"),
                    ),
                ),
                rx.cond(entry.retake != "", _fact(_("Next try"), entry.retake)),
                rx.cond(
                    entry.review_label != "",
                    _fact(
                        _("Due today"),
                        link(
                            entry.review_label,
                            entry.review_href,
                            look="alone",
                            aria_label=f"{entry.name}: {entry.review_label}",
                        ),
                    ),
                ),
                class_name="mt-3 divide-y divide-line border-t border-line",
            ),
            class_name="h-full",
        )
    )


def _fact(name: str, value: Any) -> rx.Component:
    return rx.el.div(
        rx.el.dt(name, class_name="text-sm text-muted sm:w-40 sm:shrink-0"),
        # Not `tabular-nums`, which makes the hyphen of “C#-Prüfung” as wide as a digit.
        rx.el.dd(value, class_name="min-w-0"),
        class_name="flex min-h-11 flex-col justify-center gap-x-4 py-2 sm:flex-row sm:items-center "
        "sm:justify-start",
    )


_WAY = (
    ("target", _("Practice"), _("Every answer is explained, and you see an estimate of your ability.")),
    ("chart", _("Know when you’re ready"), _("After ten answers you see your chance of passing.")),
    ("award", _("Pass the test"), _("Your certificate has a number that anyone can verify.")),
)


def _way_to_a_certificate() -> rx.Component:
    """Render the three steps to a certificate, for learners who have begun nothing."""
    steps = [
        rx.el.li(
            icon(drawing, class_name="size-6 shrink-0 text-accent-ink"),
            rx.el.div(
                rx.el.h3(title, class_name="font-semibold"),
                rx.el.p(text, class_name="mt-1 text-compact text-muted"),
                class_name="sm:mt-3",
            ),
            class_name="max-sm:flex max-sm:gap-4",
        )
        for drawing, title, text in _WAY
    ]
    return rx.el.section(
        rx.el.h2(_("Your path to a certificate"), id="way-title", class_name=HEADING),
        rx.el.ol(*steps, class_name="mt-5 grid gap-6 sm:grid-cols-3 sm:gap-8"),
        aria_labelledby="way-title",
        class_name="rounded-card border border-dashed border-edge p-5 sm:p-6",
    )


def daily_plan() -> rx.Component:
    """Render the daily plan. It stands last, so that nothing moves when it is loaded."""
    plan = StandingState.plan
    return when_loaded(
        rx.el.section(
            card(
                rx.el.h2(_("Your daily plan"), id="daily-plan", class_name=HEADING),
                rx.cond(
                    plan.tasks.length() > 0,
                    rx.fragment(
                        rx.el.h3(plan.title, class_name="mt-4 font-semibold"),
                        rx.el.ol(rx.foreach(plan.tasks, _task), class_name="mt-1 list-decimal pl-6"),
                        rx.el.p(plan.why, class_name="mt-1 max-w-xl text-muted"),
                        rx.cond(PlanReasonState.available, _reason()),
                        rx.el.h3(_("When you’re likely to pass"), class_name="mt-5 font-semibold"),
                    ),
                    rx.cond(plan.title != "", rx.el.h3(plan.title, class_name="mt-4 font-semibold")),
                ),
                rx.el.p(plan.outlook, class_name="mt-1 max-w-xl text-muted tabular-nums"),
                *[
                    rx.cond(text != "", rx.el.p(text, class_name="mt-2 max-w-xl text-muted tabular-nums"))
                    for text in (plan.pause, plan.retake)
                ],
                rx.cond(
                    plan.others.length() > 0,
                    rx.el.ul(
                        rx.foreach(plan.others, lambda text: rx.el.li(text)),
                        class_name="mt-4 max-w-xl space-y-2 border-t border-line pt-4 text-sm text-muted "
                        "tabular-nums",
                    ),
                ),
                rx.cond(
                    plan.technology != "",
                    button_group(
                        button(
                            _("Add to your calendar"),
                            variant="secondary",
                            loading=PlanCalendarState.busy,
                            # A second click would download it again.
                            on_click=PlanCalendarState.download.throttle(1000),
                        ),
                        class_name="mt-4",
                    ),
                ),
                rx.cond(
                    PlanCalendarState.error != "",
                    alert(PlanCalendarState.error, tone="danger", role="alert", class_name="mt-3"),
                ),
                rx.el.p(
                    link(_("How your plan is made"), "/support#progress", look="alone"),
                    class_name="mt-4 text-sm",
                ),
            ),
            aria_labelledby="daily-plan",
        ),
        rx.fragment(),
        rx.fragment(),
    )


def _reason() -> rx.Component:
    """Render what the tutor says about the plan, and the button that asks for it."""
    state = PlanReasonState
    return rx.el.div(
        button(
            _("Why this plan?"),
            variant="ghost",
            size="sm",
            # Not `disabled`, which would take the focus.
            aria_disabled=state.busy,
            on_click=state.ask,
            class_name="-ml-3",
        ),
        rx.el.div(
            rx.cond(state.busy, rx.el.p(_("The tutor is thinking…"), class_name="text-muted")),
            rx.cond(
                state.text != "",
                rx.fragment(
                    rx.el.p(state.text),
                    rx.el.p(
                        _("A language model wrote this. It can be wrong."), class_name="text-sm text-muted"
                    ),
                ),
            ),
            role="status",
            class_name="mt-1",
        ),
        rx.cond(state.error != "", alert(state.error, tone="danger", role="alert")),
        class_name="mt-2 max-w-xl",
    )


def _task(task: Any) -> rx.Component:
    topic = rx.cond(task.topic != "", rx.fragment(": ", english(task.topic)))
    return rx.el.li(link(rx.el.span(task.label, topic), task.href, look="alone"))
