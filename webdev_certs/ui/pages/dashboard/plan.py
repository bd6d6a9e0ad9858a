"""The daily plan on the overview: what to do today, and when the test is likely to be passed."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, button_group, card, link
from webdev_certs.ui.components.text import english
from webdev_certs.ui.pages.dashboard.standing import HEADING, when_loaded
from webdev_certs.ui.states.dashboard.plan import PlanCalendarState
from webdev_certs.ui.states.dashboard.standing import StandingState


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


def _task(task: Any) -> rx.Component:
    topic = rx.cond(task.topic != "", rx.fragment(": ", english(task.topic)))
    return rx.el.li(link(rx.el.span(task.label, topic), task.href, look="alone"))
