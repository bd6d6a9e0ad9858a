"""A certificate as a PDF: one landscape page with a QR code that leads to its verification page.

The document is a PDF/A-3, for archives, with the signed credential as an associated file (ISO 19005-3, §6.8).
"""

from collections.abc import Sequence
from io import BytesIO

import segno
from fpdf import FPDF, ViewerPreferences
from fpdf.enums import DocumentCompliance

from webdev_certs.schemas.certificates import Certificate, Paper
from webdev_certs.server.domain.certificates import ISSUER
from webdev_certs.server.services.certificates.render_fonts import (
    SANS,
    SANS_SEMIBOLD,
    SERIF,
    SERIF_ITALIC,
    SERIF_SEMIBOLD,
    fonts_for,
)
from webdev_certs.server.services.certificates.rendering import Meaning
from webdev_certs.server.services.certificates.render_pdf import (
    ACCENT,
    FAINT,
    INK,
    MARGIN,
    down,
    print_centered,
    print_line,
    text_width,
)
from webdev_certs.server.services.certificates.render_seal import seal_svg
from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import SOURCE_LANGUAGE, in_language
from webdev_certs.shared.vocabulary import NAME_WITHHELD

# Millimeters.
_QR_SIZE = 30
_LINE = (201, 207, 221)
_SEAL_SIZE = 19
_NUMBER_WIDTH = 54

# Type sizes for the name in points, with how many lines it may take at each.
_NAME_SIZES = ((40, 1), (36, 1), (32, 1), (28, 1), (26, 2), (22, 2), (18, 2), (15, 3))
_NAMELESS = "(name on the verification page)"
# The same for the topics.
_TOPIC_SIZES = ((10.5, 2), (10, 3), (9, 4), (8, 5), (7, 6))
_MOST_TOPICS = 20
"""More would not fit if their titles are long."""


@in_language(SOURCE_LANGUAGE)
def draw(
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


def _frame(pdf: FPDF) -> None:
    pdf.set_draw_color(*ACCENT)
    pdf.set_line_width(0.9)
    pdf.rect(9, 9, pdf.w - 18, pdf.h - 18)
    pdf.set_draw_color(*_LINE)
    pdf.set_line_width(0.25)
    pdf.rect(11.5, 11.5, pdf.w - 23, pdf.h - 23)


def _heading(pdf: FPDF) -> None:
    seal = BytesIO(seal_svg("#3a37b4"))
    left, top = (pdf.w - _SEAL_SIZE) / 2, down(pdf, 19)
    pdf.image(seal, x=left, y=top, w=_SEAL_SIZE, h=_SEAL_SIZE, alt_text=ISSUER)
    print_line(pdf, 41, ISSUER, SANS_SEMIBOLD, 13)
    print_line(pdf, 52, "CERTIFICATE", SANS, 10.5, FAINT, spacing=3.2, tag="/H1")


def _statement(pdf: FPDF, certificate: Certificate, top: float) -> None:
    name = certificate.holder_name if certificate.name_public else NAME_WITHHELD
    print_line(pdf, top, "This is to certify that", SERIF_ITALIC, 14, FAINT)
    _name(pdf, name, top=top + 8, height=24)
    pdf.set_draw_color(*ACCENT)
    pdf.set_line_width(0.5)
    rule = down(pdf, top + 36)
    pdf.line(pdf.w / 2 - 14, rule, pdf.w / 2 + 14, rule)
    passed = "has passed the certification test and holds the title"
    print_line(pdf, top + 41.5, passed, SERIF_ITALIC, 14, FAINT)
    print_line(pdf, top + 51, certificate.title, SERIF_SEMIBOLD, 25, ACCENT)


def _name(pdf: FPDF, name: str, *, top: float, height: float) -> None:
    """Print the name centered in its space, as large as fits."""
    text, fonts = fonts_for(name)
    text, fonts = (text, fonts) if fonts else (_NAMELESS, [SERIF])
    print_centered(pdf, top, text, fonts, _NAME_SIZES, leading=1.15, height=height)


def _topics(pdf: FPDF, topics: Sequence[str]) -> None:
    shown = list(topics[:_MOST_TOPICS])
    if len(topics) > len(shown):
        shown.append(f"and {len(topics) - len(shown)} more")
    text, fonts = fonts_for(" · ".join(shown), SANS)
    if not fonts:
        return
    print_line(pdf, 130, "Topics of the test", SANS, 9.5, FAINT)
    # Lines break only between topics.
    text = text.replace(" ", "\u00a0").replace("\u00a0·\u00a0", "\u00a0· ")
    print_centered(pdf, 135.5, text, fonts, _TOPIC_SIZES, leading=1.4)


def _foot_width(pdf: FPDF) -> float:
    """Return how wide the text beside the QR code may be."""
    return text_width(pdf) - _QR_SIZE - 12


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
        left = MARGIN + (first + (place - 1) * column if place else 0)
        print_line(pdf, top, label, SANS, 9.5, FAINT, left=left)
        print_line(pdf, top + 5, value, SANS_SEMIBOLD, 12, left=left)


def _verification(pdf: FPDF, certificate: Certificate, top: float) -> None:
    url, sentence = certificate.verify_url, "Anyone can verify this certificate at "
    print_line(pdf, top, sentence, SANS, 9.5, FAINT, left=MARGIN)
    used = pdf.get_string_width(sentence)
    print_line(
        pdf,
        top,
        url.split("://", 1)[-1],
        SANS,
        9.5,
        ACCENT,
        left=MARGIN + used,
        width=_foot_width(pdf) - used,
        link=url,
    )
    left, qr_top = pdf.w - MARGIN - _QR_SIZE, down(pdf, 159.5)
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
        lines.append("The name is the one that the holder stated. Nobody checked an identity document.")
    for number, line in enumerate(lines):
        print_line(pdf, top + 4 * number, line, SANS, 8.5, FAINT, left=MARGIN, width=_foot_width(pdf))


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
