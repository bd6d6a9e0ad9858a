"""Access tokens, checked against the clock that is passed in."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from webdev_certs.server.domain.errors import Unauthenticated
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.services.accounts.access_tokens import (
    AccessClaims,
    issue_access_token,
    read_access_token,
)
from webdev_certs.settings import Settings

# In the past, so that no test passes by the machine's clock.
NOW = datetime(2001, 1, 1, tzinfo=UTC)
KEY = SigningKey.generate()
SETTINGS = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
CLAIMS = AccessClaims(uuid4(), uuid4())


def test_a_token_is_valid_for_as_long_as_the_settings_say():
    token = issue_access_token(KEY, SETTINGS, CLAIMS, NOW)
    last = NOW + timedelta(minutes=SETTINGS.access_token_minutes) - timedelta(seconds=1)
    assert read_access_token(KEY, SETTINGS, token, last) == CLAIMS
    with pytest.raises(Unauthenticated) as refusal:
        read_access_token(KEY, SETTINGS, token, last + timedelta(seconds=1))
    assert refusal.value.code == "token_expired"
