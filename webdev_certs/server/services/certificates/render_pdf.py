"""A certificate as a PDF: one landscape page with a QR code that leads to its verification page.

The document is a PDF/A-3, for archives, with the signed credential as an associated file (ISO 19005-3, §6.8).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import segno
from fpdf import FPDF
from fpdf.enums import Align, MethodReturnValue, WrapMode

from webdev_certs.schemas.certificates import Certificate, Paper
from webdev_certs.server.domain.certificates import ISSUER
from webdev_certs.server.services.certificates.pdf_document import (
    ACCENT,
    FAINT,
    INK,
    LINE,
    Color,
    fallback_fonts,
    new_document,
    print_line,
    tagged,
)
from webdev_certs.server.services.certificates.render_fonts import (
    SANS,
    SANS_SEMIBOLD,
    SERIF,
    SERIF_ITALIC,
    SERIF_SEMIBOLD,
    FontFile,
    fonts_for,
)
from webdev_certs.server.services.certificates.render_seal import seal_svg
from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import SOURCE_LANGUAGE, in_language
from webdev_certs.shared.vocabulary import NAME_WITHHELD

# Lengths are in millimeters, sizes of type in points.
_A4_HEIGHT = 210
_MARGIN = 30

_QR_SIZE = 30
_SEAL_SIZE = 19
_NUMBER_WIDTH = 54

# Type sizes for the name in points, with how many lines it may take at each.
_NAME_SIZES = ((40, 1), (36, 1), (32, 1), (28, 1), (26, 2), (22, 2), (18, 2), (15, 3))
_NAMELESS = "(name on the verification page)"
# The same for the topics.
_TOPIC_SIZES = ((10.5, 2), (10, 3), (9, 4), (8, 5), (7, 6))
_MOST_TOPICS = 20
"""More would not fit if their titles are long."""


@dataclass(frozen=True)
class Meaning:
    """The facts of an exam, as they were when the attempt was scored."""

    cut_score: int
    """On the 200–800 scale."""
    least: int
    """The smallest number of questions in the test."""
    most: int
    """The largest number of questions in the test."""
    minutes: int
    """Time limit without extra time, which is private to the learner."""
    topics: tuple[str, ...]
    """The titles of the topics that were scored, in the blueprint's order."""


