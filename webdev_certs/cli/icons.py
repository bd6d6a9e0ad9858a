"""`webdev-certs icons`: draw the icons of the installed product from its mark."""

from io import BytesIO
from pathlib import Path

import click
from PIL import Image, ImageDraw

from webdev_certs.server.services.certificates.render_seal import OVERSAMPLING, draw_shield

ICONS = {
    "icon-192.png": (192, True),
    "icon-512.png": (512, True),
    # Devices cut these into a shape of their own, so the color reaches the edges. The mark lies within the
    # middle four fifths, which no device cuts (https://www.w3.org/TR/appmanifest/#icon-masks).
    "icon-maskable-512.png": (512, False),
    "apple-touch-icon.png": (180, False),
}
"""Name → its size in pixels, and whether its corners are round and transparent."""
_ASSETS = Path("assets")
# As assets/favicon.svg.
_COLOR, _UNITS, _RADIUS, _WIDTHS = "#3a37b4", 32, 8, (2.2, 2.4)


@click.command()
def icons() -> None:
    """Draw the icons again that devices show for the installed product, after the mark has changed."""
    for name in ICONS:
        (_ASSETS / name).write_bytes(draw(name))
        click.echo(f"{_ASSETS / name} is drawn.")


def draw(name: str) -> bytes:
    """Return one of the icons, as PNG."""
    size, is_round = ICONS[name]
    large = size * OVERSAMPLING
    image = Image.new("RGBA", (large, large), (0, 0, 0, 0))
    drawing = ImageDraw.Draw(image)
    scale = large / _UNITS
    drawing.rounded_rectangle((0, 0, large - 1, large - 1), _RADIUS * scale if is_round else 0, fill=_COLOR)
    draw_shield(drawing, scale=scale, left=0, top=0, widths=_WIDTHS, color="#ffffff")
    file = BytesIO()
    # A palette is enough, and a third of the size.
    image.resize((size, size), Image.Resampling.LANCZOS).quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()
