"""Which settings several workers need."""

import pytest
from pydantic import ValidationError

SHARED = {
    "WORKERS": "2",
    "DATABASE_URL": "postgresql://user:hunter2@host/name",
    "REDIS_URL": "redis://:hunter2@host/0",
    "SANDBOX": "false",
}


def test_workers_share_a_database_and_redis(read):
    assert read(**SHARED).workers == 2


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"DATABASE_URL": ""}, "DATABASE_URL must be a PostgreSQL database"),
        ({"REDIS_URL": ""}, "REDIS_URL is required"),
        ({"METRICS_TOKEN": "hunter2 hunter2 hunter2"}, "set METRICS_PORT"),
        ({"SANDBOX": ""}, "set SANDBOX=false"),
    ],
)
def test_what_workers_cannot_share_is_refused(read, changes: dict[str, str], reason: str):
    with pytest.raises(ValidationError, match=reason) as refusal:
        read(**SHARED | changes)
    assert "hunter2" not in str(refusal.value)


@pytest.mark.parametrize("values", [{"API_URL": "http://api.example"}, {"BUILDING_PAGES": "true"}])
def test_workers_that_serve_only_pages_share_nothing(read, values: dict[str, str]):
    assert read(WORKERS="3", **values).workers == 3


def test_one_worker_needs_neither(read):
    assert read().workers == 1
