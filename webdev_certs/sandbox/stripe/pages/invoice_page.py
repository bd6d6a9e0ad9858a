"""The hosted page of an invoice: its PDF and, while it is open, a form to pay it."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.stripe import billing, invoice_pdf, invoicing
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.card_form import FormMistakes, read_card_form
from webdev_certs.sandbox.stripe.cards import Decline
from webdev_certs.sandbox.stripe.context import Context
from webdev_certs.sandbox.stripe.errors import ApiError, Json, no_such
from webdev_certs.sandbox.stripe.pages import form
from webdev_certs.sandbox.stripe.pages.layout import (
    Markup,
    fill,
    form_fields,
    joined,
    message_page,
    money,
    page,
    refuse_cross_site,
)
from webdev_certs.sandbox.stripe.resources import invoices, payment_methods, subscriptions


class InvoicePages:
    """The routes that show and pay invoices; anyone with an invoice's URL can use them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.routes = [
            Route("/i/{secret}", self._show, methods=["GET"]),
            Route("/i/{secret}", self._pay, methods=["POST"]),
            Route("/i/{secret}/pdf", self._pdf, methods=["GET"]),
        ]

    async def _show(self, request: Request) -> Response:
        try:
            invoice = await self._context.run(lambda account: _invoice(account, request))
        except ApiError as error:
            return message_page(request, "No such invoice", error.message, error.status)
        return _invoice_page(request, invoice)

    async def _pdf(self, request: Request) -> Response:
        try:
            invoice = await self._context.run(lambda account: _invoice(account, request))
        except ApiError as error:
            return message_page(request, "No such invoice", error.message, error.status)
        content = await asyncio.to_thread(invoice_pdf.draw, invoice)
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
            decline = await self._context.run(lambda account: _pay(account, request, fields))
        except FormMistakes as error:
            invoice = await self._context.run(lambda account: _invoice(account, request))
            return _invoice_page(request, invoice, fields, error.mistakes)
        except ApiError as error:
            return message_page(request, "This invoice cannot be paid", error.message, error.status)
        if decline:
            invoice = await self._context.run(lambda account: _invoice(account, request))
            return _invoice_page(request, invoice, fields, {}, decline.message)
        return RedirectResponse(request.url.path, 303)


def _invoice(account: Account, request: Request) -> Json:
    secret = request.path_params["secret"]
    found = account.store.find("invoice", _secret=secret)
    if not found:
        raise no_such("invoice", secret)
    return found[0]


def _pay(account: Account, request: Request, fields: Mapping[str, str]) -> Decline | None:
    """Charge the invoice to a card, and make it the card for the subscription's renewals."""
    invoice = _invoice(account, request)
    invoicing.must_be_open(invoice)
    now = account.now(invoice["test_clock"])
    card_form = read_card_form(fields, datetime.fromtimestamp(now, UTC), needs_email=False)
    method = payment_methods.new(
        account, card_form.card, expiry=card_form.expiry, email=invoice["customer_email"], name=card_form.name
    )
    # The customer fills in the form themselves, so the card counts as authenticated.
    account.save(method, customer=invoice["customer"], _is_authenticated=True)
    decline = billing.pay_invoice(account, invoice, method, now=now, is_present=True)
    identifier = invoices.subscription_of(invoice)
    if identifier and not decline:
        subscription = account.get(subscriptions.KIND, identifier)
        subscriptions.change(account, subscription, default_payment_method=method["id"])
    return decline


def _invoice_page(
    request: Request,
    invoice: Json,
    fields: Mapping[str, str] = {},
    mistakes: Mapping[str, str] = {},
    alert: str = "",
) -> Response:
    total = money(invoice["total"], invoice["currency"])
    path = f"{request.scope.get('root_path', '')}/i/{request.path_params['secret']}"
    payment = Markup("")
    if invoice["status"] == "open":
        payment = fill(
            "invoice_payment.html",
            form=form.card_form(fields, mistakes, action=path, submit=f"Pay {total}", alert=alert),
        )
    items = [
        fill("item.html", name=line["description"], detail="", amount=money(line["amount"], line["currency"]))
        for line in invoice["lines"]["data"]
    ]
    content = fill(
        "invoice.html",
        number=invoice["number"],
        total=total,
        status=invoice["status"],
        items=joined(items),
        pdf=f"{path}/pdf",
        payment=payment,
    )
    return page(request, "Invoice", content, 402 if alert else 422 if mistakes else 200)
