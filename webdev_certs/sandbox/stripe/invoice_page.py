"""The hosted page of an invoice: its PDF and, while it is open, a form to pay it."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.resources import files

from fpdf import FPDF
from fpdf.enums import Align, XPos, YPos
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.stripe import invoices, subscriptions
from webdev_certs.sandbox.stripe.account import Account, AccountThread
from webdev_certs.sandbox.stripe.cards import Decline, FormMistakes, card_of_form
from webdev_certs.sandbox.stripe.catalog import money
from webdev_certs.sandbox.stripe.errors import ApiError, Json, no_such
from webdev_certs.sandbox.stripe.pages import form_fields, form_page, message_page, refuse_cross_site, today

_FONTS = {"": "Regular", "B": "Semibold"}
_WIDTH, _AMOUNT_WIDTH = 170, 40
_INK, _FAINT = (13, 26, 51), (90, 102, 131)


class InvoicePages:
    """The routes that show and pay invoices; anyone with an invoice's URL can use them."""

    def __init__(self, thread: AccountThread) -> None:
        self._thread = thread
        self.routes = [
            Route("/i/{secret}", self._invoice_page, methods=["GET"]),
            Route("/i/{secret}", self._pay, methods=["POST"]),
            Route("/i/{secret}/pdf", self._pdf, methods=["GET"]),
        ]

    async def _pdf(self, request: Request) -> Response:
        try:
            invoice = await self._thread.run(lambda account: _invoice(account, request))
        except ApiError as error:
            return message_page(request, "No such invoice", error.message, error.status)
        content = await asyncio.to_thread(_draw, invoice)
        headers = {
            "Cache-Control": "no-store",
            "Content-Disposition": f'attachment; filename="Invoice-{invoice["number"]}.pdf"',
        }
        return Response(content, media_type="application/pdf", headers=headers)

    async def _pay(self, request: Request) -> Response:
        if refusal := refuse_cross_site(request):
            return refusal
        fields = await form_fields(request)
        try:
            decline = await self._thread.run(lambda account: _pay(account, request, fields))
        except FormMistakes as error:
            return await self._invoice_page(request, fields, error.mistakes)
        except ApiError as error:
            return message_page(request, "This invoice cannot be paid", error.message, error.status)
        if decline:
            return await self._invoice_page(request, fields, alert=decline.message)
        return RedirectResponse(request.url.path, 303)

    async def _invoice_page(
        self,
        request: Request,
        fields: Mapping[str, str] = {},
        mistakes: Mapping[str, str] = {},
        alert: str = "",
    ) -> Response:
        try:
            invoice = await self._thread.run(lambda account: _invoice(account, request))
        except ApiError as error:
            return message_page(request, "No such invoice", error.message, error.status)
        return form_page(request, "invoice.html", fields, mistakes, alert, invoice=invoice)


def _invoice(account: Account, request: Request) -> Json:
    secret = request.path_params["secret"]
    found = account.store.find(invoices.KIND, _secret=secret)
    if not found:
        raise no_such(invoices.KIND, secret)
    return found[0]


def _pay(account: Account, request: Request, fields: Mapping[str, str]) -> Decline | None:
    """Charge the invoice to a card, and make it the card for the subscription's renewals.

    The customer fills in the form themselves, so the card needs no further authentication.
    """
    invoice = _invoice(account, request)
    card = card_of_form(fields, today(account))
    decline = invoices.pay(account, invoice, card, account.now(), is_present=True)
    identifier = invoices.subscription_of(invoice)
    if identifier and not decline:
        account.save(account.get(subscriptions.KIND, identifier), _card=card.number)
    return decline


def _draw(invoice: Json) -> bytes:
    """Return the invoice as a one-page A4 PDF."""
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
