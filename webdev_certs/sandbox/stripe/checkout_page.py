"""The hosted page of a checkout session, and the bank's challenge."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.stripe import checkout
from webdev_certs.sandbox.stripe.account import Account, AccountThread
from webdev_certs.sandbox.stripe.cards import FormMistakes, TestCard, card_of_form
from webdev_certs.sandbox.stripe.checkout import Outcome
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.pages import (
    form_fields,
    form_page,
    message_page,
    page,
    refuse_cross_site,
    today,
)


class CheckoutPages:
    """The routes that show and pay checkout sessions."""

    def __init__(self, thread: AccountThread) -> None:
        self._thread = thread
        self.routes = [
            Route("/c/pay/{session}", self._pay_page, methods=["GET"]),
            Route("/c/pay/{session}", self._pay, methods=["POST"]),
            Route("/c/authenticate/{session}", self._challenge, methods=["GET"]),
            Route("/c/authenticate/{session}", self._authenticate, methods=["POST"]),
        ]

    async def _pay(self, request: Request) -> Response:
        if refusal := refuse_cross_site(request):
            return refusal
        fields = await form_fields(request)

        def work(account: Account) -> Outcome:
            session = _open_session(account, request)
            return checkout.pay(account, session, card_of_form(fields, today(account)))

        try:
            outcome = await self._thread.run(work)
        except ApiError as error:
            return _not_payable(request, error)
        except FormMistakes as error:
            return await self._pay_page(request, fields, error.mistakes)
        return await self._after_attempt(request, fields, outcome)

    async def _challenge(self, request: Request) -> Response:
        def work(account: Account) -> tuple[Json, TestCard]:
            session = _open_session(account, request)
            return session, checkout.challenged_card(account, session)

        try:
            session, card = await self._thread.run(work)
        except ApiError as error:
            return _not_payable(request, error)
        return page(request, "challenge.html", session=session, last4=card.number[-4:])

    async def _authenticate(self, request: Request) -> Response:
        if refusal := refuse_cross_site(request):
            return refusal
        is_passed = (await form_fields(request)).get("result") == "complete"

        def work(account: Account) -> Outcome:
            return checkout.authenticate(account, _open_session(account, request), is_passed=is_passed)

        try:
            outcome = await self._thread.run(work)
        except ApiError as error:
            return _not_payable(request, error)
        return await self._after_attempt(request, {}, outcome)

    async def _after_attempt(self, request: Request, fields: Mapping[str, str], outcome: Outcome) -> Response:
        if outcome.decline:
            return await self._pay_page(request, fields, alert=outcome.decline.message)
        return RedirectResponse(outcome.location, 303)

    async def _pay_page(
        self,
        request: Request,
        fields: Mapping[str, str] = {},
        mistakes: Mapping[str, str] = {},
        alert: str = "",
    ) -> Response:
        def work(account: Account) -> tuple[Json, str]:
            session = _open_session(account, request)
            return session, account.get("customer", session["customer"])["email"]

        try:
            session, email = await self._thread.run(work)
        except ApiError as error:
            return _not_payable(request, error)
        values = {"session": session, "item": checkout.item_of(session), "email": email}
        return form_page(request, "checkout.html", fields, mistakes, alert, **values)


def _open_session(account: Account, request: Request) -> Json:
    """Return the checkout session.

    Raises:
        ApiError: It does not exist, is already paid or has expired.
    """
    session = account.get(checkout.KIND, request.path_params["session"])
    if session["status"] == "complete":
        raise ApiError("This Checkout Session is already paid.", status=410)
    if session["status"] == "expired" or session["expires_at"] <= account.now():
        raise ApiError("This Checkout Session has expired. Go back and start again.", status=410)
    return session


def _not_payable(request: Request, error: ApiError) -> Response:
    return message_page(request, "There is nothing to pay here", error.message, error.status)
