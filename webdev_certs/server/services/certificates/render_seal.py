"""The seal of certificates, the product's mark in two rings, as SVG and as a picture of Pillow's."""

from collections.abc import Sequence
from math import tau

from PIL import Image, ImageDraw

from webdev_certs.shared.mark import CHECK, SHIELD

OVERSAMPLING = 4
"""Lines are drawn larger and scaled down, because Pillow draws them without smooth edges."""

Point = tuple[float, float]

# Pillow draws no SVG paths: the two Bézier curves of the mark's shield, and the points of its check mark.
_CURVES = (
    ((24.5, 14.8), (24.5, 20.1), (21.0, 24.0), (16.0, 26.5)),
    ((16.0, 26.5), (11.0, 24.0), (7.5, 20.1), (7.5, 14.8)),
)
_CHECK_POINTS = ((11.8, 15.8), (14.8, 18.8), (20.4, 12.8))

# As `seal` in `ui/components/certificate.py`: a square of 48 units, with the mark 8 units from its edges.
_SEAL, _INSET = 48.0, 8.0
_RING, _RING_WIDTH = 22.5, 1.0
_DASHES, _DASHES_WIDTH, _DASH, _DASH_STEP = 19.5, 1.6, 1.2, 2.84
_SHIELD_WIDTH, _CHECK_WIDTH = 1.8, 2.0


def draw_shield(
    drawing: ImageDraw.ImageDraw, *, scale: float, left: float, top: float, widths: Point, color: str
) -> None:
    """Draw the mark: the shield and its check mark.

    Args:
        drawing: Where to draw.
        scale: Pixels for each unit of the mark's 32 × 32 square.
        left: Where the square begins, in pixels.
        top: As `left`.
        widths: Of the lines of shield and check mark, in units.
        color: Of the lines.
    """
    curves = [point for curve in _CURVES for point in _bezier(*curve)]
    shield = [(16.0, 5.5), (24.5, 8.7), *curves, (7.5, 8.7), (16.0, 5.5), (24.5, 8.7)]
    for points, width in zip((shield, _CHECK_POINTS), widths, strict=True):
        _line(drawing, [(left + x * scale, top + y * scale) for x, y in points], round(width * scale), color)


def draw_seal(size: int, color: str, background: str) -> Image.Image:
    """Return the seal as a square picture, `size` pixels wide."""
    image = Image.new("RGB", (size * OVERSAMPLING, size * OVERSAMPLING), background)
    drawing = ImageDraw.Draw(image)
    middle, scale = image.width / 2, image.width / _SEAL
    outer = (_RING + _RING_WIDTH / 2) * scale
    drawing.circle((middle, middle), outer, outline=color, width=round(_RING_WIDTH * scale))
    outer = (_DASHES + _DASHES_WIDTH / 2) * scale
    box = (middle - outer, middle - outer, middle + outer, middle + outer)
    count = round(tau * _DASHES / _DASH_STEP)
    for start in (360 * number / count for number in range(count)):
        end = start + 360 / count * _DASH / _DASH_STEP
        drawing.arc(box, start, end, fill=color, width=round(_DASHES_WIDTH * scale))
    draw_shield(
        drawing,
        scale=scale,
        left=_INSET * scale,
        top=_INSET * scale,
        widths=(_SHIELD_WIDTH, _CHECK_WIDTH),
        color=color,
    )
    return image.resize((size, size), Image.Resampling.LANCZOS)


def seal_svg(color: str) -> bytes:
    """Return the seal as SVG."""
    line = f'fill="none" stroke="{color}" stroke-linejoin="round" stroke-linecap="round"'
    dashes = f'stroke-width="{_DASHES_WIDTH}" stroke-dasharray="{_DASH} {_DASH_STEP - _DASH:.2f}"'
    circle = f'<circle cx="{_SEAL / 2}" cy="{_SEAL / 2}" fill="none" stroke="{color}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SEAL} {_SEAL}">'
        f'{circle} r="{_RING}" stroke-width="{_RING_WIDTH}"/>{circle} r="{_DASHES}" {dashes}/>'
        f'<g transform="translate({_INSET} {_INSET})" {line}>'
        f'<path d="{SHIELD}" stroke-width="{_SHIELD_WIDTH}"/>'
        f'<path d="{CHECK}" stroke-width="{_CHECK_WIDTH}"/></g></svg>'
    ).encode()


def _line(drawing: ImageDraw.ImageDraw, points: Sequence[Point], width: int, color: str) -> None:
    """Draw a line with round ends."""
    drawing.line(points, fill=color, width=width, joint="curve")
    for point in points:
        drawing.circle(point, width / 2, fill=color)


def _bezier(start: Point, first: Point, second: Point, end: Point, steps: int = 24) -> list[Point]:
    """Return points on a cubic Bézier curve."""

    def at(t: float, axis: int) -> float:
        u = 1 - t
        return (
            u**3 * start[axis] + 3 * u**2 * t * first[axis] + 3 * u * t**2 * second[axis] + t**3 * end[axis]
        )

    return [(at(step / steps, 0), at(step / steps, 1)) for step in range(steps + 1)]
