"""`webdev-certs social` and `icons`: draw the pictures of link previews and the icons of the product."""

from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import click
from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from webdev_certs.server.domain.certificates import ISSUER
from webdev_certs.server.services.certificates.render_fonts import INTER, INTER_SEMIBOLD, FontFile
from webdev_certs.server.services.certificates.render_seal import OVERSAMPLING, draw_shield
from webdev_certs.shared.exam_rules import CUT_SCORE, SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.translation import LANGUAGES, in_language
from webdev_certs.ui.pages.add_pages import social_picture
from webdev_certs.ui.pages.offers import OFFERS
from webdev_certs.ui.pages.page_texts import page_text
from webdev_certs.ui.rendering.text import plain

TEXT = "Description"
"""The key of the PNG's text: what the picture says, so that a test can tell whether it is up to date."""
_ASSETS = Path("assets")
_SIZE = (1200, 630)
_LEFT, _RIGHT = 80, 1120
_WIDTH = _RIGHT - _LEFT
# Those of the dark theme (assets/tokens.css).
_CANVAS, _INK, _MUTED, _ACCENT, _ACCENT_INK, _LINE = (
    *("#0a1122", "#eef2fa", "#b1bdd6", "#5b58e0", "#b3b4ff", "#26344f"),
)
_MARK, _MARK_TOP, _MARK_UNITS, _MARK_RADIUS = 72, 64, 32, 8
_MARK_WIDTHS = (2.2, 2.4)
"""As `logo` in ui/components/brand.py."""
_AXIS, _THICK = 512, 12
_MOST_LINES = 2
_SCORE, _MARGIN = 588, 67
"""An estimate with its margin of error, as on a result."""
ICONS = {
    "icon-192.png": (192, True),
    "icon-512.png": (512, True),
    # Devices cut these into a shape of their own, so the color reaches the edges. The mark lies within the
    # middle four fifths, which no device cuts (https://www.w3.org/TR/appmanifest/#icon-masks).
    "icon-maskable-512.png": (512, False),
    "apple-touch-icon.png": (180, False),
}
"""Name → its size in pixels, and whether its corners are round and transparent."""
# As assets/favicon.svg.
_COLOR, _UNITS, _RADIUS, _WIDTHS = "#3a37b4", 32, 8, (2.2, 2.4)


class _Look(NamedTuple):
    """How a text is printed: in pixels, except for the letter spacing, which is in the unit em."""

    font: FontFile
    size: int
    step: int
    """From one baseline to the next."""
    color: str
    spacing: float


@click.command()
def social() -> None:
    """Draw the pictures again that previews of links show, after their texts or colors have changed."""
    for language in LANGUAGES:
        file = _ASSETS / social_picture(language)
        file.write_bytes(draw_link_preview(language))
        click.echo(f"{file} is drawn.")


def texts(language: str) -> tuple[str, str, str]:
    """Return the three texts of the picture: what the home page says first, and the technologies."""
    with in_language(language):
        home = page_text("home")
    return plain(home.heading), plain(home.parts[0]), " · ".join(offer.name for offer in OFFERS)


def draw_link_preview(language: str) -> bytes:
    """Return the picture in a language, as PNG."""
    large = Image.new("RGB", (_SIZE[0] * OVERSAMPLING, _SIZE[1] * OVERSAMPLING), _CANVAS)
    _draw_shapes(ImageDraw.Draw(large))
    image = large.resize(_SIZE, Image.Resampling.LANCZOS)
    drawing = ImageDraw.Draw(image)
    headline, lead, technologies = texts(language)
    middle = _MARK_TOP + _MARK / 2
    drawing.text((_LEFT + _MARK + 22, middle), ISSUER, _INK, _font(INTER_SEMIBOLD, 38), anchor="lm")
    _print(drawing, headline, 246, _Look(INTER_SEMIBOLD, 76, 84, _INK, -0.025))
    _print(drawing, lead, 400, _Look(INTER, 31, 43, _MUTED, 0))
    _print(drawing, technologies, 576, _Look(INTER_SEMIBOLD, 32, 0, _INK, 0))
    said = PngInfo()
    said.add_itxt(TEXT, "\n".join((headline, lead, technologies)), lang=language)
    file = BytesIO()
    # A palette is enough, and a third of the size.
    image.quantize(64, dither=Image.Dither.NONE).save(file, "PNG", optimize=True, pnginfo=said)
    return file.getvalue()


