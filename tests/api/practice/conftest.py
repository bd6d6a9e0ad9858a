"""A learner with paid access."""

import pytest

from tests.api.practice.test_results import pay
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources


@pytest.fixture
async def paid(account: Account, resources: Resources) -> Account:
    await pay(resources, account)
    return account
