"""Illustrations: drawings on a 160 × 112 grid, inlined so that they follow the theme.

All have the same parts: a soft background, objects with a thin outline, and marks in the accent color. A
drawing of a success has the color of success instead.
"""

from dataclasses import dataclass
from typing import Any, Literal

import reflex as rx

from webdev_certs.ui.components.styling import classes

Scene = Literal[
    "tests",
    "certificates",
    "practice",
    "progress",
    "done",
    "not_found",
    "offline",
    "payments",
    "passed",
    "paid",
]


@dataclass(frozen=True)
class _Drawing:
    """The paths of a drawing, from back to front."""

    objects: str
    """Outlined and filled with the color of a card."""
    front: str
    """The same, in front of the objects."""
    details: str
    """Outlined only."""
    marks: str
    """Strokes in the accent color."""
    success: bool = False


_GROUND = "M80 8c30 0 52 17 52 46s-21 46-52 46-52-15-52-45S50 8 80 8Z"


def _circle(x: float, y: float, r: float) -> str:
    """Return the path of a circle."""
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z"


def _box(x: float, y: float, width: float, height: float, r: float = 6) -> str:
    """Return the path of a rectangle with round corners."""
    corner = f"a{r} {r} 0 0 1"
    return (
        f"M{x + r} {y}h{width - 2 * r}{corner} {r} {r}v{height - 2 * r}{corner} {-r} {r}"
        f"h{2 * r - width}{corner} {-r} {-r}v{2 * r - height}{corner} {r} {-r}Z"
    )


_DRAWINGS: dict[Scene, _Drawing] = {
    # A laptop with a score on its interval, and a certificate's seal.
    # A sheet of questions with one answer chosen, and a clock.
    "tests": _Drawing(
        objects=_box(44, 18, 58, 74),
        details="M67 34h22M67 50h22M67 66h14"
        + _circle(57, 34, 4)
        + _circle(57, 66, 4)
        + "M105 57v-4M101 53h8",
        front=_circle(105, 76, 17),
        marks=_circle(57, 50, 4.5) + _circle(57, 50, 1) + "M105 67v9l6 5",
    ),
    # A certificate with a seal.
    "certificates": _Drawing(
        objects=_box(32, 24, 96, 60),
        details="M48 42h44M48 54h30M48 70h18",
        front="M98 80.7l-4 17.3 12-6 12 6-4-17.3" + _circle(106, 68, 15),
        marks="M99 68l5 5 9-10",
    ),
    # Two question cards, the first with code.
    "practice": _Drawing(
        objects=_box(54, 16, 70, 52),
        front=_box(38, 34, 76, 56),
        details="M50 78h24M84 78h18",
        marks="M64 47l-9 9 9 9M88 47l9 9-9 9M80 45l-8 23",
    ),
    # A curve that grows.
    "progress": _Drawing(
        objects=_box(34, 20, 92, 70),
        details="M48 32v44h64M60 76v-8M76 76v-14M92 76v-20M108 76v-26",
        front="",
        marks="M56 60l16-7 14-10 20-9M98 33l8 1-3 8",
    ),
    # A calendar with a check mark.
    "done": _Drawing(
        objects=_box(42, 26, 76, 66),
        details="M42 46h76M62 18v14M98 18v14",
        front="",
        marks="M65 69l11 11 20-22",
    ),
    # A window in which a magnifying glass finds nothing.
    "not_found": _Drawing(
        objects=_box(34, 20, 86, 62),
        details="M34 36h86M44 28h.01M52 28h.01M60 28h.01M48 50h22M48 62h14",
        front=_circle(98, 66, 19) + "M111 80l6-6 15 16a4.2 4.2 0 0 1-6 6Z",
        marks="M93 61.5a5 5 0 1 1 7.3 4.5c-1.7 1-2.3 1.900-2.3 3.5M98 75v.01",
    ),
    # A cloud whose cable is unplugged.
    "offline": _Drawing(
        objects="M56 70a17 17 0 0 1 1-34 24 24 0 0 1 45.5 3.5A15.5 15.5 0 0 1 105 70Z",
        details="M20 92h26M140 92h-24",
        front=_box(46, 84, 16, 16, 4) + _box(100, 84, 16, 16, 4),
        marks="M62 88h8M62 96h8M78 82l-3-6M84 82l3-6M81 104v5",
    ),
    # A receipt.
    "payments": _Drawing(
        objects="M54 16h52v78l-8.600-6-8.7 6-8.7-6-8.7 6-8.7-6-8.600 6Z",
        details="M66 32h28M66 44h18M66 68h28",
        front="",
        marks="M66 56h12M90 56h4",
    ),
    # A seal with ribbons, and confetti.
    "passed": _Drawing(
        objects="M62 66l-9 34 17-8 10 14 6-34M98 66l9 34-17-8-10 14-6-34" + _circle(80, 46, 32),
        details=_circle(80, 46, 24),
        front="",
        marks="M68 46l9 9 16-18M30 30l6 4M24 52h7M34 76l5-4M130 30l-6 4M136 52h-7M126 76l-5-4",
        success=True,
    ),
    # A payment card and a check mark.
    "paid": _Drawing(
        objects=_box(32, 28, 88, 56, 8),
        details="M32 46h88M44 68h22",
        front=_circle(116, 78, 18),
        marks="M107.5 78l6 6 11-12",
        success=True,
    ),
}


def illustration(scene: Scene, **props: Any) -> rx.Component:
    """Draw an illustration, hidden from screen readers.

    Args:
        scene: What it shows.
        **props: Passed on to the <svg>.

    Raises:
        KeyError: If there is no such illustration.
    """
    drawing = _DRAWINGS[scene]
    ground = "fill-success-soft" if drawing.success else "fill-accent-soft"
    mark = "stroke-success" if drawing.success else "stroke-accent-ink"
    layers = (
        (_GROUND, f"{ground} stroke-none"),
        (drawing.objects, "fill-surface stroke-edge"),
        (drawing.front, "fill-surface stroke-edge"),
        (drawing.details, "fill-none stroke-edge"),
        (drawing.marks, f"fill-none {mark}"),
    )
    return rx.el.svg(
        *[rx.el.svg.path(d=path, class_name=look) for path, look in layers if path],
        view_box="0 0 160 112",
        stroke_width="2",
        stroke_linecap="round",
        stroke_linejoin="round",
        aria_hidden="true",
        class_name=classes("h-28 w-40 shrink-0", props.pop("class_name", "")),
        **props,
    )
