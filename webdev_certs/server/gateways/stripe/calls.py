"""Helpers for calls to Stripe: error translation, retries and pagination."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import httpx
import stripe
from stripe import ListObject

from webdev_certs.server.gateways.payments import (
    ProviderFailed,
    ProviderNotFound,
    ProviderRefused,
    ProviderUnreachable,
)

T = TypeVar("T", bound=stripe.StripeObject)

_CONFLICT_PAUSES = (0.2, 0.4, 0.8, 1.6)
"""Seconds to wait before each retry while a request with the same idempotency key is running."""


@contextmanager
def translated_errors(subject: str) -> Iterator[None]:
    """Turn errors of the SDK and the network into `ProviderError`s, whose messages hold no personal data.

    Args:
        subject: What the call is about, for the log.

    Raises:
        ProviderUnreachable: No answer, or too many requests.
        ProviderNotFound: The requested object does not exist.
        ProviderRefused: Any other refusal.
        ProviderFailed: Any other error.
    """
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


async def create_once(create: Callable[[], Awaitable[T]]) -> T:
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


async def all_pages(listing: Awaitable[ListObject[T]]) -> list[T]:
    """Return all entries of a paginated list."""
    page = await listing
    return [entry async for entry in page.auto_paging_iter()]
