"""The dashboard: the latest objects, and a clock to move ahead."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.stripe import billing
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.context import Context
from webdev_certs.sandbox.stripe.errors import ApiError, Json
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
from webdev_certs.sandbox.stripe.resources import disputes, refunds, subscriptions

_HOUR, _DAY = 3600, 86_400
_ADVANCES = {
    "hour": ("1 hour", _HOUR),
    "day": ("1 day", _DAY),
    # Two more hours, because an invoice is a draft for one hour before it is charged.
    "month": ("1 month", 31 * _DAY + 2 * _HOUR),
    "year": ("1 year", 366 * _DAY + 2 * _HOUR),
}
_SHOWN = 20


class Dashboard:
    """Shows the latest objects; its forms do what happens outside of the product."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.routes = [
            Route("/", self._show, methods=["GET"]),
            Route("/advance", self._advance, methods=["POST"]),
            Route("/refund", self._refund, methods=["POST"]),
            Route("/dispute", self._dispute, methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        root = request.scope.get("root_path", "")
        return page(request, "Dashboard", await self._context.run(lambda account: _content(account, root)))

    async def _advance(self, request: Request) -> Response:
        def work(account: Account, fields: dict[str, str]) -> None:
            _label, seconds = _ADVANCES.get(fields.get("by", ""), ("", 0))
            ahead = int(account.store.fact("seconds_ahead") or 0) + seconds
            account.store.set_fact("seconds_ahead", str(ahead))
            billing.advance(account, account.now())

        return await self._act(request, work)

    async def _refund(self, request: Request) -> Response:
        def work(account: Account, fields: dict[str, str]) -> None:
            refunds.create(account, refunds.CreateRefund(charge=fields.get("charge", "-")))

        return await self._act(request, work)

    async def _dispute(self, request: Request) -> Response:
        def work(account: Account, fields: dict[str, str]) -> None:
            charge = account.get("charge", fields.get("charge", ""))
            if charge["status"] != "succeeded" or charge["disputed"] or charge["refunded"]:
                raise ApiError("This charge cannot be disputed.")
            disputes.new(account, charge, account.now())

        return await self._act(request, work)

    async def _act(self, request: Request, work: Callable[[Account, dict[str, str]], None]) -> Response:
        if refusal := refuse_cross_site(request):
            return refusal
        fields = await form_fields(request)
        try:
            await self._context.run(lambda account: work(account, fields))
        except ApiError as error:
            return message_page(request, "The sandbox could not do this", error.message, error.status)
        return RedirectResponse(f"{request.scope.get('root_path', '')}/", 303)


def _content(account: Account, root: str) -> Markup:
    buttons = [
        fill("button.html", action=f"{root}/advance", name="by", value=value, label=f"Advance {label}")
        for value, (label, _seconds) in _ADVANCES.items()
    ]
    found = account.store.find(subscriptions.KIND)[:_SHOWN]
    charges = account.store.find("charge")[:_SHOWN]
    events = account.store.find("event")[:_SHOWN]
    return fill(
        "dashboard.html",
        now=_moment(account.now()),
        advances=joined(buttons),
        subscriptions=_table("Subscriptions", ("Subscription", "State", "Period ends"), [
            (item["id"], _state(item), _moment(subscriptions.period_end(item))) for item in found
        ]),
        payments=_table("Payments", ("Charge", "Amount", "State", "Actions"), [
            (charge["id"], money(charge["amount"], charge["currency"]), _payment_state(charge),
             _payment_buttons(charge, root)) for charge in charges
        ]),
        events=_table("Events", ("Event", "Type", "Created", "Pending webhooks"), [
            (event["id"], event["type"], _moment(event["created"]), str(event["pending_webhooks"]))
            for event in events
        ]),
    )  # fmt: skip


def _table(label: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    if not rows:
        return Markup("<p class='hint'>None yet.</p>")
    return fill(
        "table.html",
        label=label,
        heads=joined([fill("head.html", text=head) for head in heads]),
        rows=joined(
            [Markup(f"<tr>{joined([fill('cell.html', text=cell) for cell in row])}</tr>") for row in rows]
        ),
    )


def _state(subscription: Json) -> str:
    state = subscription["status"].replace("_", " ")
    return f"{state}, ends with the period" if subscription["cancel_at_period_end"] else state


def _payment_state(charge: Json) -> str:
    if charge["disputed"]:
        return "disputed"
    if charge["refunded"]:
        return "refunded"
    return charge["failure_message"] or charge["status"]


def _payment_buttons(charge: Json, root: str) -> Markup:
    if charge["status"] != "succeeded" or charge["disputed"] or charge["refunded"]:
        return Markup("")
    choices = (("refund", "Refund"), ("dispute", "Dispute"))
    buttons = [
        fill("button.html", action=f"{root}/{path}", name="charge", value=charge["id"], label=label)
        for path, label in choices
    ]
    return Markup(f'<div class="row">{joined(buttons)}</div>')


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
