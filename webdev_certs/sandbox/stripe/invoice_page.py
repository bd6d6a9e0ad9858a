"""The hosted page of an invoice: its PDF and, while it is open, a form to pay it."""

import asyncio
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.resources import files

from fpdf import FPDF
from fpdf.enums import Align
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.stripe import invoices, subscriptions
from webdev_certs.sandbox.stripe.account import Account, AccountThread
from webdev_certs.sandbox.stripe.cards import Decline, FormMistakes, card_of_form
from webdev_certs.sandbox.stripe.catalog import money
from webdev_certs.sandbox.stripe.errors import ApiError, Json, no_such
from webdev_certs.sandbox.stripe.pages import form_fields, form_page, message_page, refuse_cross_site, today


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
    pdf.add_font("sans", "", str(files("webdev_certs") / "fonts" / "SourceSansPro-Regular.ttf"))
    pdf.set_font("sans", "", 11)
    pdf.add_page()
    pdf.multi_cell(0, 7, "\n".join(_lines(invoice)), align=Align.L)
    return bytes(pdf.output())


def _lines(invoice: Json) -> Iterator[str]:
    paid_at = invoice["status_transitions"]["paid_at"]
    yield "Sandbox: this invoice is a test document. No money moved."
    yield f"Invoice {invoice['number']} of {_day(invoice['created'])}"
    yield f"Status: {f'paid on {_day(paid_at)}' if paid_at else invoice['status']}"
    yield f"From: {invoice['account_name']}"
    yield f"Bill to: {', '.join(filter(None, (invoice['customer_name'], invoice['customer_email'])))}"
    for line in invoice["lines"]["data"]:
        period = f"{_day(line['period']['start'])} – {_day(line['period']['end'])}"
        yield f"{line['description']}, {period}: {money(line['amount'], line['currency'])}"
    for label, amount in (("Amount paid", "amount_paid"), ("Amount due", "amount_remaining")):
        yield f"{label}: {money(invoice[amount], invoice['currency'])}"


def _day(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%B %-d, %Y")
