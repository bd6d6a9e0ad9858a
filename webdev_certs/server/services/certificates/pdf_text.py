"""Print text on the page of a certificate. Lengths are in millimeters, sizes of type in points."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from fpdf import FPDF
from fpdf.enums import Align, MethodReturnValue, WrapMode, XPos, YPos

from webdev_certs.server.services.certificates.render_fonts import FontFile

_A4_HEIGHT = 210
MARGIN = 30

Color = tuple[int, int, int]
INK: Color = (13, 26, 51)
FAINT: Color = (90, 102, 131)
ACCENT: Color = (58, 55, 180)


def text_width(pdf: FPDF) -> float:
    """Return how wide the text area of the page is."""
    return pdf.w - 2 * MARGIN


def down(pdf: FPDF, top: float) -> float:
    """Convert a distance from the top of an A4 page to this paper, whose content is centered vertically."""
    return top + (pdf.h - _A4_HEIGHT) / 2


def print_line(
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
    """Print one line, smaller if it would be too wide.

    Args:
        pdf: The document.
        top: Where the line begins on an A4 page.
        text: What to print.
        font: The font.
        size: The size of type.
        color: Of the text.
        left: Where it begins; None to center it.
        width: How wide it may be; None for the text area.
        spacing: Between characters, in points.
        link: The URL that it leads to.
        tag: What the line is for screen readers.
    """
    pdf.set_font(font.name, size=size)
    most = text_width(pdf) if width is None else width
    pdf.set_font_size(min(size, size * most / pdf.get_string_width(text)))
    pdf.set_text_color(*color)
    pdf.set_char_spacing(spacing)
    pdf.set_xy(MARGIN if left is None else left, down(pdf, top))
    with _tagged(pdf, tag):
        pdf.cell(
            text_width(pdf) if left is None else None,
            pdf.font_size,
            text,
            align=Align.C if left is None else Align.L,
            link=link,
            new_x=XPos.LMARGIN,
            new_y=YPos.TOP,
        )
    pdf.set_char_spacing(0)


def print_centered(
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
    for font in fonts:
        if font.name.lower() not in pdf.fonts:
            pdf.add_font(font.name, fname=font.path, collection_font_number=font.number)
    pdf.set_fallback_fonts([font.name for font in fonts[1:]], exact_match=False)
    pdf.set_text_color(*INK)
    # Chinese and Japanese names may break anywhere, others only between words.
    wrap = WrapMode.WORD if " " in text else WrapMode.CHAR
    step, lines = 0.0, 0
    for size, most in sizes:
        pdf.set_font(fonts[0].name, size=size)
        step = pdf.font_size * leading
        lines = _count_lines(pdf, step, text, wrap)
        if lines <= most:
            break
    pdf.set_xy(MARGIN, down(pdf, top) + ((height - step * lines) / 2 if height else 0))
    with _tagged(pdf, "/P"):
        pdf.multi_cell(text_width(pdf), step, text, align=Align.C, wrapmode=wrap)
    pdf.set_fallback_fonts([])


@contextmanager
def _tagged(pdf: FPDF, tag: str) -> Iterator[None]:
    """Tag what is printed as a paragraph or a heading (ISO 32000-1, §14.8.4).

    fpdf2 tags pictures and links. It has no public function for other text.
    """
    with pdf._marked_sequence() as element:
        element.s = tag
        yield


def _count_lines(pdf: FPDF, leading: float, text: str, wrap: WrapMode) -> int:
    pdf.set_xy(MARGIN, 0)
    lines = pdf.multi_cell(
        text_width(pdf), leading, text, wrapmode=wrap, dry_run=True, output=MethodReturnValue.LINES
    )
    assert isinstance(lines, list)
    return len(lines)
