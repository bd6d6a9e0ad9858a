"""Where a learner stands, on the dashboard: due reviews, activity, ability and mastery."""

from typing import Any

import reflex as rx

from webdev_certs.schemas.progress import LEAST_FOR_SCORE
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import card, icon, link, link_button, progress
from webdev_certs.ui.components.charts import chart, score_intervals
from webdev_certs.ui.components.meter import chance_bar
from webdev_certs.ui.components.section import disclosure
from webdev_certs.ui.components.styling import classes
from webdev_certs.ui.components.text import english
from webdev_certs.ui.pages.dashboard import placeholders
from webdev_certs.ui.pages.layout import load_failed
from webdev_certs.ui.states.dashboard.standing import StandingState
from webdev_certs.ui.states.session.payment_status import PaymentState

HEADING = "text-heading font-semibold"
_DIFFICULTIES = "mt-2 grid gap-x-8 gap-y-1.5 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]"
_STANDING = "mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_17rem]"


def when_loaded(
    content: rx.Component, loading: rx.Component, failed: rx.Component | None = None
) -> rx.Component:
    """Render content of `StandingState` once it is there.

    Args:
        content: What to show.
        loading: A placeholder of about the same size.
        failed: What to show if it could not be loaded; by default the reason and a button that tries again.
    """
    return rx.match(  # pyright: ignore[reportReturnType]
        StandingState.phase,
        ("loading", loading),
        ("ready", content),
        failed or standing_failed(),
    )


def with_certifications_link(failed: rx.Component) -> rx.Component:
    """Render the way to a running attempt below the reason why the overview could not be loaded.

    Args:
        failed: The reason and a button that tries again.
    """
    tests = link(_("Go to your tests"), "/dashboard/certifications", look="alone")
    return rx.el.div(failed, rx.el.p(tests, class_name="mt-4 text-center"))


def standing_failed() -> rx.Component:
    """Say why the learner's progress could not be loaded, with a button that tries again."""
    return load_failed(
        _("We couldn’t load your progress"),
        StandingState.error,
        StandingState.unreachable,
        StandingState.load,
    )


def due_reviews(
    failed: rx.Component | None = None, *, with_mistakes: bool = False, with_streak: bool = False
) -> rx.Component:
    """Render how many reviews are due today, with a link that starts them.

    Args:
        failed: As for `when_loaded`.
        with_mistakes: Whether it also leads to the learner's mistakes.
        with_streak: Whether it also says on how many days in a row the learner has practiced.
    """
    return when_loaded(
        card(
            rx.el.div(
                icon("calendar", class_name="mt-1 shrink-0 text-accent-ink"),
                rx.el.div(
                    rx.el.h2(_("Due today"), class_name=HEADING),
                    rx.el.p(
                        rx.cond(
                            StandingState.due > 0,
                            _(
                                "{questions} you missed before. A short review helps you remember them.",
                                questions=StandingState.due_text,
                            ),
                            _("Nothing is due. Questions you miss come back here a day or more later."),
                        ),
                        class_name="mt-1 text-muted",
                    ),
                    class_name="min-w-0 flex-1",
                ),
                rx.cond(
                    StandingState.technologies.length() > 0,
                    rx.el.dl(
                        _figure(_("Streak"), StandingState.streak),
                        class_name="shrink-0 max-sm:basis-full max-sm:pl-8 sm:text-right",
                    ),
                )
                if with_streak
                else None,
                class_name="flex gap-3 max-sm:flex-wrap",
            ),
            rx.cond(
                StandingState.due > 0,
                rx.el.div(
                    # The overview has one clear next step above.
                    link_button(
                        StandingState.review_label,
                        StandingState.review_href,
                        variant="secondary" if with_streak else "primary",
                    ),
                    class_name="mt-4 sm:pl-8",
                ),
            ),
            # On phones it starts where the button starts, or without one where the text starts.
            rx.cond(StandingState.due > 0, mistakes("mt-3 sm:pl-8"), mistakes("mt-3 pl-8"))
            if with_mistakes
            else rx.fragment(),
        ),
        placeholders.due_block(with_mistakes=with_mistakes),
        failed,
    )


def mistakes(class_name: str = "") -> rx.Component:
    """Render the way to the learner's mistakes, as high without mistakes; without paid access, what it adds.

    Args:
        class_name: Further class names.
    """
    state = StandingState
    return rx.el.p(
        rx.cond(
            state.mistakes == 0,
            _("You have no mistakes to review."),
            rx.cond(
                PaymentState.has_paid,
                link(state.mistakes_label, state.mistakes_href, look="alone"),
                rx.fragment(
                    state.mistakes_text,
                    " ",
                    link(_("See them with Pro"), state.mistakes_href),
                ),
            ),
        ),
        class_name=classes("text-muted max-sm:min-h-12", class_name),
    )


def progress_overview() -> rx.Component:
    """Render streak, time, due reviews, the calendar, and where the learner stands in each technology."""
    return when_loaded(
        rx.cond(
            StandingState.technologies.length() > 0,
            rx.fragment(_activity(), rx.foreach(StandingState.technologies, _technology)),
        ),
        placeholders.progress(),
    )


