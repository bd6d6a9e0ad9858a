"""An account with an unconfirmed email."""

import httpx
import pytest

from tests.api.accounts.confirmation.asking import ADA
from tests.factories import Account, register


@pytest.fixture
async def account(api: httpx.AsyncClient) -> Account:
    return await register(api, email=ADA)
