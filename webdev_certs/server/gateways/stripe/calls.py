"""How a call to Stripe is made: tried again, read to its end, its errors in the product's words."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import httpx
import stripe
from stripe import ListObject

from webdev_certs.server.gateways.payments import ProviderFailed, ProviderMissing, ProviderRefused, ProviderSilent

T = TypeVar("T", bound=stripe.StripeObject)

_TWIN_PAUSES = (0.2, 0.4, 0.8, 1.6)
"""Seconds between looks at whether a request with the same key has been answered."""


@contextmanager
def translated_errors(what: str) -> Iterator[None]:
    """Turns what the SDK and the network raise into the product's words; ids only, nobody's data.

    Args:
        what: the call is about, for the log.

    Raises:
        ProviderSilent: no answer, or not now.
        ProviderMissing: what was asked about does not exist.
        ProviderRefused: another refusal.
        ProviderFailed: any other failure.
    """
    try:
        yield
    except (stripe.APIConnectionError, stripe.RateLimitError, httpx.RequestError) as error:
        raise ProviderSilent(f"{what}: {type(error).__name__}") from error
    except stripe.InvalidRequestError as error:
        message = f"{what}: {error.code} {error.param}, {error.request_id}"
        kind = ProviderMissing if error.code == "resource_missing" else ProviderRefused
        raise kind(message, error.code or "", error.param or "") from error
    except stripe.StripeError as error:
        # The same request is under way; the SDK has no class of its own for that.
        kind = ProviderSilent if error.http_status == httpx.codes.CONFLICT else ProviderFailed
        raise kind(f"{what}: {error.http_status}, {error.request_id}") from error


async def create_once(create: Callable[[], Awaitable[T]]) -> T:
    """Creates what a request with the same idempotency key, of a double click, may be creating already.

    That one's answer is the answer to all; under load it takes longer than the SDK's own tries.

    Args:
        create: makes the request, with the same key at each call.
    """
    for pause in _TWIN_PAUSES:
        try:
            return await create()
        except stripe.StripeError as error:
            if error.http_status != httpx.codes.CONFLICT:
                raise
        await asyncio.sleep(pause)
    return await create()


async def all_pages(listing: Awaitable[ListObject[T]]) -> list[T]:
    """All entries of a list, whose answer holds but one page of it."""
    page = await listing
    return [entry async for entry in page.auto_paging_iter()]
