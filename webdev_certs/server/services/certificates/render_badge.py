"""Badges: a picture of the certificate, as SVG and PNG, with the signed credential inside.

Source:
    1EdTech, Open Badges Specification 3.0, §5.3 "Baking": the element and the chunk that hold a credential.
"""

from collections.abc import Mapping, Sequence
from io import BytesIO
from xml.sax.saxutils import escape

from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from webdev_certs.schemas.certificates import Certificate, Verification, VerifiedStatus
from webdev_certs.server.domain.certificates import ISSUER
from webdev_certs.server.services.certificates.render_fonts import SANS, SANS_SEMIBOLD, FontFile
from webdev_certs.server.services.certificates.render_seal import OVERSAMPLING, draw_shield
from webdev_certs.shared.mark import CHECK, SHIELD

_SIZE = 640
_TEXT_WIDTH = 560
_INDIGO, _WHITE, _PALE = "#3a37b4", "#ffffff", "#d9d8f7"
_TITLE_TOP, _NUMBER_TOP, _ISSUER_TOP = 436, 502, 552
_TITLE_SIZE, _TEXT_SIZE = 44, 28
_MARK_SCALE, _MARK_LEFT, _MARK_TOP = 13.0, 112.0, 10.0
_STROKE = 2.2
_STATUS_SIZE = 34
_GRAY, _PALE_GRAY = "#53545c", "#dcdce0"
_NOT_VALID: Mapping[VerifiedStatus, str] = {
    "expired": "Expired",
    "suspended": "Not valid right now",
    "replaced": "Replaced by a new certificate",
    "revoked": "Revoked: no longer valid",
    "sample": "Sample: nobody has earned it",
}
_Line = tuple[int, int, str, int, str]
"""Top, size, color and weight of a line of text, and the text."""


def draw_svg(certificate: Certificate, credential: str) -> bytes:
    """Return the badge as SVG, with the signed credential, as JSON, in an element of its own.

    The picture shows neither the name nor the score.
    """
    # JSON text can contain `]]>`, which would end the CDATA section. Escaped, it means the same.
    inside = credential.replace("]]>", "]]\\u003e")
    lines = (
        (_TITLE_TOP, _TITLE_SIZE, _WHITE, 600, certificate.title),
        (_NUMBER_TOP, _TEXT_SIZE, _PALE, 400, certificate.number),
        (_ISSUER_TOP, _TEXT_SIZE, _PALE, 400, ISSUER),
    )
    drawing = f'<path d="{SHIELD}"/><path d="{CHECK}" stroke-linecap="round"/>'
    credential_element = f"<openbadges:credential><![CDATA[{inside}]]></openbadges:credential>"
    return _svg(certificate.title, lines, drawing, _INDIGO, credential_element).encode()


def _svg(title: str, lines: Sequence[_Line], drawing: str, ground: str, inside: str = "") -> str:
    mark = f"translate({_MARK_LEFT} {_MARK_TOP}) scale({_MARK_SCALE})"
    stroke = f'fill="none" stroke="{_WHITE}" stroke-width="{_STROKE}" stroke-linejoin="round"'
    texts = "".join(
        f'<text x="{_SIZE // 2}" y="{top + size}" font-size="{size}" fill="{color}" font-weight="{weight}" '
        f'text-anchor="middle">{escape(text)}</text>'
        for top, size, color, weight, text in lines
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" '
        f'viewBox="0 0 {_SIZE} {_SIZE}" role="img" font-family="Source Sans Pro, Arial, sans-serif">'
        f"<title>{escape(title)}</title>{inside}"
        f'<rect width="{_SIZE}" height="{_SIZE}" rx="72" fill="{ground}"/>'
        f'<g transform="{mark}" {stroke}>{drawing}</g>'
        f"{texts}</svg>"
    )


def draw_public_badge(certificate: Verification) -> bytes:
    """Return the badge that other sites embed, as SVG: it says whether the certificate is valid now."""
    counts = certificate.status == "valid"
    words = f"Valid until {certificate.expires_at:%B %Y}" if counts else _NOT_VALID[certificate.status]
    ground, pale = (_INDIGO, _PALE) if counts else (_GRAY, _PALE_GRAY)
    # A check mark says that it counts.
    drawing = f'<path d="{SHIELD}"/>' + (f'<path d="{CHECK}" stroke-linecap="round"/>' if counts else "")
    lines = (
        (_TITLE_TOP, _TITLE_SIZE, _WHITE, 600, certificate.title),
        (_NUMBER_TOP, _STATUS_SIZE, _WHITE, 400, words),
        (_ISSUER_TOP, _TEXT_SIZE, pale, 400, f"{ISSUER} · {certificate.number}"),
    )
    title = f"{certificate.title}. {words}."
    return _svg(title, lines, drawing, ground).encode()


def draw_png(certificate: Certificate, credential: str) -> bytes:
    """Return the badge as PNG, with the credential in a chunk of its own; as `draw_svg`."""
    chunks = PngInfo()
    chunks.add_itxt("openbadgecredential", credential)
    return _png(certificate.title, certificate.number, chunks)


def draw_title(title: str) -> bytes:
    """Return the badge of everybody who holds a title, as PNG without a number and a credential."""
    return _png(title, "", PngInfo())


def _png(title: str, number: str, chunks: PngInfo) -> bytes:
    """Return the picture. It takes some hundred milliseconds of CPU time."""
    large = Image.new("RGBA", (_SIZE * OVERSAMPLING, _SIZE * OVERSAMPLING))
    _draw_shapes(ImageDraw.Draw(large), large.width)
    image = large.resize((_SIZE, _SIZE), Image.Resampling.LANCZOS)
    texts = ImageDraw.Draw(image)
    _centered(texts, _TITLE_TOP, title, SANS_SEMIBOLD, _TITLE_SIZE, _WHITE)
    _centered(texts, _NUMBER_TOP, number, SANS, _TEXT_SIZE, _PALE)
    _centered(texts, _ISSUER_TOP, ISSUER, SANS, _TEXT_SIZE, _PALE)
    file = BytesIO()
    image.save(file, "PNG", pnginfo=chunks)
    return file.getvalue()


def _draw_shapes(shapes: ImageDraw.ImageDraw, width: int) -> None:
    shapes.rounded_rectangle((0, 0, width - 1, width - 1), 72 * OVERSAMPLING, fill=_INDIGO)
    draw_shield(
        shapes,
        scale=_MARK_SCALE * OVERSAMPLING,
        left=_MARK_LEFT * OVERSAMPLING,
        top=_MARK_TOP * OVERSAMPLING,
        widths=(_STROKE, _STROKE),
        color=_WHITE,
    )


def _centered(texts: ImageDraw.ImageDraw, top: int, text: str, file: FontFile, size: int, color: str) -> None:
    """Print a line in the middle, smaller if it would not fit."""
    font = ImageFont.truetype(file.path, size)
    if font.getlength(text) > _TEXT_WIDTH:
        font = ImageFont.truetype(file.path, size * _TEXT_WIDTH / font.getlength(text))
    texts.text((_SIZE / 2, top + size), text, color, font, anchor="ms")
