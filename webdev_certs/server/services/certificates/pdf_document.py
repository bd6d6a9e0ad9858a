"""PDF/A documents of one page, and lines of text in them.

Lengths are in millimeters, and sizes of type in points.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Literal

from fpdf import FPDF, ViewerPreferences
from fpdf.enums import Align, DocumentCompliance, XPos, YPos

from webdev_certs.schemas.certificates import Paper
from webdev_certs.server.domain.certificates import ISSUER
from webdev_certs.server.services.certificates.render_fonts import FontFile

Color = tuple[int, int, int]
INK: Color = (13, 26, 51)
FAINT: Color = (90, 102, 131)
ACCENT: Color = (58, 55, 180)
LINE: Color = (201, 207, 221)


def new_document(
    orientation: Literal["portrait", "landscape"],
    paper: Paper,
    *,
    title: str,
    language: str,
    created_at: datetime,
    margin: float,
    fonts: Iterable[FontFile],
) -> FPDF:
    """Return a document with an empty page.

    Args:
        orientation: Of the page.
        paper: The size of the page.
        title: What viewers show.
        language: Of the text, as BCP 47 names it.
        created_at: The date that the document states.
        margin: On each side.
        fonts: The fonts of most texts.
    """
    pdf = FPDF(orientation, "mm", paper, enforce_compliance=DocumentCompliance.PDFA_3U)
    pdf.set_title(title)
    pdf.set_author(ISSUER)
    pdf.set_creator(ISSUER)
    pdf.set_lang(language)
    pdf.set_creation_date(created_at)
    pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)
    pdf.set_margin(margin)
    pdf.c_margin = 0
    pdf.set_auto_page_break(False)
    for font in fonts:
        pdf.add_font(font.name, fname=font.path)
    # Text shaping joins Arabic letters, orders Indic ones, and sets right-to-left names.
    pdf.set_text_shaping(True)
    pdf.add_page()
    return pdf


@contextmanager
def fallback_fonts(pdf: FPDF, fonts: Sequence[FontFile]) -> Iterator[None]:
    """Within the block, use the other fonts for characters that the first one lacks."""
    for font in fonts:
        if font.name.lower() not in pdf.fonts:
            pdf.add_font(font.name, fname=font.path, collection_font_number=font.number)
    pdf.set_fallback_fonts([font.name for font in fonts[1:]], exact_match=False)
    yield
    pdf.set_fallback_fonts([])


def print_line(
    pdf: FPDF,
    left: float,
    top: float,
    text: str,
    font: FontFile,
    size: float,
    color: Color = INK,
    *,
    most: float,
    width: float | None = None,
    align: Align = Align.L,
    spacing: float = 0.0,
    link: str = "",
    tag: str = "/P",
) -> None:
    """Print one line, smaller if it would be too wide.

    Args:
        pdf: The document.
        left: Where the line begins.
        top: Its upper end.
        text: What to print.
        font: The font.
        size: The size of type.
        color: Of the text.
        most: How wide the text may be.
        width: In which it is aligned; None for that of the text.
        align: Within the width.
        spacing: Between characters, in points.
        link: The URL that it leads to.
        tag: What the line is for screen readers.
    """
    pdf.set_font(font.name, size=size)
    pdf.set_font_size(min(size, size * most / max(pdf.get_string_width(text), 0.1)))
    pdf.set_text_color(*color)
    pdf.set_char_spacing(spacing)
    pdf.set_xy(left, top)
    with tagged(pdf, tag):
        pdf.cell(width, pdf.font_size, text, align=align, link=link, new_x=XPos.LMARGIN, new_y=YPos.TOP)
    pdf.set_char_spacing(0)


@contextmanager
def tagged(pdf: FPDF, tag: str) -> Iterator[None]:
    """Tag what is printed as a paragraph or a heading (ISO 32000-1, §14.8.4).

    fpdf2 tags pictures and links. It has no public function for other text.
    """
    with pdf._marked_sequence() as element:
        element.s = tag
        yield