def _activity() -> rx.Component:
    """Render the calendar with the figures, which stand beside it on wide screens."""
    return card(
        rx.el.h2(_("Activity"), class_name=HEADING),
        rx.el.div(
            rx.el.dl(
                _figure(_("Streak"), StandingState.streak),
                _figure(_("Longest streak"), StandingState.longest_streak),
                rx.cond(StandingState.practiced != "", _figure(_("Time practiced"), StandingState.practiced)),
                _figure(_("Due today"), StandingState.due),
                class_name="grid grid-cols-2 content-start gap-4 sm:grid-cols-4 lg:grid-cols-1 lg:pl-8 "
                "lg:border-l lg:border-line",
            ),
            chart(StandingState.calendar, class_name="lg:order-first"),
            class_name="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 "
            "lg:grid-cols-[minmax(0,1fr)_11rem]",
        ),
        rx.cond(
            StandingState.due > 0,
            rx.el.div(
                link_button(StandingState.review_label, StandingState.review_href),
                class_name="mt-3",
            ),
        ),
        mistakes("mt-4"),
    )


def _figure(name: str, value: Any) -> rx.Component:
    return rx.el.div(
        rx.el.dt(name, class_name="text-sm text-muted"),
        rx.el.dd(value, class_name="mt-0.5 text-heading font-semibold tabular-nums"),
    )


def _technology(row: Any) -> rx.Component:
    return card(
        rx.el.h2(row.name, class_name=HEADING),
        rx.el.div(
            rx.cond(
                row.chart != "",
                chart(
                    row.chart,
                    class_name=rx.cond(
                        row.beside == "nothing",
                        "lg:col-span-2",
                        rx.cond(row.beside == "chance", "", "lg:row-span-2"),
                    ),
                ),
            ),
            rx.cond(row.answers > 0, _chance_and_difficulties(row)),
            class_name=rx.cond(row.beside == "all", f"{_STANDING} lg:grid-rows-[auto_1fr]", _STANDING),
        ),
        rx.cond(row.answers > 0, _mastery(row)),
        class_name="mt-6",
    )


def _chance_and_difficulties(row: Any) -> rx.Component:
    """Render the chance of passing and the difficulties, in the grid of the chart.

    Args:
        row: A `TechnologyView` Var with answers.
    """
    one_column = row.beside == "all"
    return rx.fragment(
        rx.cond(row.passed, None, _chance(row)),
        rx.el.div(
            rx.el.h3(_("By difficulty"), class_name="font-semibold"),
            rx.el.ul(
                rx.foreach(row.difficulties, lambda difficulty: _difficulty(difficulty, row)),
                class_name=rx.cond(one_column, f"{_DIFFICULTIES} lg:grid-cols-1", _DIFFICULTIES),
            ),
            class_name=rx.cond(one_column, "", "lg:col-span-2"),
        ),
    )


def _mastery(row: Any) -> rx.Component:
    """Render the mastery of each topic.

    Args:
        row: A `TechnologyView` Var with answers.
    """
    return rx.fragment(
        rx.el.h3(_("Mastery by topic"), class_name="mt-8 font-semibold"),
        rx.el.p(
            _("A topic gets a score after {n} different questions.", n=LEAST_FOR_SCORE),
            class_name="mt-1 text-sm text-muted",
        ),
        rx.cond(row.scored.length() > 0, _scored(row)),
        rx.cond(row.unscored.length() > 0, _unscored(row)),
    )


def _chance(row: Any) -> rx.Component:
    chance = row.chance
    return rx.el.div(
        rx.el.h3(_("Chance of passing"), class_name="font-semibold"),
        rx.cond(
            chance.text != "",
            rx.fragment(
                rx.el.p(
                    rx.el.span(chance.text, class_name="mr-2 text-heading font-semibold"),
                    rx.el.span(chance.likely, class_name="text-muted"),
                    class_name="mt-1 tabular-nums",
                ),
                chance_bar(chance.percent, chance.low, chance.high, label=chance.label),
                rx.el.p(chance.note, " ", chance_explained(), class_name="mt-1 text-sm text-muted"),
            ),
            rx.el.p(chance.note, class_name="mt-1 text-sm text-muted"),
        ),
    )


def chance_explained() -> rx.Component:
    """Render the link to the explanation of the chance of passing."""
    return link(_("What the chance of passing means"), "/support#progress")


def _scored(row: Any) -> rx.Component:
    return score_intervals(
        row.scored,
        row.cut_score,
        caption=_("Mastery by topic in {name}", name=row.name),
        notes=_("Answers"),
        name=_practice,
    )


def _unscored(row: Any) -> rx.Component:
    return disclosure(
        row.unscored_title,
        rx.el.ul(
            rx.foreach(row.unscored, lambda topic: rx.el.li(_name_and_count(_practice(topic), topic.note))),
            class_name="grid gap-x-8 sm:grid-cols-2",
        ),
        class_name="mt-2",
    )


def _practice(topic: Any) -> rx.Component:
    return link(
        english(topic.title), topic.href, look="alone", aria_label=_("Practice {name}", name=topic.title)
    )


def _difficulty(difficulty: Any, row: Any) -> rx.Component:
    name = link(
        difficulty.name,
        difficulty.href,
        look="alone",
        aria_label=_("Practice {name}: {difficulty}", name=row.name, difficulty=difficulty.name),
    )
    return rx.el.li(
        _name_and_count(name, difficulty.note),
        rx.cond(
            difficulty.enough,
            progress(
                difficulty.correct,
                difficulty.answers,
                label=_("{name}: correct answers", name=difficulty.name),
            ),
            rx.el.p(_("Not enough answers yet"), class_name="-mt-1.5 text-sm text-muted"),
        ),
    )


def _name_and_count(name: rx.Component, count: Any) -> rx.Component:
    return rx.el.div(
        rx.el.span(name, class_name="min-w-0 break-words"),
        rx.el.span(count, class_name="shrink-0 text-sm text-muted tabular-nums"),
        class_name="mb-1.5 flex min-h-8 items-center justify-between gap-3",
    )
