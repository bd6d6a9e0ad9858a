"""An invoice as a one-page A4 PDF."""

from datetime import UTC, datetime
from importlib.resources import files

from fpdf import FPDF
from fpdf.enums import Align, XPos, YPos

from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.pages.layout import money

_FONTS = {"": "Regular", "B": "Semibold"}
_WIDTH, _AMOUNT_WIDTH = 170, 40
_INK, _FAINT = (13, 26, 51), (90, 102, 131)


def draw(invoice: Json) -> bytes:
    """Return the PDF."""
    pdf = FPDF("portrait", "mm", "A4")
    pdf.set_title(f"Invoice {invoice['number']}")
    pdf.set_lang("en")
    pdf.set_creation_date(datetime.fromtimestamp(invoice["created"], UTC))
    pdf.set_margin(20)
    for style, name in _FONTS.items():
        pdf.add_font("sans", style, str(files("webdev_certs") / "fonts" / f"SourceSansPro-{name}.ttf"))
    pdf.add_page()
    _line(pdf, "Sandbox: this invoice is a test document. No money moved.", 9, color=_FAINT)
    _line(pdf, "Invoice", 22, "B")
    _facts(pdf, invoice)
    pdf.ln(8)
    for line in invoice["lines"]["data"]:
        _row(pdf, line["description"], money(line["amount"], line["currency"]))
        period = f"{_day(line['period']['start'])} – {_day(line['period']['end'])}"
        _line(pdf, period, 9, color=_FAINT)
    pdf.ln(4)
    for label, amount in (
        ("Total", "total"),
        ("Amount paid", "amount_paid"),
        ("Amount due", "amount_remaining"),
    ):
        _row(pdf, label, money(invoice[amount], invoice["currency"]), "B")
    return bytes(pdf.output())


def _facts(pdf: FPDF, invoice: Json) -> None:
    paid_at = invoice["status_transitions"]["paid_at"]
    facts = (
        ("Invoice number", invoice["number"]),
        ("Date of issue", _day(invoice["created"])),
        ("Status", f"paid on {_day(paid_at)}" if paid_at else invoice["status"]),
        ("From", invoice["account_name"]),
        ("Bill to", ", ".join(filter(None, (invoice["customer_name"], invoice["customer_email"])))),
    )
    for label, value in facts:
        pdf.set_font("sans", "B", 10)
        pdf.cell(40, 6, label)
        pdf.set_font("sans", "", 10)
        pdf.multi_cell(_WIDTH - 40, 6, value, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align=Align.L)


def _line(pdf: FPDF, text: str, size: float, style: str = "", color: tuple[int, int, int] = _INK) -> None:
    pdf.set_text_color(*color)
    pdf.set_font("sans", style, size)
    pdf.multi_cell(_WIDTH, size / 2, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align=Align.L)
    pdf.set_text_color(*_INK)


def _row(pdf: FPDF, label: str, amount: str, style: str = "") -> None:
    pdf.set_font("sans", style, 11)
    pdf.cell(_WIDTH - _AMOUNT_WIDTH, 7, label)
    pdf.cell(_AMOUNT_WIDTH, 7, amount, align=Align.R, new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _day(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%B %-d, %Y")
