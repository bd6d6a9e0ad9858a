"""A certificate as a PDF: one landscape page with a QR code that leads to its verification page.

The document is a PDF/A-3, for archives, with the signed credential as an associated file (ISO 19005-3, §6.8).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import segno
from fpdf import FPDF, ViewerPreferences
from fpdf.enums import Align, DocumentCompliance, MethodReturnValue, WrapMode, XPos, YPos

from webdev_certs.schemas.certificates import Certificate, Paper
from webdev_certs.server.domain.certificates import ISSUER
from webdev_certs.server.services.certificates.fonts import (
    SANS,
    SANS_SEMIBOLD,
    SERIF,
    SERIF_ITALIC,
    SERIF_SEMIBOLD,
    FontFile,
    fonts_for,
)
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.mark import CHECK, SHIELD
from webdev_certs.shared.translation import SOURCE_LANGUAGE, in_language
from webdev_certs.shared.vocabulary import NAME_WITHHELD

# Millimeters.
_A4_HEIGHT = 210
_MARGIN = 30
_QR_SIZE = 29

_INK, _FAINT, _ACCENT, _LINE = (13, 26, 51), (90, 102, 131), (58, 55, 180), (201, 207, 221)

_MARK = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#3a37b4"/>
<path d="{SHIELD}" fill="none" stroke="#fff"
 stroke-width="2.2" stroke-linejoin="round"/>
<path d="{CHECK}" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"
 stroke-linejoin="round"/></svg>""".encode()

# Type sizes for the name in points, with how many lines it may take at each.
_NAME_SIZES = ((40, 1), (36, 1), (32, 1), (28, 1), (26, 2), (22, 2), (18, 2), (15, 3))
_NAMELESS = "(name on the verification page)"


@in_language(SOURCE_LANGUAGE)
def draw(certificate: Certificate, credential: str, paper: Paper = "a4") -> bytes:
    """Draw the document, in English; it has the score only if the holder shares it.

    Args:
        certificate: What it states.
        credential: The signed credential as JSON, which is attached.
        paper: The size of the page.
    """
    pdf = _new_document(certificate, paper)
    pdf.embed_file(
        bytes=credential.encode(),
        basename=f"{certificate.number}.json",
        desc="Open Badge 3.0 with a Data Integrity proof",
        # The MIME type "application/vc" is too new for readers of PDF.
        mime_type="application/ld+json",
        modification_date=certificate.issued_at,
        associated_file_relationship="Alternative",
        compress=True,
    )
    _frame(pdf)
    _heading(pdf)
    _statement(pdf, certificate)
    _facts(pdf, certificate)
    _verification(pdf, certificate)
    return bytes(pdf.output())


def _new_document(certificate: Certificate, paper: Paper) -> FPDF:
    pdf = FPDF("landscape", "mm", paper, enforce_compliance=DocumentCompliance.PDFA_3U)
    holder = certificate.holder_name if certificate.name_public else NAME_WITHHELD
    pdf.set_title(f"{certificate.title} – {holder}")
    pdf.set_subject(f"Certificate {certificate.number}")
    pdf.set_author(ISSUER)
    pdf.set_creator(ISSUER)
    pdf.set_lang("en")
    pdf.set_creation_date(certificate.issued_at)
    pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)
    pdf.set_margin(0)
    pdf.c_margin = 0
    pdf.set_auto_page_break(False)
    for font in (SERIF, SERIF_SEMIBOLD, SERIF_ITALIC, SANS, SANS_SEMIBOLD):
        pdf.add_font(font.name, fname=font.path)
    # Text shaping joins Arabic letters, orders Indic ones, and sets right-to-left names.
    pdf.set_text_shaping(True)
    pdf.add_page()
    return pdf


def _text_width(pdf: FPDF) -> float:
    return pdf.w - 2 * _MARGIN


def _down(pdf: FPDF, top: float) -> float:
    """Convert a distance from the top of an A4 page to this paper, whose content is centered vertically."""
    return top + (pdf.h - _A4_HEIGHT) / 2


@contextmanager
def _tagged(pdf: FPDF, tag: str) -> Iterator[None]:
    """Tag what is printed as a paragraph or a heading (ISO 32000-1, §14.8.4).

    fpdf2 tags pictures and links. It has no public function for other text.
    """
    with pdf._marked_sequence() as element:
        element.s = tag
        yield


def _frame(pdf: FPDF) -> None:
    pdf.set_draw_color(*_ACCENT)
    pdf.set_line_width(0.9)
    pdf.rect(9, 9, pdf.w - 18, pdf.h - 18)
    pdf.set_draw_color(*_LINE)
    pdf.set_line_width(0.25)
    pdf.rect(11.5, 11.5, pdf.w - 23, pdf.h - 23)


def _heading(pdf: FPDF) -> None:
    pdf.image(BytesIO(_MARK), x=pdf.w / 2 - 7, y=_down(pdf, 23), w=14, h=14, alt_text=ISSUER)
    _line(pdf, 41, ISSUER, SANS_SEMIBOLD, 13)
    _line(pdf, 55, "CERTIFICATE", SANS, 10.5, _FAINT, spacing=3.2, tag="/H1")


