"""An operator in Germany, whose law asks for forms that need no sign-in."""

from typing import Any

import pytest

from tests.factories import Account
from webdev_certs.settings import Settings
from webdev_certs.settings.operator import OperatorSettings

OPERATOR = "post@beispiel.example"
GERMAN = OperatorSettings(
    name="Beispiel GmbH", address="Musterstraße 1, 10115 Berlin", email=OPERATOR, country="DE"
)


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"operator": GERMAN})


def form(account: Account, **changes: Any) -> dict[str, Any]:
    """Return a cancellation or withdrawal that fits the account."""
    return {"name": account.user["full_name"], "email": account.user["email"]} | changes
