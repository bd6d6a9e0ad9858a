"""Social cards: the picture in the link preview of a certificate, 1200 × 630 pixels."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from webdev_certs.schemas.certificates import Verification, VerifiedStatus
from webdev_certs.server.services.certificates.render_fonts import (
    INTER,
    INTER_SEMIBOLD,
    FontFile,
    covers,
    fonts_for,
)
from webdev_certs.server.services.certificates.render_seal import draw_seal
from webdev_certs.shared.exam_rules import MAX_ITEMS, MIN_ITEMS, SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import SOURCE_LANGUAGE, in_language
from webdev_certs.shared.vocabulary import FORMER_USER, NAME_WITHHELD

_SIZE = (1200, 630)
_LEFT, _RIGHT = 84, 1116
_WIDTH = _RIGHT - _LEFT
_INK, _FAINT, _ACCENT, _LINE, _WHITE = "#0d1a33", "#5a6683", "#3a37b4", "#c9cfdd", "#ffffff"
_BAND = 18
_SEAL = 140
_NAMELESS = "Certificate holder"
_SPECIMEN = "Nobody has earned this certificate"
_TOPIC_SIZE, _MOST_TOPICS, _TOPIC_LINES = 25, 5, 2
_GAP = " · "
_STATUS: dict[VerifiedStatus, str] = {
    "revoked": "This certificate is revoked",
    "suspended": "This certificate is suspended",
    "replaced": "This certificate is replaced",
    "sample": "This is a sample",
}


@in_language(SOURCE_LANGUAGE)
def draw_card(
    certificate: Verification, topics: Sequence[str] = (), *, pass_mark: int | None = None
) -> bytes:
    """Return the card as PNG, in English. It takes some tenths of a second of CPU time.

    A certificate that is not valid right now gets a card that says so, with no name and no seal.

    Args:
        certificate: What the public sees of it.
        topics: The titles of the topics of the test, of which the card names a few.
        pass_mark: The score that the test needs, so that the card says what the certificate means; None if
            that is not known.
    """
    image = Image.new("RGB", _SIZE, _WHITE)
    drawing = ImageDraw.Draw(image)
    # Same statuses as on the verification page.
    counts = certificate.status in ("valid", "expired", "sample")
    color = _ACCENT if counts else _FAINT
    drawing.rectangle((0, 0, _SIZE[0], _BAND), fill=color)
    drawing.rectangle((0, _SIZE[1] - _BAND, _SIZE[0], _SIZE[1]), fill=color)
    if counts:
        image.paste(draw_seal(_SEAL, _ACCENT, _WHITE), (_RIGHT - _SEAL, 64))
    _text(drawing, 112, certificate.issuer, INTER_SEMIBOLD, 36, color, width=_WIDTH - _SEAL - 24)
    facts = _facts(certificate, pass_mark) if counts and pass_mark is not None else ()
    # With the facts below, the number is here.
    heading = f"Certificate {certificate.number}" if facts else "Certificate"
    _text(drawing, 160, heading, INTER, 28, _FAINT, width=_WIDTH - _SEAL - 24)
    headline = _STATUS.get(certificate.status) or certificate.holder_name
    if headline is None:
        headline = NAME_WITHHELD if certificate.name_withheld else FORMER_USER
    # A third row below needs room, so what is above it moves up.
    lift = 18 if facts else 0
    _headline(drawing, headline, lift)
    _text(drawing, 360 - lift, certificate.title, INTER_SEMIBOLD, 42, color)
    for number, line in enumerate(_topic_lines(topics if counts else ())):
        _text(drawing, 412 - lift + 38 * number, line, INTER, _TOPIC_SIZE, _FAINT)
    rule = 482 - lift
    drawing.line((_LEFT, rule, _RIGHT, rule), fill=_LINE, width=2)
    rows = [(_dates(certificate), INTER), *((fact, INTER) for fact in facts)]
    if not facts:
        rows.append((certificate.number, INTER_SEMIBOLD))
    first, step = (44, 37) if facts else (48, 44)
    for number, (row, font) in enumerate(rows):
        _text(drawing, rule + first + step * number, row, font, 28, _INK)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _dates(certificate: Verification) -> str:
    if certificate.status == "sample":
        return _SPECIMEN
    issued = f"Issued {long_date(certificate.issued_at)}"
    if certificate.status not in ("valid", "expired"):
        return issued
    until = "Expired on" if certificate.status == "expired" else "Valid until"
    return f"{issued}{_GAP}{until} {long_date(certificate.expires_at)}"


def _facts(certificate: Verification, pass_mark: int) -> tuple[str, str]:
    """Return what the certificate means, in two lines: the test, and what nobody checked."""
    test = f"{MIN_ITEMS}–{MAX_ITEMS} adaptive questions{_GAP}{pass_mark} points to pass (scale "
    unchecked = "Taken online, not supervised"
    if certificate.holder_name and certificate.status != "sample":
        unchecked += f"{_GAP}Name as stated by the holder"
    return f"{test}{SCALE_LOW}–{SCALE_HIGH})", unchecked


def _headline(drawing: ImageDraw.ImageDraw, text: str, lift: int) -> None:
    """Print the name or the status; a long name in two lines."""
    one_line = _length(_runs(text, INTER_SEMIBOLD), 44) <= _WIDTH
    first, *others = [text] if one_line else _wrapped(text.split(), " ", INTER_SEMIBOLD, 38)
    if others:
        _text(drawing, 246, first, INTER_SEMIBOLD, 38, _INK)
        _text(drawing, 294 - lift // 4, " ".join(others), INTER_SEMIBOLD, 38, _INK, least=34)
    else:
        _text(drawing, 284 - lift, first, INTER_SEMIBOLD, 72, _INK, least=34)


def _topic_lines(topics: Sequence[str]) -> list[str]:
    """Return a few topics in lines that are broken between topics, with the number of the others."""
    lines: list[str] = []
    for count in range(min(len(topics), _MOST_TOPICS), 0, -1):
        others = len(topics) - count
        shown = [*topics[:count], f"and {others} more"] if others else topics[:count]
        lines = _wrapped(shown, _GAP, INTER, _TOPIC_SIZE)
        if len(lines) <= _TOPIC_LINES:
            break
    return lines


def _wrapped(terms: Sequence[str], gap: str, font: FontFile, size: int) -> list[str]:
    """Join terms to lines that are as wide as the card allows. A single term may be wider."""
    lines: list[str] = []
    for term in terms:
        if lines and _length(_runs(f"{lines[-1]}{gap}{term}", font), size) <= _WIDTH:
            lines[-1] += gap + term
        else:
            lines.append(term)
    return lines


def _text(
    drawing: ImageDraw.ImageDraw,
    bottom: int,
    text: str,
    font: FontFile,
    size: int,
    color: str,
    *,
    width: int = _WIDTH,
    least: int = 18,
) -> None:
    """Print a line on the baseline `bottom`, each part in a font that has its letters.

    It is as large as fits, between the sizes `size` and `least`.
    """
    runs = _runs(text, font)
    while size > least and _length(runs, size) > width:
        size -= 1
    while runs and _length(runs, size) > width:
        # Still too long, so cut it; the page shows the whole text.
        last, font = runs[-1]
        runs[-1:] = [(last[:-2] + "…", font)] if len(last) > 2 else []
    left = float(_LEFT)
    for part, font in runs:
        loaded = _loaded(font, size)
        drawing.text((left, bottom), part, color, loaded, anchor="ls")
        left += loaded.getlength(part)


def _runs(text: str, preferred: FontFile) -> list[tuple[str, FontFile]]:
    """Split a text into parts with one font each."""
    text, fonts = fonts_for(text, preferred)
    if not fonts:
        text, fonts = _NAMELESS, [preferred]
    runs: list[tuple[str, FontFile]] = []
    for character in text:
        font = next((known for known in fonts if covers(known, character)), fonts[0])
        if runs and (font == runs[-1][1] or character.isspace()):
            runs[-1] = (runs[-1][0] + character, runs[-1][1])
        else:
            runs.append((character, font))
    return runs


def _length(runs: Sequence[tuple[str, FontFile]], size: int) -> float:
    return sum(_loaded(font, size).getlength(part) for part, font in runs)


def _loaded(font: FontFile, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font.path, size, font.number)