def _statement(pdf: FPDF, certificate: Certificate) -> None:
    _line(pdf, 66, "This is to certify that", SERIF_ITALIC, 14, _FAINT)
    _name(pdf, certificate.holder_name if certificate.name_public else NAME_WITHHELD, top=75, height=24)
    pdf.set_draw_color(*_ACCENT)
    pdf.set_line_width(0.5)
    pdf.line(pdf.w / 2 - 14, _down(pdf, 104), pdf.w / 2 + 14, _down(pdf, 104))
    _line(pdf, 110, "has passed the certification test and holds the title", SERIF_ITALIC, 14, _FAINT)
    _line(pdf, 120, certificate.title, SERIF_SEMIBOLD, 25, _ACCENT)


def _name(pdf: FPDF, name: str, *, top: float, height: float) -> None:
    """Print the name centered in its space, as large as fits."""
    text, fonts = fonts_for(name)
    text, fonts = (text, fonts) if fonts else (_NAMELESS, [SERIF])
    for font in fonts:
        if font.name.lower() not in pdf.fonts:
            pdf.add_font(font.name, fname=font.path, collection_font_number=font.number)
    pdf.set_fallback_fonts([font.name for font in fonts[1:]], exact_match=False)
    # Chinese and Japanese names may break anywhere, others only between words.
    wrap = WrapMode.WORD if " " in text else WrapMode.CHAR
    pdf.set_text_color(*_INK)
    leading, lines = 0.0, 0
    for size, most in _NAME_SIZES:
        pdf.set_font(fonts[0].name, size=size)
        leading = pdf.font_size * 1.15
        lines = _count_lines(pdf, leading, text, wrap)
        if lines <= most:
            break
    pdf.set_xy(_MARGIN, _down(pdf, top) + (height - leading * lines) / 2)
    with _tagged(pdf, "/P"):
        pdf.multi_cell(_text_width(pdf), leading, text, align=Align.C, wrapmode=wrap)
    pdf.set_fallback_fonts([])


def _count_lines(pdf: FPDF, leading: float, text: str, wrap: WrapMode) -> int:
    pdf.set_xy(_MARGIN, 0)
    lines = pdf.multi_cell(
        _text_width(pdf), leading, text, wrapmode=wrap, dry_run=True, output=MethodReturnValue.LINES
    )
    assert isinstance(lines, list)
    return len(lines)


def _facts(pdf: FPDF, certificate: Certificate) -> None:
    facts = [
        ("Certificate number", certificate.number),
        ("Issued", long_date(certificate.issued_at)),
        ("Valid until", long_date(certificate.expires_at)),
    ]
    if certificate.score_public:
        facts.append(("Score (200–800)", str(certificate.score)))
    column = (_text_width(pdf) - _QR_SIZE - 12) / len(facts)
    for place, (label, value) in enumerate(facts):
        left = _MARGIN + place * column
        _line(pdf, 163, label, SANS, 9.5, _FAINT, left=left)
        _line(pdf, 168.5, value, SANS_SEMIBOLD, 12, left=left)


def _verification(pdf: FPDF, certificate: Certificate) -> None:
    url = certificate.verify_url
    _line(pdf, 180, "Anyone can verify this certificate at", SANS, 9.5, _FAINT, left=_MARGIN)
    _line(pdf, 185, url.split("://", 1)[-1], SANS, 9.5, _ACCENT, left=_MARGIN, link=url)
    left, top = pdf.w - _MARGIN - _QR_SIZE, _down(pdf, 161)
    _qr_code(pdf, url, left, top)
    pdf.link(left, top, _QR_SIZE, _QR_SIZE, url, alt_text="Verify this certificate")


def _qr_code(pdf: FPDF, url: str, left: float, top: float) -> None:
    """Draw the QR code (ISO/IEC 18004) as vectors; the page around it is its quiet zone."""
    modules = [bytes(row) for row in segno.make_qr(url, error="m").matrix]
    size = _QR_SIZE / len(modules)
    pdf.set_fill_color(*_INK)
    for y, row in enumerate(modules):
        x = 0
        while x < len(row):
            run = len(row[x:]) - len(row[x:].lstrip(row[x : x + 1]))
            if row[x]:
                # Each row overlaps the next a little, because viewers would show white lines between them.
                pdf.rect(left + x * size, top + y * size, run * size, size + 0.02, style="F")
            x += run


def _line(
    pdf: FPDF,
    top: float,
    text: str,
    font: FontFile,
    size: float,
    color: tuple[int, int, int] = _INK,
    *,
    left: float | None = None,
    spacing: float = 0.0,
    link: str = "",
    tag: str = "/P",
) -> None:
    """Print one line from `left`, or centered and shrunk to the width of the text area.

    `size` and `spacing` are in points, all other lengths in millimeters; `top` is that of an A4 page.
    `tag` is what the line is for screen readers.
    """
    pdf.set_font(font.name, size=size)
    if left is None:
        pdf.set_font_size(min(size, size * _text_width(pdf) / pdf.get_string_width(text)))
    pdf.set_text_color(*color)
    pdf.set_char_spacing(spacing)
    pdf.set_xy(_MARGIN if left is None else left, _down(pdf, top))
    with _tagged(pdf, tag):
        pdf.cell(
            _text_width(pdf) if left is None else None,
            pdf.font_size,
            text,
            align=Align.C if left is None else Align.L,
            link=link,
            new_x=XPos.LMARGIN,
            new_y=YPos.TOP,
        )
    pdf.set_char_spacing(0)
