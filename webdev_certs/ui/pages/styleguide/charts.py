"""Charts with sample data."""

from datetime import date, timedelta

import reflex as rx

from webdev_certs.ui.components.charts import (
    chart,
    interval_axis,
    interval_key,
    interval_row,
    numbers_row,
    numbers_table,
)
from webdev_certs.ui.pages.styleguide.entries import Group, entry
from webdev_certs.ui.rendering.ability_chart import ability_chart
from webdev_certs.ui.rendering.calendar_chart import calendar_chart
from webdev_certs.ui.rendering.estimates import Estimate

_TODAY = date(2026, 3, 2)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_PRACTICE = [
    Estimate(_TODAY - timedelta(days=7 * week), 560 - 18 * week, 480 - 30 * week, 640 - 6 * week)
    for week in range(5, -1, -1)
]
_EXAMS = [Estimate(_TODAY - timedelta(days=3), 540, 470, 610)]
_DAYS = {_TODAY - timedelta(days=day): day * 7 % 50 for day in range(0, 120, 3)}
_TOPICS = [("State and rendering", 604, 440, 768), ("Effects", 452, 300, 604)]


def _name(day: date) -> str:
    return f"{_MONTHS[day.month - 1]} {day.day}"


def group() -> Group:
    """Return the group."""
    return Group(
        "charts",
        "Charts",
        (
            entry(
                chart,
                examples=[
                    ("ability over time", chart(ability_chart("React", _PRACTICE, _EXAMS, 500, _name))),
                    ("one day", chart(ability_chart("Vue", _PRACTICE[:1], [], 500, _name))),
                    ("calendar", chart(calendar_chart(_DAYS, _TODAY))),
                    ("an empty calendar", chart(calendar_chart({}, _TODAY))),
                ],
                wide=True,
            ),
            entry(
                interval_row,
                interval_key,
                interval_axis,
                numbers_table,
                numbers_row,
                examples=[
                    (
                        "rows on one axis, and their numbers",
                        rx.el.div(
                            interval_key(),
                            rx.el.ul(
                                *[
                                    interval_row(topic, "6 questions", score, low, high, 500, label=topic)
                                    for topic, score, low, high in _TOPICS
                                ],
                            ),
                            interval_axis(500),
                            numbers_table(
                                "Scores by topic",
                                ["Topic", "Score", "Interval"],
                                rx.fragment(
                                    *[
                                        numbers_row(topic, f"{score}", f"{low}–{high}")
                                        for topic, score, low, high in _TOPICS
                                    ]
                                ),
                            ),
                        ),
                    )
                ],
                wide=True,
            ),
        ),
    )
