"""Progress bars, and bars that show a score with its interval."""

from typing import Any

import reflex as rx

from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.translation import _
from webdev_certs.ui.components.styling import Number, Text, Tone, by_value, classes

_FILLS: dict[str, str] = {
    "accent": "bg-accent-ink",
    "neutral": "bg-muted",
    "success": "bg-success",
    "warning": "bg-warning",
    "danger": "bg-danger",
}
# Forced colors remove backgrounds, so there the parts take colors of the system.
_FORCED_TRACK = "forced-colors:outline forced-colors:outline-[CanvasText]"
_FORCED_FILL = "forced-colors:forced-color-adjust-none forced-colors:bg-[Highlight]"
_FORCED_MARK = "forced-colors:forced-color-adjust-none forced-colors:bg-[CanvasText]"


def _percent(value: Number, minimum: float, maximum: Number) -> rx.Var[Any]:
    """Return where a value lies between two ends, as a CSS percentage."""
    position: Any = value
    end: Any = maximum
    share = (position - minimum) / (end - minimum) * 100
    return rx.Var.create(f"clamp(0%, {share}%, 100%)")


def progress(
    value: Number,
    max: Number = 100,
    *,
    label: Text,
    tone: Tone | rx.Var[str] = "accent",
    **props: Any,
) -> rx.Component:
    """Render a progress bar.

    Args:
        value: Progress, from 0 to `max`.
        max: The end.
        label: What the bar measures, for screen readers.
        tone: Color of the bar.
        **props: Passed on to the bar.
    """
    track = f"h-2 w-full overflow-hidden rounded-full bg-line {_FORCED_TRACK}"
    fill = f"h-full rounded-full transition-[width] duration-300 {_FORCED_FILL}"
    return rx.el.div(
        rx.el.div(
            style={"width": _percent(value, 0, max)},
            class_name=classes(fill, by_value(tone, _FILLS)),
        ),
        role="progressbar",
        aria_label=label,
        aria_valuemin=0,
        aria_valuemax=max,
        aria_valuenow=value,
        class_name=classes(track, props.pop("class_name", "")),
        **props,
    )


def _at(score: Number) -> rx.Var[Any]:
    """Return where a score lies on the scale, as a CSS percentage."""
    return _percent(score, SCALE_LOW, SCALE_HIGH)


def score_axis(cut: Number) -> rx.Component:
    """Render the ends of the scale and the cut score, to stand below one or more tracks.

    Args:
        cut: The cut score.
    """
    return rx.el.div(
        rx.el.span(f"{SCALE_LOW}", class_name="absolute left-0"),
        rx.el.span(
            _("pass {cut}", cut=cut),
            style={"left": _at(cut)},
            class_name="absolute top-0 -translate-x-1/2 whitespace-nowrap font-medium text-ink",
        ),
        rx.el.span(f"{SCALE_HIGH}", class_name="absolute right-0"),
        class_name="relative mt-1 h-5 text-sm text-faint tabular-nums",
    )


def score_legend() -> rx.Component:
    """Render the legend of a `score_bar`, which names its shapes in words too."""
    fill = _FILLS["accent"]
    entries = (
        (f"size-4 rounded-full {fill} {_FORCED_MARK}", _("Circle: score")),
        (
            # On the track, as in the bar.
            "relative h-2 w-5 rounded-full bg-line before:absolute before:inset-0 before:rounded-full "
            f"before:opacity-35 before:{fill} {_FORCED_FILL}",
            _("Band: 95% interval"),
        ),
        (f"h-5 w-0.5 rounded-full bg-ink {_FORCED_MARK}", _("Line: pass mark")),
    )
    return rx.el.ul(
        *[
            rx.el.li(rx.el.span(class_name=f"shrink-0 {shape}"), words, class_name="flex items-center gap-2")
            for shape, words in entries
        ],
        class_name="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted",
    )


def score_bar(
    value: Number,
    low: Number,
    high: Number,
    cut: Number,
    *,
    label: Text,
    tone: Tone | rx.Var[str] = "accent",
    ticks: bool = True,
    **props: Any,
) -> rx.Component:
    """Render a score, its interval and the cut score on one track.

    Args:
        value: The score.
        low: Lower end of its interval.
        high: Upper end of its interval.
        cut: The cut score.
        label: What was scored.
        tone: Color of interval and score.
        ticks: Whether to label the ends and the cut score below the track.
        **props: Passed on to the <div> around it.

    Returns:
        The track, which screen readers read as one sentence.
    """
    spoken = _(
        "{label}: {score}, interval {low} to {high}, {cut} needed to pass, scale {lowest} to {highest}",
        label=label,
        score=value,
        low=low,
        high=high,
        cut=cut,
        lowest=SCALE_LOW,
        highest=SCALE_HIGH,
    )
    pass_mark = rx.el.div(
        style={"left": _at(cut)},
        class_name=f"absolute inset-y-0 w-0.5 -translate-x-1/2 rounded-full bg-ink {_FORCED_MARK}",
    )
    return rx.el.div(
        _interval(_at(value), _at(low), _at(high), by_value(tone, _FILLS), pass_mark),
        score_axis(cut) if ticks else None,
        role="img",
        aria_label=spoken,
        class_name=classes("w-full", props.pop("class_name", "")),
        **props,
    )


def chance_bar(percent: Number, low: Number, high: Number, *, label: Text, **props: Any) -> rx.Component:
    """Render a probability with its range on a track from 0 to 100 percent.

    Args:
        percent: The probability.
        low: Lower end of its range.
        high: Upper end of its range.
        label: What is probable, with the numbers, for screen readers.
        **props: Passed on to the track.
    """
    value, start, end = (_percent(share, 0, 100) for share in (percent, low, high))
    return rx.el.div(_interval(value, start, end, _FILLS["accent"]), role="img", aria_label=label, **props)


def _interval(
    value: rx.Var[Any], low: rx.Var[Any], high: rx.Var[Any], fill: Text, mark: rx.Component | None = None
) -> rx.Component:
    """Draw a track with a band and a circle, at CSS percentages; `mark` lies between them."""
    return rx.el.div(
        rx.el.div(
            class_name=f"absolute inset-x-0 top-1/2 h-2 -translate-y-1/2 rounded-full bg-line {_FORCED_TRACK}"
        ),
        rx.el.div(
            style={"left": low, "width": rx.Var.create(f"calc({high} - {low})")},
            class_name=classes(
                f"absolute top-1/2 h-2 -translate-y-1/2 rounded-full opacity-35 {_FORCED_FILL}", fill
            ),
        ),
        mark,
        rx.el.div(
            style={"left": value},
            class_name=classes(
                f"absolute top-1/2 size-4 -translate-1/2 rounded-full border-2 border-surface {_FORCED_MARK}",
                fill,
            ),
        ),
        class_name="relative h-6",
    )
