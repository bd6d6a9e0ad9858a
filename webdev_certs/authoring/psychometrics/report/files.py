"""Write a report of headings, paragraphs, tables and figures as Markdown and as PDF."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from fpdf import FPDF, FontFace
from fpdf.enums import TableBordersLayout, XPos, YPos
from PIL import Image

_FONTS = Path(str(files("webdev_certs"))) / "fonts"
_INK, _FAINT, _ACCENT, _LINE, _AMBER = (
    (13, 26, 51),
    (90, 102, 131),
    (58, 55, 180),
    (201, 207, 221),
    (255, 244, 219),
)
_MARGIN = 20


@dataclass(frozen=True)
class Heading:
    """A chapter (level 1) or a section (level 2)."""

    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """Running text between headings, tables and figures."""

    text: str


@dataclass(frozen=True)
class Provisional:
    """What cannot be said yet, and what it would take."""

    text: str


@dataclass(frozen=True)
class Table:
    """A table; the first column is text, the others are numbers."""

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Figure:
    """A chart in the report's folder."""

    file: str
    caption: str


Block = Heading | Paragraph | Provisional | Table | Figure


def as_markdown(title: str, subtitle: str, blocks: Sequence[Block]) -> str:
    """Return a report as Markdown; figures are beside it."""
    parts = [f"# {title}", subtitle]
    for block in blocks:
        match block:
            case Heading(level, text):
                parts.append(f"{'#' * (level + 1)} {text}")
            case Paragraph(text):
                parts.append(text)
            case Provisional(text):
                parts.append(f"> **Provisional.** {text}")
            case Table(caption, header, rows):
                lines = [_line(header), "| --- |" + " ---: |" * (len(header) - 1), *map(_line, rows)]
                parts += [f"*{caption}*", "\n".join(lines)]
            case Figure(file, caption):
                parts.append(f"![{caption}]({file})")
                parts.append(f"*{caption}*")
    return "\n\n".join(parts) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


class _Document(FPDF):
    """A portrait page with its number and the report's title at the foot."""

    def __init__(self, title: str) -> None:
        super().__init__("portrait", "mm", "a4")
        self._foot = title
        self.set_title(title)
        self.set_lang("en")
        self.set_margin(_MARGIN)
        self.set_auto_page_break(True, 22)
        self.add_font("sans", fname=_FONTS / "SourceSansPro-Regular.ttf")
        self.add_font("sans", "B", fname=_FONTS / "SourceSansPro-Semibold.ttf")

    def footer(self) -> None:
        """Print the foot of each page."""
        self.set_y(-15)
        self.set_font("sans", size=8.5)
        self.set_text_color(*_FAINT)
        self.cell(self.epw / 2, 5, self._foot)
        self.cell(self.epw / 2, 5, f"{self.page_no()} / {{nb}}", align="R")


def write_pdf(path: Path, title: str, subtitle: str, blocks: Sequence[Block]) -> None:
    """Write a report as PDF.

    Args:
        path: The file; figures are in its folder.
        title: The report's title.
        subtitle: What it is about: version and date.
        blocks: Its content.
    """
    pdf = _Document(title)
    pdf.add_page()
    _text(pdf, title, 24, bold=True, color=_ACCENT, line=10.5)
    pdf.ln(1)
    _text(pdf, subtitle, 10.5, color=_FAINT)
    pdf.ln(3)
    for place, block in enumerate(blocks):
        match block:
            case Heading(level, text):
                _heading(pdf, level, text, _needed(blocks[place:]))
            case Paragraph(text):
                _text(pdf, text, 10.5)
                pdf.ln(2)
            case Provisional(text):
                _provisional(pdf, text)
            case Table(caption, header, rows):
                _table(pdf, caption, header, rows)
            case Figure(file, caption):
                _figure(pdf, path.parent / file, caption)
    pdf.output(str(path))


def _needed(blocks: Sequence[Block]) -> float:
    """Return the height of headings with what follows them, because none is the last thing on a page."""
    height = 0.0
    for block in blocks:
        match block:
            case Heading():
                height += 16
            case Table(_, _, rows):
                return height + _height(rows)
            case Figure():
                return height + 80
            case _:
                return height + 20
    return height


def _height(rows: Sequence[Sequence[str]]) -> float:
    """Return how high a table is, or the part of it that must not be divided."""
    return min(20 + 7 * len(rows), 150)


def _text(
    pdf: FPDF,
    text: str,
    size: float,
    *,
    bold: bool = False,
    color: tuple[int, int, int] = _INK,
    line: float = 5.2,
    fill: bool = False,
) -> None:
    pdf.set_font("sans", "B" if bold else "", size)
    pdf.set_text_color(*color)
    pdf.multi_cell(0, line, text, align="L", markdown=True, new_x=XPos.LMARGIN, new_y=YPos.NEXT, fill=fill)


def _heading(pdf: FPDF, level: int, text: str, needed: float) -> None:
    if pdf.will_page_break(needed):
        pdf.add_page()
    pdf.ln(5 if level == 1 else 2)
    pdf.start_section(text, level - 1)
    _text(pdf, text, 17 if level == 1 else 12.5, bold=True, color=_ACCENT if level == 1 else _INK, line=7.5)
    pdf.ln(1.5)


def _provisional(pdf: FPDF, text: str) -> None:
    pdf.set_fill_color(*_AMBER)
    pdf.c_margin = 3
    if pdf.will_page_break(25):
        pdf.add_page()
    _text(pdf, f"**Provisional.** {text}", 10, fill=True)
    pdf.c_margin = 1
    # Tables would fill their cells, too.
    pdf.set_fill_color(255)
    pdf.ln(3)


def _table(pdf: FPDF, caption: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if pdf.will_page_break(_height(rows)):
        pdf.add_page()
    _text(pdf, caption, 9.5, color=_FAINT)
    pdf.ln(1)
    pdf.set_draw_color(*_LINE)
    pdf.set_line_width(0.2)
    pdf.set_text_color(*_INK)
    pdf.set_font("sans", size=9.5)
    # Columns are as wide as what they hold; the first takes what is left.
    wide = [
        max(pdf.get_string_width(str(row[place])) for row in (header, *rows)) + 5
        for place in range(len(header))
    ]
    first = max(pdf.epw - sum(wide[1:]), pdf.epw * 0.25)
    with pdf.table(
        col_widths=(first, *wide[1:]),
        text_align=("LEFT", *["RIGHT"] * (len(header) - 1)),
        headings_style=FontFace(emphasis="BOLD", color=_INK),
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        line_height=5.4,
        padding=(0.4, 1.2),
    ) as table:
        for cells in (header, *rows):
            table.row(cells)
    pdf.ln(4)


def _figure(pdf: FPDF, file: Path, caption: str) -> None:
    with Image.open(file) as picture:
        ratio = picture.height / picture.width
    width, height = pdf.epw, pdf.epw * ratio
    most = 190
    if height > most:
        width, height = width * most / height, most
    if pdf.will_page_break(height + 12):
        pdf.add_page()
    pdf.image(str(file), x=pdf.l_margin + (pdf.epw - width) / 2, w=width, alt_text=caption)
    pdf.ln(1)
    _text(pdf, caption, 9.5, color=_FAINT)
    pdf.ln(4)
