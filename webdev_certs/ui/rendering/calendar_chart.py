"""The calendar of practice as safe HTML: an SVG with class names and no styles, and its numbers as a table.

The style is in assets/content.css.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from html import escape
from itertools import pairwise

from webdev_certs.shared.formatting import day_name, first_weekday, month_names, weekday_names
from webdev_certs.shared.translation import _, ngettext
from webdev_certs.ui.rendering.numbers_table import numbers_table

WEEKS = 26
_ROW = 16
_CELL = _ROW - 3
_TOP = 18
_LEAST = (1, 10, 20, 40)
"""From how many answers on a day has each of the four shades."""


def calendar_chart(counts: Mapping[date, int], today: date) -> str:
    """Draw the days with practice in the last half year, one column a week.

    Args:
        counts: Day → number of answers.
        today: The last day.
    """
    first = first_weekday()
    # The last column is this week.
    start = today - timedelta(days=(today.weekday() - first) % 7, weeks=WEEKS - 1)
    shown = [start + timedelta(days=n) for n in range((today - start).days + 1)]
    months = month_names()
    cells, names = [], []
    for number, day in enumerate(shown):
        week, row = divmod(number, 7)
        x = f"{week * 100 / WEEKS:.2f}%"
        shade, y = _shade(_level(counts.get(day, 0))), _TOP + row * _ROW
        cells.append(f'<rect {shade} x="{x}" y="{y}" width="{88 / WEEKS:.2f}%" height="{_CELL}" rx="3"/>')
        if day.day == 1 and week < WEEKS - 1:
            names.append(f'<text class="chart-month" x="{x}" y="11">{escape(months[day.month - 1])}</text>')
    active = [day for day in shown if counts.get(day)]
    summary = _summary(sum(counts[day] for day in active), len(active), start)
    weekdays = weekday_names("wide")
    rows = [(f"{weekdays[day.weekday()]}, {day_name(day)}", str(counts[day])) for day in reversed(active)]
    table = numbers_table(_("Practice by day"), (_("Day"), _("Answers")), rows) if rows else ""
    order = _(
        "Each column is a week from {first} to {last}. The stronger the color, the more answers that day.",
        first=weekdays[first],
        last=weekdays[first - 1],
    )
    height = _TOP + 7 * _ROW
    return (
        '<figure class="chart"><div class="chart-plot chart-calendar">'
        f'<svg class="chart-labels" width="2.25rem" height="{height}" aria-hidden="true">{_rows(first)}</svg>'
        f'<svg width="100%" height="{height}" role="img" aria-label="{escape(f"{summary} {order}")}">'
        f"{''.join(names + cells)}</svg></div>{_key()}"
        f"<figcaption>{escape(summary)}</figcaption>"
        f"{table}</figure>"
    )


def _summary(answers: int, days: int, start: date) -> str:
    if not days:
        return _("You haven’t practiced in the last half year.")
    return _(
        "{answers} {days} since {date}.",
        answers=ngettext("{n} practice answer", "{n} practice answers", answers),
        days=ngettext("on {n} day", "on {n} days", days),
        date=day_name(start),
    )


def _rows(first: int) -> str:
    """Draw the names of the weekdays, beginning with the first one of a week."""
    short = weekday_names("abbreviated")
    return "".join(
        f'<text x="100%" y="{_TOP + row * _ROW + 11}" text-anchor="end">{escape(name)}</text>'
        for row, name in enumerate(short[first:] + short[:first])
    )


def _key() -> str:
    """Say which numbers of answers each shade stands for."""
    numbers = ["0", *(f"{least}–{more - 1}" for least, more in pairwise(_LEAST)), f"{_LEAST[-1]}+"]
    entries = "".join(
        f'<li><svg width="{_CELL}" height="{_CELL}" aria-hidden="true">'
        f'<rect {_shade(level)} width="{_CELL}" height="{_CELL}" rx="3"/></svg>{text}</li>'
        for level, text in enumerate(numbers)
    )
    meaning = _("Answers per day:")
    # Screen readers read the numbers themselves, in the table.
    return f'<div class="chart-key" aria-hidden="true">{escape(meaning)}<ul>{entries}</ul></div>'


def _shade(level: int) -> str:
    return f'class="chart-day chart-day-{level}"'


def _level(answers: int) -> int:
    """Return how strong the color of a day is: 0 without answers, up to 4."""
    return sum(answers >= least for least in _LEAST)
