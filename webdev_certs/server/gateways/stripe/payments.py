"""Stripe through its official SDK. The API's URL is a setting, so that the sandbox can stand in."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TypeVar

import httpx
import stripe
from pydantic import SecretStr
from stripe import ListObject, StripeClient
from stripe.params import CustomerCreateParams
from stripe.params.checkout import SessionCreateParams

from webdev_certs.server.domain.payments import PRODUCT_TYPES, CheckoutSession, CustomerHistory, Price
from webdev_certs.server.gateways.payments import (
    Event,
    Order,
    ProviderFailed,
    ProviderNotFound,
    ProviderRefused,
    ProviderUnreachable,
    UntrustedEvent,
)
from webdev_certs.server.gateways.stripe import objects
from webdev_certs.shared.metrics import provider_call
from webdev_certs.shared.tls import trusted_authorities

log = logging.getLogger(__name__)

T = TypeVar("T", bound=stripe.StripeObject)

_PAGE_SIZE = 100
_MAX_PDF = 10 * 1024 * 1024
_CONFLICT_PAUSES = (0.2, 0.4, 0.8, 1.6)
"""Seconds to wait before each retry while a request with the same idempotency key is running."""
_CHECKOUT_SESSION_EXPAND = ["line_items", "payment_intent"]


class StripePayments:
    """The `PaymentProvider` for a Stripe account."""

    def __init__(
        self,
        secret_key: SecretStr,
        webhook_secret: SecretStr,
        *,
        base_address: str = stripe.DEFAULT_API_BASE,
        prices: Mapping[str, str] | None = None,
        timeout_seconds: float = 5,
        retries: int = 2,
    ) -> None:
        """Prepare the clients; does not connect yet.

        Args:
            secret_key: The account's secret key, read again for each call.
            webhook_secret: The signing secret of the webhook endpoint, read again for each event; empty for
                none.
            base_address: The URL of the API.
            prices: Product type → price id. Other prices are found by their lookup key, the product type.
            timeout_seconds: The limit for connecting and for each read or write of one try.
            retries: How often the SDK repeats a failed try, each time after a longer pause.

        Raises:
            ValueError: `prices` names a product that is not sold.
        """
        # Without this check, a typo in the settings would silently remove a plan from sale.
        if unknown := set(prices or {}) - set(PRODUCT_TYPES):
            raise ValueError(
                f"STRIPE_PRICES names {', '.join(sorted(unknown))}; sold are {', '.join(PRODUCT_TYPES)}"
            )
        self._http = stripe.HTTPXClient(timeout=httpx.Timeout(timeout_seconds))
        self._secret_key = secret_key
        self._base_address, self._retries = base_address, retries
        # Stripe renders a PDF on request, which takes longer. It is requested once, with the
        # time of all tries.
        self._downloads = httpx.AsyncClient(
            verify=trusted_authorities(), timeout=timeout_seconds * (retries + 1), follow_redirects=True
        )
        self._webhook_secret = webhook_secret
        self._price_ids = dict(prices or {})

    @property
    def _stripe(self):
        # A client keeps its key, so each call has its own client.
        return StripeClient(
            self._secret_key.get_secret_value(),
            base_addresses={"api": self._base_address},
            http_client=self._http,
            max_network_retries=self._retries,
        ).v1

    async def prices(self) -> list[Price]:
        keys = [name for name in PRODUCT_TYPES if name not in self._price_ids]
        with _translated_errors("prices"):
            by_key = await self._prices_by_key(keys)
            by_id = await asyncio.gather(*map(self._price, self._price_ids.values()))
        found = {price.lookup_key: price for price in by_key} | dict(zip(self._price_ids, by_id, strict=True))
        prices = []
        for name in PRODUCT_TYPES:
            price = found.get(name)
            if price and price.active and (converted := objects.read_price(price, name)):
                prices.append(converted)
        return prices

    async def create_customer(self, *, name: str, email: str, user_id: str, key: str) -> str:
        params: CustomerCreateParams = {"name": name, "email": email, "metadata": {"user_id": user_id}}
        with _translated_errors("customer"):
            customer = await _create_once(
                lambda: self._stripe.customers.create_async(params, {"idempotency_key": key})
            )
        return customer.id

    async def create_checkout_session(self, order: Order, key: str) -> CheckoutSession:
        params: SessionCreateParams = {
            "mode": "subscription" if order.recurring else "payment",
            "customer": order.customer_id,
            "client_reference_id": order.checkout_id,
            "line_items": [{"price": order.price_id, "quantity": 1}],
            "currency": order.currency,
            # Other methods, e.g. direct debit, take days, and nothing here would see that one failed.
            "allowed_payment_method_types": ["card"],
            "success_url": order.success_url,
            "cancel_url": order.cancel_url,
            "metadata": dict(order.metadata),
            "expand": _CHECKOUT_SESSION_EXPAND,
        }
        if not order.recurring:
            params["invoice_creation"] = {"enabled": True}
        with _translated_errors("checkout session"):
            created = await _create_once(
                lambda: self._stripe.checkout.sessions.create_async(params, {"idempotency_key": key})
            )
            return objects.read_checkout_session(created)

    async def checkout_session(self, checkout_session_id: str) -> CheckoutSession | None:
        with suppress(ProviderNotFound), _translated_errors("checkout session"):
            found = await self._stripe.checkout.sessions.retrieve_async(
                checkout_session_id, {"expand": _CHECKOUT_SESSION_EXPAND}
            )
            return objects.read_checkout_session(found)
        return None

    async def expire_checkout_session(self, checkout_session_id: str) -> None:
        with _translated_errors("checkout session"):
            await self._stripe.checkout.sessions.expire_async(checkout_session_id)

    async def history(self, customer_id: str) -> CustomerHistory:
        with _translated_errors("history"):
            subscriptions, invoices, charges = await asyncio.gather(
                _all_pages(
                    self._stripe.subscriptions.list_async(
                        {"customer": customer_id, "status": "all", "limit": _PAGE_SIZE}
                    )
                ),
                _all_pages(
                    self._stripe.invoices.list_async(
                        {"customer": customer_id, "expand": ["data.payments"], "limit": _PAGE_SIZE}
                    )
                ),
                _all_pages(self._stripe.charges.list_async({"customer": customer_id, "limit": _PAGE_SIZE})),
            )
            disputes = await self._disputes(charges)
        payments = objects.read_payments(invoices, charges, disputes)
        read = [(found, objects.read_subscription(found, payments)) for found in subscriptions]
        return CustomerHistory(
            subscriptions=tuple(subscription for _found, subscription in read if subscription),
            payments=tuple(payments),
            other_subscription_ids=tuple(
                found.id for found, subscription in read if subscription is None and found.ended_at is None
            ),
        )

    async def set_renewal(self, subscription_id: str, *, renews: bool) -> None:
        with _translated_errors("subscription"):
            await self._stripe.subscriptions.update_async(
                subscription_id, {"cancel_at_period_end": not renews}
            )

    async def end_subscription(self, subscription_id: str) -> None:
        # Stripe answers that it does not exist if it has ended.
        with suppress(ProviderNotFound), _translated_errors("subscription"):
            await self._stripe.subscriptions.cancel_async(subscription_id)

    async def customer_of_charge(self, charge_id: str) -> str | None:
        with suppress(ProviderNotFound), _translated_errors("charge"):
            charge = await self._stripe.charges.retrieve_async(charge_id)
            return objects.id_of(charge.customer)
        return None

    async def invoice_pdf(self, invoice_id: str) -> bytes:
        with _translated_errors("invoice"):
            invoice = await self._stripe.invoices.retrieve_async(invoice_id)
            if not invoice.invoice_pdf:
                raise ProviderFailed("the invoice has no PDF")
            return await self._download(invoice.invoice_pdf)

    def read_event(self, payload: bytes, signature: str | None) -> Event:
        secret = self._webhook_secret.get_secret_value()
        if not secret:
            raise UntrustedEvent("no webhook secret is set")
        try:
            text = payload.decode()
            stripe.WebhookSignature.verify_header(text, signature, secret, stripe.Webhook.DEFAULT_TOLERANCE)
            event = stripe.Event.construct_from(json.loads(text), None)
            return objects.read_event(event)
        except (stripe.SignatureVerificationError, ValueError, AttributeError, KeyError, TypeError) as error:
            raise UntrustedEvent(type(error).__name__) from None

    async def close(self) -> None:
        await self._http.close_async()
        await self._downloads.aclose()

    async def _price(self, price_id: str) -> stripe.Price | None:
        try:
            return await self._stripe.prices.retrieve_async(
                price_id, {"expand": ["product", "currency_options"]}
            )
        except stripe.InvalidRequestError as error:
            if error.code == "resource_missing":
                log.error("STRIPE_PRICES names a price that does not exist: %s", price_id)
                return None
            raise

    async def _prices_by_key(self, keys: list[str]) -> list[stripe.Price]:
        if not keys:
            return []
        found = await self._stripe.prices.list_async(
            {
                "lookup_keys": keys,
                "active": True,
                "expand": ["data.product", "data.currency_options"],
                "limit": _PAGE_SIZE,
            }
        )
        return found.data

    async def _disputes(self, charges: Sequence[stripe.Charge]) -> dict[str, list[stripe.Dispute]]:
        disputed = [charge.id for charge in charges if charge.disputed]
        # Few customers have disputes, so these calls are rare.
        lists = await asyncio.gather(
            *(
                _all_pages(self._stripe.disputes.list_async({"charge": id_, "limit": _PAGE_SIZE}))
                for id_ in disputed
            )
        )
        return dict(zip(disputed, lists, strict=True))

    async def _download(self, url: str) -> bytes:
        content = b""
        async with self._downloads.stream("GET", url) as response:
            if not response.is_success:
                raise ProviderFailed(f"the PDF request was answered with {response.status_code}")
            async for part in response.aiter_bytes():
                content += part
                if len(content) > _MAX_PDF:
                    raise ProviderFailed("the PDF is too large")
        if not content.startswith(b"%PDF"):
            raise ProviderFailed("the download is not a PDF")
        return content


@contextmanager
def _translated_errors(subject: str) -> Iterator[None]:
    """Count a call, and turn errors of the SDK and the network into `ProviderError`s.

    Their messages hold no personal data.

    Args:
        subject: What the call is about, for the log.

    Raises:
        ProviderUnreachable: No answer, or too many requests.
        ProviderNotFound: The requested object does not exist.
        ProviderRefused: Any other refusal.
        ProviderFailed: Any other error.
    """
    with provider_call("stripe", (ProviderUnreachable, ProviderFailed)), _translating(subject):
        yield


@contextmanager
def _translating(subject: str) -> Iterator[None]:
    try:
        yield
    except (stripe.APIConnectionError, stripe.RateLimitError, httpx.RequestError) as error:
        raise ProviderUnreachable(f"{subject}: {type(error).__name__}") from error
    except stripe.InvalidRequestError as error:
        message = f"{subject}: {error.code} {error.param}, {error.request_id}"
        kind = ProviderNotFound if error.code == "resource_missing" else ProviderRefused
        raise kind(message, error.code or "", error.param or "") from error
    except stripe.StripeError as error:
        # A request with the same idempotency key is running; the SDK has no error class for that.
        kind = ProviderUnreachable if error.http_status == httpx.codes.CONFLICT else ProviderFailed
        raise kind(f"{subject}: {error.http_status}, {error.request_id}") from error


async def _create_once(create: Callable[[], Awaitable[T]]) -> T:
    """Create an object, also while another request with the same idempotency key is running (a double click).

    Retries until that request has its answer, which Stripe then gives to both. Under load that takes longer
    than the SDK's own retries.

    Args:
        create: Sends the request, with the same key each time.
    """
    for pause in _CONFLICT_PAUSES:
        try:
            return await create()
        except stripe.StripeError as error:
            if error.http_status != httpx.codes.CONFLICT:
                raise
        await asyncio.sleep(pause)
    return await create()


async def _all_pages(listing: Awaitable[ListObject[T]]) -> list[T]:
    """Return all entries of a paginated list."""
    page = await listing
    return [entry async for entry in page.auto_paging_iter()]
