"""Charts as safe HTML: SVG with class names and no styles, and the numbers of each as a table.

The style is in assets/content.css. Widths of the chart of abilities are percentages and heights are pixels,
so that texts keep their size on every screen.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from itertools import pairwise

from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.formatting import day_name, first_weekday, month_names, weekday_names
from webdev_certs.shared.translation import _, ngettext, pgettext

_HEIGHT = 200
# Points keep away from the edges, where their circles would be cut off.
_MARGIN = 2.5
WEEKS = 26
_ROW = 16
_CELL = _ROW - 3
_TOP = 18
_LEAST = (1, 10, 20, 40)
"""From how many answers on a day has each of the four shades."""


@dataclass(frozen=True)
class Estimate:
    """A score with its interval on one day."""

    day: date
    score: int
    low: int
    high: int
    note: str = ""
    """What the table says about it, e.g. the number of answers."""

    @property
    def interval(self) -> str:
        """The interval in numbers."""
        return f"{self.low}–{self.high}"


def in_words(name: str, practice: Sequence[Estimate], exams: Sequence[Estimate], cut: int) -> str:
    """Return sentences on what practice and exams tell about an ability.

    Args:
        name: The subject of the ability, such as a technology.
        practice: Estimates from practice, by day.
        exams: Scores of exams, by day.
        cut: The cut score.
    """
    parts: list[str] = []
    if practice:
        now = practice[-1]
        parts.append(
            _(
                "From your practice, you’re at about {score} in {name} (likely {low}–{high}).",
                name=name,
                score=now.score,
                low=now.low,
                high=now.high,
            )
        )
        if len(practice) > 1:
            parts.append(_change(now.score - practice[0].score))
    if exams:
        parts.append(_("Your last test score is {score}.", score=exams[-1].score))
    return " ".join([*parts, _("You need {cut} to pass.", cut=cut)])


def _change(points: int) -> str:
    if points > 0:
        return ngettext(
            "You’re up {n} point since the first day shown.",
            "You’re up {n} points since the first day shown.",
            points,
        )
    if points < 0:
        return ngettext(
            "You’re down {n} point since the first day shown.",
            "You’re down {n} points since the first day shown.",
            -points,
        )
    return _("Your score hasn’t changed since the first day shown.")


def ability_chart(
    name: str,
    practice: Sequence[Estimate],
    exams: Sequence[Estimate],
    cut: int,
    name_day: Callable[[date], str],
) -> str:
    """Draw ability over time: a line with its interval as a band, exam scores as circles, and the cut score.

    If all scores are of one day, it shows them as numbers: a drawing could show no change.

    Args:
        name: What the chart is about, such as a technology.
        practice: Estimates from practice, by day.
        exams: Scores of exams, by day.
        cut: The cut score.
        name_day: Names a day.

    Returns:
        A figure; empty without estimates.
    """
    everything = [*practice, *exams]
    if not everything:
        return ""
    # A line must not end within an interval, such as 420–520.
    summary = in_words(name, practice, exams, cut).replace("–", "–\N{WORD JOINER}")
    sources = ((_("Practice"), practice), (_("Test"), exams))
    origin = pgettext("the source of a score", "From")
    headers = (_("Day"), origin, _("Score"), _("95% interval"))
    # The table is narrow on phones, so a number may stand on another line than its word.
    rows = [
        (
            name_day(estimate.day),
            ", ".join(filter(None, (source, estimate.note.replace("\N{NO-BREAK SPACE}", " ")))),
            str(estimate.score),
            estimate.interval,
        )
        for source, group in sources
        for estimate in group
    ]
    table = _numbers_table(_("Ability in {name} over time", name=name), headers, rows)
    if len({estimate.day for estimate in everything}) == 1:
        drawing = _numbers(sources)
        summary = f"{summary} " + _("You’ll see a chart once you’ve practiced or taken a test on two days.")
    else:
        drawing = ability_drawing(practice, exams, cut, name_day, summary)
    return f'<figure class="chart">{drawing}<figcaption>{escape(summary)}</figcaption>{table}</figure>'


def _numbers(sources: Sequence[tuple[str, Sequence[Estimate]]]) -> str:
    interval = _("95% interval")
    values = "".join(
        f"<div><dt>{escape(source)}</dt><dd>{estimate.score} "
        f"<span>{escape(interval)} {estimate.interval}</span></dd></div>"
        for source, group in sources
        for estimate in group
    )
    return f'<dl class="chart-numbers">{values}</dl>'


def ability_drawing(
    practice: Sequence[Estimate],
    exams: Sequence[Estimate],
    cut: int,
    name_day: Callable[[date], str],
    summary: str,
) -> str:
    """Draw the chart alone, for a `.chart`, from estimates of at least two days.

    Args:
        practice: Estimates from practice, by day.
        exams: Scores of exams, by day.
        cut: The cut score.
        name_day: Names a day.
        summary: What screen readers read instead.
    """
    everything = [*practice, *exams]
    scale = _Scale.of(everything, cut)
    marks = [_mark(scale, "chart-point", 4, estimate) for estimate in practice]
    if len(practice) == 1:
        marks.insert(0, _whisker(scale, practice[0]))
    exam_marks = [
        part
        for estimate in exams
        for part in (_whisker(scale, estimate), _mark(scale, "chart-exam", 6, estimate))
    ]
    ends = "".join(f"<span>{escape(name_day(day))}</span>" for day in (scale.first, scale.last))
    cut_label = _("pass {cut}", cut=cut)
    # On the side of the line where the chart does not begin.
    begins_above = min(everything, key=lambda estimate: estimate.day).score >= cut
    cut_label_y = scale.y(cut) + (15 if begins_above else -6)
    return (
        f'<div class="chart-plot"><svg class="chart-labels" width="2.25rem" height="{_HEIGHT}" '
        f'aria-hidden="true">{"".join(_tick(scale, value) for value in scale.ticks)}</svg>'
        f'<svg class="chart-area" width="100%" height="{_HEIGHT}" role="img" aria-label="{escape(summary)}">'
        f"{''.join(_grid(scale, value) for value in scale.ticks)}"
        f"{_line_and_band(scale, practice)}"
        f'<line class="chart-cut" x1="0" x2="100%" y1="{scale.y(cut)}" y2="{scale.y(cut)}"/>'
        f"{''.join(marks + exam_marks)}"
        f'<text class="chart-cut-label" x="0" y="{cut_label_y}">{escape(cut_label)}</text></svg></div>'
        f'<div class="chart-ends">{ends}</div>'
    )


@dataclass(frozen=True)
class _Scale:
    """Where days and scores lie in a chart."""

    first: date
    last: date
    low: int
    high: int

    @classmethod
    def of(cls, estimates: Sequence[Estimate], cut: int) -> "_Scale":
        """Return the scale that holds all estimates and the cut score, in whole hundreds."""
        low = min(cut, *(estimate.low for estimate in estimates))
        high = max(cut, *(estimate.high for estimate in estimates))
        days = [estimate.day for estimate in estimates]
        return cls(
            min(days),
            max(days),
            max(low // 100 * 100, SCALE_LOW),
            min(-(-high // 100) * 100, SCALE_HIGH),
        )

    @property
    def ticks(self) -> range:
        return range(self.low, self.high + 1, 100)

    def x(self, day: date) -> float:
        """Return the place of a day in percent."""
        share = (day - self.first) / (self.last - self.first)
        return round(_MARGIN + share * (100 - 2 * _MARGIN), 2)

    def y(self, score: float) -> float:
        """Return the place of a score in pixels from the top."""
        share = (score - self.low) / max(self.high - self.low, 1)
        return round(_HEIGHT - 8 - share * (_HEIGHT - 16), 1)


def _mark(scale: _Scale, kind: str, radius: int, estimate: Estimate) -> str:
    return (
        f'<circle class="{kind}" cx="{scale.x(estimate.day)}%" cy="{scale.y(estimate.score)}" r="{radius}"/>'
    )


def _whisker(scale: _Scale, estimate: Estimate) -> str:
    x, low, high = f"{scale.x(estimate.day)}%", scale.y(estimate.low), scale.y(estimate.high)
    return f'<line class="chart-whisker" x1="{x}" x2="{x}" y1="{low}" y2="{high}"/>'


def _tick(scale: _Scale, value: int) -> str:
    return f'<text x="100%" y="{scale.y(value) + 4}" text-anchor="end">{value}</text>'


def _grid(scale: _Scale, value: int) -> str:
    return f'<line class="chart-grid" x1="0" x2="100%" y1="{scale.y(value)}" y2="{scale.y(value)}"/>'


def _line_and_band(scale: _Scale, estimates: Sequence[Estimate]) -> str:
    """Draw line and band in a stretched inner SVG, because polygon points cannot be percentages."""
    if len(estimates) < 2:
        return ""
    top = [f"{scale.x(estimate.day)},{scale.y(estimate.high)}" for estimate in estimates]
    bottom = [f"{scale.x(estimate.day)},{scale.y(estimate.low)}" for estimate in reversed(estimates)]
    line = " ".join(f"{scale.x(estimate.day)},{scale.y(estimate.score)}" for estimate in estimates)
    return (
        f'<svg x="0" y="0" width="100%" height="{_HEIGHT}" viewBox="0 0 100 {_HEIGHT}" '
        f'preserveAspectRatio="none"><polygon class="chart-band" points="{" ".join(top + bottom)}"/>'
        f'<polyline class="chart-line" points="{line}"/></svg>'
    )


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
    table = _numbers_table(_("Practice by day"), (_("Day"), _("Answers")), rows) if rows else ""
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


def _numbers_table(caption: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table behind "Show the numbers"; the first cell of each row names it."""
    # The roles are for browsers that forget them where rows are grids: on phones (assets/content.css).
    head = "".join(f'<th scope="col" role="columnheader">{escape(text)}</th>' for text in headers)
    body = "".join(
        f'<tr role="row"><th scope="row" role="rowheader">{escape(row[0])}</th>'
        + "".join(f'<td role="cell">{escape(cell)}</td>' for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    summary = _("Show the numbers")
    return (
        f"<details><summary>{escape(summary)}</summary>"
        f'<table role="table"><caption>{escape(caption)}</caption>'
        f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>'
        f'<tbody role="rowgroup">{body}</tbody></table></details>'
    )
