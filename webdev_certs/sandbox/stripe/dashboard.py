"""The dashboard: the latest objects, and a clock to move ahead."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.stripe import billing, charges, subscriptions
from webdev_certs.sandbox.stripe.account import Account, AccountThread
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.pages import form_fields, message_page, page, refuse_cross_site, root_path

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

    def __init__(self, thread: AccountThread) -> None:
        self._thread = thread
        self.routes = [
            Route("/", self._show, methods=["GET"]),
            Route("/advance", self._advance, methods=["POST"]),
            Route("/refund", self._refund, methods=["POST"]),
            Route("/dispute", self._dispute, methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        return page(request, "dashboard.html", advances=_ADVANCES, **await self._thread.run(_content))

    async def _advance(self, request: Request) -> Response:
        def work(account: Account, fields: dict[str, str]) -> None:
            _label, seconds = _ADVANCES.get(fields.get("by", ""), ("", 0))
            account.move_ahead(seconds)
            billing.catch_up(account)

        return await self._act(request, work)

    async def _refund(self, request: Request) -> Response:
        def work(account: Account, fields: dict[str, str]) -> None:
            charges.refund(account, charges.CreateRefund(charge=fields.get("charge", "-")))

        return await self._act(request, work)

    async def _dispute(self, request: Request) -> Response:
        def work(account: Account, fields: dict[str, str]) -> None:
            charges.dispute(account, account.get("charge", fields.get("charge", "")), account.now())

        return await self._act(request, work)

    async def _act(self, request: Request, work: Callable[[Account, dict[str, str]], None]) -> Response:
        if refusal := refuse_cross_site(request):
            return refusal
        fields = await form_fields(request)
        try:
            await self._thread.run(lambda account: work(account, fields))
        except ApiError as error:
            return message_page(request, "The sandbox could not do this", error.message, error.status)
        return RedirectResponse(f"{root_path(request)}/", 303)


def _content(account: Account) -> Json:
    return {
        "now": account.now(),
        "subscriptions": account.store.find(subscriptions.KIND)[:_SHOWN],
        "charges": account.store.find("charge")[:_SHOWN],
        "events": account.store.find("event")[:_SHOWN],
    }
