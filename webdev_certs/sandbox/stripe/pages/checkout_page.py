"""The hosted page of a checkout session, and the bank's challenge."""

from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.stripe import checkout
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.card_form import FormMistakes, read_card_form
from webdev_certs.sandbox.stripe.checkout import Outcome
from webdev_certs.sandbox.stripe.context import Context
from webdev_certs.sandbox.stripe.errors import ApiError, Json
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
from webdev_certs.sandbox.stripe.resources import checkout_sessions


class CheckoutPages:
    """The routes that show and pay checkout sessions."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.routes = [
            Route("/c/pay/{session}", self._show, methods=["GET"]),
            Route("/c/pay/{session}", self._pay, methods=["POST"]),
            Route("/c/authenticate/{session}", self._challenge, methods=["GET"]),
            Route("/c/authenticate/{session}", self._authenticate, methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        try:
            checkout_session, email = await self._context.run(
                lambda account: _open_checkout_session(account, request)
            )
        except ApiError as error:
            return _not_payable(request, error)
        return _pay_page(request, checkout_session, email)

    async def _pay(self, request: Request) -> Response:
        if refusal := refuse_cross_site(request):
            return refusal
        fields = await form_fields(request)

        def work(account: Account) -> tuple[Json, str | None, Outcome]:
            checkout_session, email = _open_checkout_session(account, request)
            now = datetime.fromtimestamp(account.now(), UTC)
            card_form = read_card_form(fields, now, needs_email=not email)
            return checkout_session, email, checkout.pay(account, checkout_session, card_form)

        try:
            checkout_session, email, outcome = await self._context.run(work)
        except ApiError as error:
            return _not_payable(request, error)
        except FormMistakes as error:
            checkout_session, email = await self._context.run(
                lambda account: _open_checkout_session(account, request)
            )
            return _pay_page(request, checkout_session, email, fields, error.mistakes)
        return _after_attempt(request, checkout_session, email, fields, outcome)

    async def _challenge(self, request: Request) -> Response:
        try:
            checkout_session, method = await self._context.run(lambda account: _challenged(account, request))
        except ApiError as error:
            return _not_payable(request, error)
        content = fill(
            "challenge.html",
            amount=money(checkout_session["amount_total"], checkout_session["currency"]),
            last4=method["card"]["last4"],
            action=request.url.path,
        )
        return page(request, "Authenticate", content)

    async def _authenticate(self, request: Request) -> Response:
        if refusal := refuse_cross_site(request):
            return refusal
        is_passed = (await form_fields(request)).get("result") == "complete"

        def work(account: Account) -> tuple[Json, str | None, Outcome]:
            checkout_session, _method = _challenged(account, request)
            _, email = _open_checkout_session(account, request)
            return (
                checkout_session,
                email,
                checkout.authenticate(account, checkout_session, is_passed=is_passed),
            )

        try:
            checkout_session, email, outcome = await self._context.run(work)
        except ApiError as error:
            return _not_payable(request, error)
        return _after_attempt(request, checkout_session, email, {}, outcome)


def _open_checkout_session(account: Account, request: Request) -> tuple[Json, str | None]:
    """Return the checkout session and the customer's email, if known.

    Raises:
        ApiError: It does not exist, is already paid or has expired.
    """
    checkout_session = account.get(checkout_sessions.KIND, request.path_params["session"])
    if checkout_session["status"] == "complete":
        raise ApiError("This Checkout Session is already paid.", status=410)
    if checkout_session["status"] == "expired" or checkout_session["expires_at"] <= account.now():
        raise ApiError("This Checkout Session has expired. Go back and start again.", status=410)
    email = checkout_session["customer_email"]
    if checkout_session["customer"]:
        email = account.get("customer", checkout_session["customer"])["email"]
    return checkout_session, email


def _challenged(account: Account, request: Request) -> tuple[Json, Json]:
    """Return the checkout session and the card to authenticate."""
    checkout_session, _email = _open_checkout_session(account, request)
    identifier = checkout_session.get("_intent")
    intent = account.get("payment_intent", identifier) if identifier else None
    if not intent or intent["status"] != "requires_action":
        raise ApiError("There is nothing to authenticate.", status=409)
    return checkout_session, account.get("payment_method", intent["payment_method"])


def _after_attempt(
    request: Request, checkout_session: Json, email: str | None, fields: Mapping[str, str], outcome: Outcome
) -> Response:
    if outcome.decline:
        return _pay_page(request, checkout_session, email, fields, {}, outcome.decline.message)
    return RedirectResponse(outcome.location, 303)


def _pay_page(
    request: Request,
    checkout_session: Json,
    email: str | None,
    fields: Mapping[str, str] = {},
    mistakes: Mapping[str, str] = {},
    alert: str = "",
) -> Response:
    total = money(checkout_session["amount_total"], checkout_session["currency"])
    is_payment = checkout_session["mode"] == "payment"
    items = checkout_session["_line_items"]
    recurring = items[0]["price"]["recurring"]
    root = request.scope.get("root_path", "")
    content = fill(
        "pay.html",
        back=fill("back.html", url=checkout_session["cancel_url"]) if checkout_session["cancel_url"] else "",
        form=form.card_form(
            fields,
            mistakes,
            action=f"{root}/c/pay/{checkout_session['id']}",
            submit=f"Pay {total}" if is_payment else f"Subscribe for {total}",
            alert=alert,
            email=form.email_field(fields, mistakes, email),
        ),
        heading="Pay WebDev Certs" if is_payment else "Subscribe to WebDev Certs",
        items=joined([_item(item) for item in items]),
        interval=_interval(recurring) if recurring else "",
        total=total,
    )
    return page(request, "Pay", content, 402 if alert else 422 if mistakes else 200)


def _item(item: Json) -> Markup:
    return fill(
        "item.html",
        name=item["description"],
        detail=f"Quantity {item['quantity']}" if item["quantity"] > 1 else "",
        amount=money(item["amount_total"], item["currency"]),
    )


def _interval(recurring: Json) -> str:
    count, interval = recurring["interval_count"], recurring["interval"]
    return f"per {interval}" if count == 1 else f"every {count} {interval}s"


def _not_payable(request: Request, error: ApiError) -> Response:
    return message_page(request, "There is nothing to pay here", error.message, error.status)
