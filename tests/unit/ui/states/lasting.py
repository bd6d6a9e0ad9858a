"""Login sessions that moving the clock does not end."""

import pytest

from webdev_certs.settings import Settings


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Return settings with login sessions and tokens that outlast every move of the clock."""
    days = 365 * 10
    return settings.model_copy(update={"access_token_minutes": days * 24 * 60, "refresh_token_days": days})
