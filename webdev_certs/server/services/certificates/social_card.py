"""Social cards: the picture in the link preview of a certificate, 1200 × 630 pixels."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from webdev_certs.schemas.certificates import Verification, VerifiedStatus
from webdev_certs.server.services.certificates.badges import draw_mark
from webdev_certs.server.services.certificates.fonts import (
    SANS,
    SANS_SEMIBOLD,
    SERIF_SEMIBOLD,
    FontFile,
    covers,
    fonts_for,
)
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import SOURCE_LANGUAGE, in_language
from webdev_certs.shared.vocabulary import FORMER_USER, NAME_WITHHELD

_SIZE = (1200, 630)
_LEFT, _RIGHT = 84, 1116
_INK, _FAINT, _ACCENT, _LINE, _WHITE = "#0d1a33", "#5a6683", "#3a37b4", "#c9cfdd", "#ffffff"
_BAND = 18
_MARK = 132
_NAME_TOP, _NAME_SIZE, _LEAST_NAME_SIZE = 206, 76, 34
_TITLE_TOP, _TITLE_SIZE = 318, 46
_FACTS_TOP, _FACTS_SIZE = 500, 30
_NAMELESS = "Certificate holder"
_SAMPLE = "Nobody has earned this certificate"
_STATUS: dict[VerifiedStatus, str] = {
    "revoked": "This certificate is revoked",
    "suspended": "This certificate is suspended",
    "replaced": "This certificate is replaced",
    "sample": "This is a sample",
}


@in_language(SOURCE_LANGUAGE)
def draw_card(certificate: Verification) -> bytes:
    """Return the card as PNG, in English. It takes some tenths of a second of CPU time.

    A certificate that is not valid right now gets a card that says so, and no name.

    Args:
        certificate: What the public sees of it.
    """
    image = Image.new("RGB", _SIZE, _WHITE)
    drawing = ImageDraw.Draw(image)
    drawing.rectangle((0, 0, _SIZE[0], _BAND), fill=_ACCENT)
    drawing.rectangle((0, _SIZE[1] - _BAND, _SIZE[0], _SIZE[1]), fill=_ACCENT)
    image.paste(draw_mark(_MARK), (_RIGHT - _MARK, 72))
    _text(drawing, 84, certificate.issuer, SANS_SEMIBOLD, 36, _ACCENT)
    _text(drawing, 136, "Certificate", SANS, 30, _FAINT)
    headline = _STATUS.get(certificate.status) or certificate.holder_name
    if headline is None:
        headline = NAME_WITHHELD if certificate.name_withheld else FORMER_USER
    _name(drawing, headline)
    _text(drawing, _TITLE_TOP, certificate.title, SERIF_SEMIBOLD, _TITLE_SIZE, _ACCENT)
    drawing.line((_LEFT, 446, _RIGHT, 446), fill=_LINE, width=2)
    dates = f"Issued {long_date(certificate.issued_at)}" if certificate.status != "sample" else _SAMPLE
    if certificate.status in ("valid", "expired"):
        until = "Expired on" if certificate.status == "expired" else "Valid until"
        dates += f"   ·   {until} {long_date(certificate.expires_at)}"
    _text(drawing, _FACTS_TOP - 26, dates, SANS, _FACTS_SIZE, _INK)
    _text(drawing, _FACTS_TOP + 24, certificate.number, SANS_SEMIBOLD, _FACTS_SIZE, _INK)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _text(drawing: ImageDraw.ImageDraw, top: int, text: str, font: FontFile, size: int, color: str) -> None:
    """Print a line, smaller if it would not fit."""
    width = _RIGHT - _LEFT - (_MARK + 24 if top < 200 else 0)
    loaded = ImageFont.truetype(font.path, size)
    if loaded.getlength(text) > width:
        loaded = ImageFont.truetype(font.path, size * width / loaded.getlength(text))
    drawing.text((_LEFT, top), text, color, loaded)


def _name(drawing: ImageDraw.ImageDraw, name: str) -> None:
    """Print the name, each part of it in a font that has its letters, as large as fits in one line."""
    text, fonts = fonts_for(name)
    if not fonts:
        text, fonts = fonts_for(_NAMELESS)
    runs = _runs(text, fonts)
    size = _NAME_SIZE
    while size > _LEAST_NAME_SIZE and _length(runs, size) > _RIGHT - _LEFT:
        size -= 2
    left = float(_LEFT)
    while runs and _length(runs, size) > _RIGHT - _LEFT:
        # Still too long, so cut it; the page shows the whole name.
        last, font = runs[-1]
        runs[-1:] = [(last[:-2] + "…", font)] if len(last) > 2 else []
    for part, font in runs:
        loaded = ImageFont.truetype(font.path, size, font.number)
        drawing.text((left, _NAME_TOP + _NAME_SIZE), part, _INK, loaded, anchor="ls")
        left += loaded.getlength(part)


def _runs(text: str, fonts: Sequence[FontFile]) -> list[tuple[str, FontFile]]:
    """Split a text into parts with one font each."""
    runs: list[tuple[str, FontFile]] = []
    for character in text:
        font = next((one for one in fonts if covers(one, character)), fonts[0])
        if runs and (font == runs[-1][1] or character.isspace()):
            runs[-1] = (runs[-1][0] + character, runs[-1][1])
        else:
            runs.append((character, font))
    return runs


def _length(runs: Sequence[tuple[str, FontFile]], size: int) -> float:
    return sum(ImageFont.truetype(font.path, size, font.number).getlength(part) for part, font in runs)
