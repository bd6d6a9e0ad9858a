"""The command line."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner

from webdev_certs.cli.main import cli
from webdev_certs.server.database.engine import Database
from webdev_certs.server.gateways.credential_keys import CredentialKey
from webdev_certs.server.gateways.signing import SigningKey
from webdev_certs.server.models import User
from webdev_certs.server.services.payments import entitlements
from webdev_certs.settings import get_settings

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def account(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[User]:
    """Return an account in the database that the commands use."""
    monkeypatch.setenv("DATABASE_URL", database_url)
    get_settings.cache_clear()
    user = User(email="ada@example.com", full_name="Ada", terms_accepted_at=NOW, created_at=NOW)

    async def store() -> None:
        database = Database(database_url)
        async with database.transaction() as db:
            db.add(user)
        await database.dispose()

    asyncio.run(store())
    yield user
    get_settings.cache_clear()


def _has_paid(database_url: str, user: User) -> bool:
    async def ask() -> bool:
        database = Database(database_url)
        async with database.transaction() as db:
            answer = await entitlements.has_paid(db, user.id, NOW)
        await database.dispose()
        return answer

    return asyncio.run(ask())


def test_paid_access_is_granted_and_revoked(account: User, database_url: str):
    for command, has_paid in (("grant", True), ("grant", True), ("revoke", False), ("revoke", False)):
        result = CliRunner().invoke(cli, ["users", command, "ADA@example.com"])
        assert (result.exit_code, result.stderr) == (0, ""), result.output
        assert _has_paid(database_url, account) is has_paid


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize("email", ["nobody@example.com", "no email"])
def test_an_error_names_the_unknown_account(email: str):
    result = CliRunner().invoke(cli, ["users", "grant", email])
    assert result.exit_code == 1
    assert email in result.stderr


def test_a_generated_key_is_a_signing_key():
    result = CliRunner().invoke(cli, ["keys", "generate"])
    assert result.exit_code == 0
    assert SigningKey.from_pem(result.stdout).kid


def test_a_generated_credential_key_is_a_pair():
    result = CliRunner().invoke(cli, ["keys", "generate", "--credentials"])
    assert result.exit_code == 0
    assert CredentialKey.from_pem(result.stdout).pem() == result.stdout


def test_an_unknown_area_is_an_error():
    assert CliRunner().invoke(cli, ["nothing"]).exit_code == 2


def test_it_runs_as_a_module_and_lists_the_areas():
    command = [sys.executable, "-m", "webdev_certs.cli.main", "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for area in ("items", "keys", "users"):
        assert area in shown
