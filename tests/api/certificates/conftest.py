"""A certificate, and settings for its whole life."""

import pytest

from tests.answering import pass_exam
from tests.factories import Account
from webdev_certs.settings import Settings


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Settings with a public URL, and access tokens that never expire when the clock advances."""
    return settings.model_copy(
        update={"access_token_minutes": 60 * 24 * 365 * 10, "public_url": "https://certs.example:8443"}
    )


@pytest.fixture
async def number(account: Account) -> str:
    return (await pass_exam(account))["certificate_number"]
