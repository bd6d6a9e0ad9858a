"""Which settings several workers need."""

from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from webdev_certs.settings import Settings

SHARED: dict[str, Any] = {
    "workers": 2,
    "database_url": SecretStr("postgresql://user:hunter2@host/name"),
    "redis_url": "redis://:hunter2@host/0",
    "sandbox": False,
}


def settings(**values: Any) -> Settings:
    """Return settings that ignore any `.env` file."""
    return Settings(_env_file=None, **values)  # pyright: ignore[reportCallIssue]


def test_workers_share_a_database_and_redis():
    assert settings(**SHARED).workers == 2


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"database_url": SecretStr("")}, "DATABASE_URL must be a PostgreSQL database"),
        ({"redis_url": None}, "REDIS_URL is required"),
        ({"metrics_token": SecretStr("hunter2 hunter2 hunter2")}, "set METRICS_PORT"),
        ({"sandbox": None}, "set SANDBOX=false"),
    ],
)
def test_what_workers_cannot_share_is_refused(changes: dict[str, Any], reason: str):
    with pytest.raises(ValidationError, match=reason) as refusal:
        settings(**SHARED | changes)
    assert "hunter2" not in str(refusal.value)


@pytest.mark.parametrize("values", [{"api_url": "http://api.example"}, {"building_pages": True}])
def test_workers_that_serve_only_pages_share_nothing(values: dict[str, Any]):
    assert settings(workers=3, **values).workers == 3


def test_one_worker_needs_neither():
    assert settings().workers == 1
