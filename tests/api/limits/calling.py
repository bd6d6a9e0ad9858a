"""Calls that count toward rate limits."""

from collections.abc import Callable

import httpx
import pytest

from tests.factories import PASSWORD, generous_limits
from webdev_certs.settings.limits import NetworkRates, OwnRates, PublicRates, SharedRates

WIDE = "1000000/hour"


HOME, ABROAD = "198.51.100.7", "203.0.113.80"


NUMBER = "WDC-RE-7K3M-92QF-Z"


Caller = Callable[[str], httpx.AsyncClient]


def shared(*, account_from_ip: str = WIDE, ip: str = WIDE, account: str = WIDE) -> SharedRates:
    return SharedRates(account_from_ip=account_from_ip, ip=ip, account=account)


async def sign_in(client: httpx.AsyncClient, email: str, password: str = PASSWORD) -> httpx.Response:
    return await client.post("/api/auth/login", json={"email": email, "password": password})


async def guess(client: httpx.AsyncClient, email: str, times: int) -> list[int]:
    """Try wrong passwords, `times` in all, and return the statuses."""
    return [(await sign_in(client, email, f"wrong horse {n}")).status_code for n in range(times)]


async def refresh(client: httpx.AsyncClient, token: str) -> httpx.Response:
    return await client.post("/api/auth/refresh", json={"refresh_token": token})


def limited(**rates: PublicRates | OwnRates | NetworkRates) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("limits", [generous_limits(**rates)], indirect=True)
