"""A certificate of the account."""

import httpx
import pytest

from tests.answering import pass_exam
from tests.factories import Account


@pytest.fixture
async def number(api: httpx.AsyncClient, account: Account) -> str:
    """The number of a certificate that the account has just earned."""
    return (await pass_exam(api, account))["certificate_number"]
