"""Tests of missing stand-ins are skipped on a developer's machine and fail in CI."""

from pathlib import Path

import pytest

from tests.contract import programs
from tests.contract.programs import Unavailable, npm_package, skip_unless_required
from tests.contract.stripe.backends import started
from tests.contract.stripe.receiver import Receiver


@pytest.fixture
def unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Unavailable:
    """Try to install a stand-in with an empty cache and without network access; return the error."""
    monkeypatch.setattr(programs, "CACHE", tmp_path / "cache")
    monkeypatch.setenv("NPM_CONFIG_CACHE", str(tmp_path / "npm"))
    # Nothing listens on the discard port.
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "http://127.0.0.1:9/")
    monkeypatch.setenv("NPM_CONFIG_FETCH_RETRIES", "0")
    with pytest.raises(Unavailable, match="npm install") as error:
        npm_package("emulate")
    return error.value


def test_a_stand_in_that_cannot_be_installed_is_skipped_unless_required(
    unavailable: Unavailable, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("REQUIRE_STANDINS", "")
    with pytest.raises(pytest.skip.Exception, match="npm install"):
        skip_unless_required("emulate", unavailable)
    monkeypatch.setenv("REQUIRE_STANDINS", "1")
    with pytest.raises(Unavailable, match="npm install"):
        skip_unless_required("emulate", unavailable)


def test_stripe_itself_is_never_required(receiver: Receiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REQUIRE_STANDINS", "1")
    monkeypatch.setenv("STRIPE_TEST_KEY", "")
    with pytest.raises(Unavailable) as error, started("stripe", receiver, tmp_path):
        pass
    with pytest.raises(pytest.skip.Exception, match="STRIPE_TEST_KEY is not set"):
        skip_unless_required("stripe", error.value)
