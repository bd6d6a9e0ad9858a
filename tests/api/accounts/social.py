"""The API in front of a Supabase project."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from pydantic import SecretStr
from sqlmodel import col, update

from tests import social
from tests.conftest import FakeClock
from tests.factories import Account
from tests.social import Project
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import User
from webdev_certs.settings import Settings

CALLBACK = "/api/auth/oauth/callback"


@pytest.fixture(scope="session")
def served_project() -> Iterator[Project]:
    with social.project() as running:
        yield running


@pytest.fixture
def project(served_project: Project) -> Project:
    """Return the project without users from other tests."""
    served_project.paths.clear()
    return served_project


@pytest.fixture
def settings(database_url: str, tmp_path: Path, project: Project) -> Settings:
    """Return development settings with the project."""
    return Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        data_dir=tmp_path,
        database_url=SecretStr(database_url),
        supabase_url=project.url,
        hold_attempts=False,
        supabase_anon_key=social.KEY,
    )


@pytest.fixture
def clock() -> FakeClock:
    """Return a clock that starts at the real time, because the project uses that."""
    clock = FakeClock()
    clock.now = datetime.now(UTC)
    return clock


async def confirm(resources: Resources, account: Account) -> None:
    """Confirm the account's email, as its mailed link does."""
    async with resources.database.transaction() as db:
        await db.exec(
            update(User)
            .where(col(User.id) == UUID(account.user["id"]))
            .values(email_confirmed_at=resources.clock())
        )