def _draw_shapes(drawing: ImageDraw.ImageDraw) -> None:
    """Draw the mark and a score on its scale, larger, so that their edges become smooth."""

    def box(*points: float) -> tuple[float, ...]:
        return tuple(point * OVERSAMPLING for point in points)

    scale = _MARK / _MARK_UNITS
    drawing.rounded_rectangle(
        box(_LEFT, _MARK_TOP, _LEFT + _MARK, _MARK_TOP + _MARK),
        _MARK_RADIUS * scale * OVERSAMPLING,
        fill=_ACCENT,
    )
    draw_shield(
        drawing,
        scale=scale * OVERSAMPLING,
        left=_LEFT * OVERSAMPLING,
        top=_MARK_TOP * OVERSAMPLING,
        widths=_MARK_WIDTHS,
        color="#ffffff",
    )
    bars = (
        (SCALE_LOW, SCALE_HIGH, _LINE),
        (_SCORE - _MARGIN, _SCORE + _MARGIN, _ACCENT),
    )
    for low, high, color in bars:
        drawing.rounded_rectangle(
            box(_at(low), _AXIS - _THICK / 2, _at(high), _AXIS + _THICK / 2),
            _THICK / 2 * OVERSAMPLING,
            fill=color,
        )
    drawing.rounded_rectangle(
        box(_at(CUT_SCORE) - 2, _AXIS - 18, _at(CUT_SCORE) + 2, _AXIS + 18), 2 * OVERSAMPLING, fill=_INK
    )
    drawing.circle(box(_at(_SCORE), _AXIS), 19 * OVERSAMPLING, fill=_CANVAS)
    drawing.circle(box(_at(_SCORE), _AXIS), 14 * OVERSAMPLING, fill=_ACCENT_INK)


def _at(score: int) -> float:
    """Return where a score is on the scale, in pixels from the left."""
    return _LEFT + _WIDTH * (score - SCALE_LOW) / (SCALE_HIGH - SCALE_LOW)


def _print(drawing: ImageDraw.ImageDraw, text: str, bottom: int, look: _Look) -> None:
    """Print a text in two lines at most, the first on the baseline `bottom`; smaller if it needs more."""
    size = look.size
    while len(lines := _lines(text, font := _font(look.font, size), _WIDTH)) > _MOST_LINES:
        size -= 1
    # Lines of about the same length, as `text-wrap: balance` makes them.
    for width in range(_WIDTH, 0, -10):
        narrower = _lines(text, font, width)
        if len(narrower) > len(lines):
            break
        lines = narrower
    for number, line in enumerate(lines):
        left = float(_LEFT)
        # Letter by letter, because Pillow has no letter spacing. With the next one, for the kerning.
        for letter, following in zip_longest(line, line[1:], fillvalue=""):
            drawing.text((left, bottom + look.step * number), letter, look.color, font, anchor="ls")
            left += font.getlength(letter + following) - font.getlength(following) + look.spacing * size


def _lines(text: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    """Return the lines of a text, broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _font(font: FontFile, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font.path, size, font.number)


@click.command()
def icons() -> None:
    """Draw the icons again that devices show for the installed product, after the mark has changed."""
    for name in ICONS:
        (_ASSETS / name).write_bytes(draw_icon(name))
        click.echo(f"{_ASSETS / name} is drawn.")


def draw_icon(name: str) -> bytes:
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
