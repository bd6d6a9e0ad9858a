"""Operators learn which settings the pages need that the law of their country asks for."""

import httpx
import pytest

from webdev_certs.settings import Settings
from webdev_certs.settings.operator import OperatorSettings


@pytest.fixture
def settings(settings: Settings) -> Settings:
    operator = OperatorSettings(name="Beispiel GmbH", country="Germany")
    return settings.model_copy(update={"operator": operator})


@pytest.mark.one_database
async def test_missing_settings_are_told_at_the_start_and_by_the_readiness_check(
    api: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
):
    missing = ["OPERATOR__ADDRESS", "OPERATOR__EMAIL"]
    warnings = (await api.get("/api/ready")).json()["warnings"]
    assert warnings == [{"code": "operator_incomplete", "settings": missing}]
    (line,) = [line for line in caplog.messages + _before(caplog) if all(name in line for name in missing)]
    for page in ("imprint", "withdrawal notice", "forms to withdraw and to cancel"):
        assert page in line


def _before(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was logged while the fixtures started the API."""
    return [record.getMessage() for record in caplog.get_records("setup")]
