"""The calendar of practice as safe HTML: an SVG with class names and no styles, and its numbers as a table.

The style is in assets/content.css.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from html import escape

from webdev_certs.shared.translation import _, ngettext
from webdev_certs.ui.rendering.numbers_table import numbers_table

WEEKS = 26
_ROW = 16


def calendar_chart(
    counts: Mapping[date, int], today: date, name_day: Callable[[date], str], months: Sequence[str]
) -> str:
    """Draw the days with practice in the last half year, one column a week.

    Args:
        counts: Day → number of answers.
        today: The last day.
        name_day: Names a day.
        months: The short names of the twelve months.

    Returns:
        A figure.
    """
    # Weeks begin on Monday; the last column is this week.
    start = today - timedelta(days=today.weekday(), weeks=WEEKS - 1)
    shown = [start + timedelta(days=n) for n in range((today - start).days + 1)]
    cells, names = [], []
    for number, day in enumerate(shown):
        week, weekday = divmod(number, 7)
        level = _level(counts.get(day, 0))
        x, y = f"{week * 100 / WEEKS:.2f}%", 18 + weekday * _ROW
        cells.append(
            f'<rect class="chart-day chart-day-{level}" x="{x}" y="{y}" width="{88 / WEEKS:.2f}%" '
            f'height="{_ROW - 3}" rx="3"/>'
        )
        if day.day == 1 and week < WEEKS - 1:
            names.append(f'<text class="chart-month" x="{x}" y="11">{escape(months[day.month - 1])}</text>')
    active = [day for day in shown if counts.get(day)]
    answers = sum(counts[day] for day in active)
    summary = (
        _(
            "{answers} {days} since {date}.",
            answers=ngettext("{n} practice answer", "{n} practice answers", answers),
            days=ngettext("on {n} day", "on {n} days", len(active)),
            date=name_day(start),
        )
        if active
        else _("No practice in the last half year.")
    )
    rows = [(name_day(day), str(counts[day])) for day in reversed(active)]
    table = numbers_table(_("Practice by day"), (_("Day"), _("Answers")), rows) if rows else ""
    return (
        '<figure class="chart">'
        f'<svg class="chart-calendar" width="100%" height="{18 + 7 * _ROW}" role="img" '
        f'aria-label="{escape(summary)}">{"".join(names + cells)}</svg>'
        f"<figcaption>{escape(summary)}</figcaption>"
        f"{table}</figure>"
    )


def _level(answers: int) -> int:
    """Return how dark a day is: 0 without answers, up to 4."""
    return sum(answers >= least for least in (1, 10, 20, 40))