@in_language(SOURCE_LANGUAGE)
def draw_pdf(
    certificate: Certificate, credential: str, meaning: Meaning | None = None, paper: Paper = "a4"
) -> bytes:
    """Draw the document, in English; it has the score only if the holder shares it.

    Args:
        certificate: What it states.
        credential: The signed credential as JSON, which is attached.
        meaning: The facts of the test; None leaves the topics and the paragraph about them out.
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
    # Without the topics and the paragraph at the foot, spread the rest over the free space.
    statement, foot = (62, 158) if meaning else (71, 166)
    _statement(pdf, certificate, statement)
    if meaning:
        _topics(pdf, meaning.topics)
    _facts(pdf, certificate, foot)
    _verification(pdf, certificate, foot + 13.5)
    if meaning:
        _meaning(pdf, certificate, meaning, foot + 21)
    return bytes(pdf.output())


def _new_document(certificate: Certificate, paper: Paper) -> FPDF:
    holder = certificate.holder_name if certificate.name_public else NAME_WITHHELD
    pdf = new_document(
        "landscape",
        paper,
        title=f"{certificate.title} – {holder}",
        language="en",
        created_at=certificate.issued_at,
        margin=0,
        fonts=(SERIF, SERIF_SEMIBOLD, SERIF_ITALIC, SANS, SANS_SEMIBOLD),
    )
    pdf.set_subject(f"Certificate {certificate.number}")
    return pdf


def _frame(pdf: FPDF) -> None:
    pdf.set_draw_color(*ACCENT)
    pdf.set_line_width(0.9)
    pdf.rect(9, 9, pdf.w - 18, pdf.h - 18)
    pdf.set_draw_color(*LINE)
    pdf.set_line_width(0.25)
    pdf.rect(11.5, 11.5, pdf.w - 23, pdf.h - 23)


def _heading(pdf: FPDF) -> None:
    seal = BytesIO(seal_svg("#3a37b4"))
    left, top = (pdf.w - _SEAL_SIZE) / 2, _down(pdf, 19)
    pdf.image(seal, x=left, y=top, w=_SEAL_SIZE, h=_SEAL_SIZE, alt_text=ISSUER)
    _print_line(pdf, 41, ISSUER, SANS_SEMIBOLD, 13)
    _print_line(pdf, 52, "CERTIFICATE", SANS, 10.5, FAINT, spacing=3.2, tag="/H1")


def _statement(pdf: FPDF, certificate: Certificate, top: float) -> None:
    name = certificate.holder_name if certificate.name_public else NAME_WITHHELD
    _print_line(pdf, top, "This is to certify that", SERIF_ITALIC, 14, FAINT)
    _name(pdf, name, top=top + 8, height=24)
    pdf.set_draw_color(*ACCENT)
    pdf.set_line_width(0.5)
    rule = _down(pdf, top + 36)
    pdf.line(pdf.w / 2 - 14, rule, pdf.w / 2 + 14, rule)
    passed = "has passed the certification test and holds the title"
    _print_line(pdf, top + 41.5, passed, SERIF_ITALIC, 14, FAINT)
    _print_line(pdf, top + 51, certificate.title, SERIF_SEMIBOLD, 25, ACCENT)


def _name(pdf: FPDF, name: str, *, top: float, height: float) -> None:
    """Print the name centered in its space, as large as fits."""
    text, fonts = fonts_for(name)
    text, fonts = (text, fonts) if fonts else (_NAMELESS, [SERIF])
    _print_centered(pdf, top, text, fonts, _NAME_SIZES, leading=1.15, height=height)


def _topics(pdf: FPDF, topics: Sequence[str]) -> None:
    shown = list(topics[:_MOST_TOPICS])
    if len(topics) > len(shown):
        shown.append(f"and {len(topics) - len(shown)} more")
    text, fonts = fonts_for(" · ".join(shown), SANS)
    if not fonts:
        return
    _print_line(pdf, 130, "Topics of the test", SANS, 9.5, FAINT)
    # Lines break only between topics.
    text = text.replace(" ", "\u00a0").replace("\u00a0·\u00a0", "\u00a0· ")
    _print_centered(pdf, 135.5, text, fonts, _TOPIC_SIZES, leading=1.4)


def _foot_width(pdf: FPDF) -> float:
    """Return how wide the text beside the QR code may be."""
    return _text_width(pdf) - _QR_SIZE - 12


def _facts(pdf: FPDF, certificate: Certificate, top: float) -> None:
    facts = [
        ("Certificate number", certificate.number),
        ("Issued", long_date(certificate.issued_at)),
        ("Valid until", long_date(certificate.expires_at)),
    ]
    if certificate.score_public:
        facts.append(("Score (200–800)", str(certificate.score)))
    # The certificate number is the longest of the facts, so it gets the widest column.
    first = max(_NUMBER_WIDTH, _foot_width(pdf) / len(facts))
    column = (_foot_width(pdf) - first) / (len(facts) - 1)
    for place, (label, value) in enumerate(facts):
        left = _MARGIN + (first + (place - 1) * column if place else 0)
        _print_line(pdf, top, label, SANS, 9.5, FAINT, left=left)
        _print_line(pdf, top + 5, value, SANS_SEMIBOLD, 12, left=left)


def _verification(pdf: FPDF, certificate: Certificate, top: float) -> None:
    url, sentence = certificate.verify_url, "Anyone can verify this certificate at "
    _print_line(pdf, top, sentence, SANS, 9.5, FAINT, left=_MARGIN)
    used = pdf.get_string_width(sentence)
    _print_line(
        pdf,
        top,
        url.split("://", 1)[-1],
        SANS,
        9.5,
        ACCENT,
        left=_MARGIN + used,
        width=_foot_width(pdf) - used,
        link=url,
    )
    left, qr_top = pdf.w - _MARGIN - _QR_SIZE, _down(pdf, 159.5)
    _qr_code(pdf, url, left, qr_top)
    pdf.link(left, qr_top, _QR_SIZE, _QR_SIZE, url, alt_text="Verify this certificate")


def _meaning(pdf: FPDF, certificate: Certificate, meaning: Meaning, top: float) -> None:
    lines = [
        f"The holder has passed with at least {meaning.cut_score} points on a scale from {SCALE_LOW} to "
        f"{SCALE_HIGH}. The test has {meaning.least} to {meaning.most} questions in {meaning.minutes} "
        "minutes.",
        "It is adaptive: each question is chosen from the answers before it. It is taken online and is not "
        "supervised.",
    ]
    if certificate.name_public:
        lines.append("The holder gave this name. Nobody checked an identity document.")
    for number, line in enumerate(lines):
        _print_line(pdf, top + 4 * number, line, SANS, 8.5, FAINT, left=_MARGIN, width=_foot_width(pdf))


def _qr_code(pdf: FPDF, url: str, left: float, top: float) -> None:
    """Draw the QR code (ISO/IEC 18004) as vectors; the page around it is its quiet zone."""
    modules = [bytes(row) for row in segno.make_qr(url, error="m").matrix]
    size = _QR_SIZE / len(modules)
    pdf.set_fill_color(*INK)
    for y, row in enumerate(modules):
        x = 0
        while x < len(row):
            run = len(row[x:]) - len(row[x:].lstrip(row[x : x + 1]))
            if row[x]:
                # Each row overlaps the next a little, because viewers would show white lines between them.
                pdf.rect(left + x * size, top + y * size, run * size, size + 0.02, style="F")
            x += run


def _text_width(pdf: FPDF) -> float:
    """Return how wide the text area of the page is."""
    return pdf.w - 2 * _MARGIN


def _down(pdf: FPDF, top: float) -> float:
    """Convert a distance from the top of an A4 page to this paper, whose content is centered vertically."""
    return top + (pdf.h - _A4_HEIGHT) / 2


def _print_line(
    pdf: FPDF,
    top: float,
    text: str,
    font: FontFile,
    size: float,
    color: Color = INK,
    *,
    left: float | None = None,
    width: float | None = None,
    spacing: float = 0.0,
    link: str = "",
    tag: str = "/P",
) -> None:
    """Print one line at a height of an A4 page.

    `left` is where it begins, or None to center it; `width` is how wide it may be, or None for the text area.
    The rest is as in `print_line`.
    """
    whole = _text_width(pdf)
    print_line(
        pdf,
        _MARGIN if left is None else left,
        _down(pdf, top),
        text,
        font,
        size,
        color,
        most=whole if width is None else width,
        width=whole if left is None else None,
        align=Align.C if left is None else Align.L,
        spacing=spacing,
        link=link,
        tag=tag,
    )


def _print_centered(
    pdf: FPDF,
    top: float,
    text: str,
    fonts: Sequence[FontFile],
    sizes: Sequence[tuple[float, int]],
    *,
    leading: float,
    height: float | None = None,
) -> None:
    """Print a text in centered lines, as large as fits.

    Args:
        pdf: The document.
        top: Where its space begins on an A4 page.
        text: What to print.
        fonts: The first is used, and the others for characters that it lacks.
        sizes: Sizes of type, with how many lines there may be at each, largest first.
        leading: From one line to the next, as a multiple of the size of type.
        height: Of the space, in whose middle the lines are; None to begin at its top.
    """
    pdf.set_text_color(*INK)
    # Chinese and Japanese names may break anywhere, others only between words.
    wrap = WrapMode.WORD if " " in text else WrapMode.CHAR
    step, lines = 0.0, 0
    with fallback_fonts(pdf, fonts):
        for size, most in sizes:
            pdf.set_font(fonts[0].name, size=size)
            step = pdf.font_size * leading
            lines = _count_lines(pdf, step, text, wrap)
            if lines <= most:
                break
        pdf.set_xy(_MARGIN, _down(pdf, top) + ((height - step * lines) / 2 if height else 0))
        with tagged(pdf, "/P"):
            pdf.multi_cell(_text_width(pdf), step, text, align=Align.C, wrapmode=wrap)


def _count_lines(pdf: FPDF, leading: float, text: str, wrap: WrapMode) -> int:
    pdf.set_xy(_MARGIN, 0)
    lines = pdf.multi_cell(
        _text_width(pdf), leading, text, wrapmode=wrap, dry_run=True, output=MethodReturnValue.LINES
    )
    assert isinstance(lines, list)
    return len(lines)
