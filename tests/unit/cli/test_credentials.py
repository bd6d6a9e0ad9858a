"""Commands about credentials and their keys, on a database with certificates from before credentials."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import col, select

from tests.unit.cli.command_database import CommandDatabase
from tests.unit.cli.operated import call
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.gateways.credential_keys import CredentialKey
from webdev_certs.server.models import Certificate, Credential, IssuerKey
from webdev_certs.server.services.certificates import sign_badges
from webdev_certs.settings import get_settings

NOW = datetime.now(UTC)
NUMBERS = [f"WDC-RE-0000-{place:04}-0" for place in range(6)]
"""More than are signed at once."""


@pytest.fixture
def database(
    command_database: str, bank_read_once: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> CommandDatabase:
    """A database with certificates that have no credentials."""
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setattr(sign_badges, "_AT_ONCE", 4)
    get_settings.cache_clear()
    about = {"title": "Certified React Developer", "holder_name": "Ada", "score": 700, "issued_at": NOW}
    database = CommandDatabase(command_database)
    about |= {"technology": "react", "expires_at": NOW + timedelta(days=700)}
    database.add(*(Certificate(number=number, **about) for number in NUMBERS))
    return database


async def credentials(db: AsyncSession) -> dict[str, tuple[str | None, int | None]]:
    """Return the issuer and the number of the key of each credential."""
    rows = await db.exec(select(Credential).order_by(col(Credential.certificate_number)))
    return {row.certificate_number: (row.issuer, row.key_number) for row in rows}


def test_every_certificate_gets_its_credential_once(
    database: CommandDatabase, monkeypatch: pytest.MonkeyPatch
):
    assert call("credentials", "issue").output == "Signed 6 credentials.\n"
    assert database.run(credentials) == dict.fromkeys(NUMBERS, ("did:web:localhost%3A8000", 1))
    assert call("credentials", "issue").output == "Signed 0 credentials.\n"
    monkeypatch.setenv("PUBLIC_URL", "https://new.example")
    monkeypatch.setenv("SANDBOX", "false")
    get_settings.cache_clear()
    assert call("credentials", "issue").output == "Signed 6 credentials.\n"
    assert database.run(credentials)[NUMBERS[0]] == ("did:web:new.example", 1)


def test_new_credentials_are_signed_by_the_new_key(database: CommandDatabase, tmp_path: Path):
    assert call("keys", "rotate").output.startswith("Key 1 ")
    assert call("credentials", "issue").exit_code == 0
    assert call("keys", "rotate").output.startswith("Key 2 ")
    assert sorted(path.name for path in (tmp_path / "credential-keys").iterdir()) == ["1.pem", "2.pem"]

    async def forget_three(db: AsyncSession) -> None:
        for number in NUMBERS[2:5]:
            await db.delete(await db.get_one(Credential, number))

    database.run(forget_three)
    assert call("credentials", "issue").output == "Signed 3 credentials.\n"
    keys = [key for _, key in database.run(credentials).values()]
    assert keys == [1, 1, 2, 2, 2, 1]


@pytest.mark.one_database
def test_a_configured_key_signs_and_is_replaced_by_a_new_setting_before_it_is_revoked(
    database: CommandDatabase, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    first, second = CredentialKey.generate(), CredentialKey.generate()
    monkeypatch.setenv("CREDENTIAL_KEY", first.pem())
    get_settings.cache_clear()
    assert "keys generate --credentials" in call("keys", "rotate").stderr
    assert call("credentials", "issue").exit_code == 0
    monkeypatch.setenv("CREDENTIAL_KEY", second.pem().replace("\n", "\\n"))
    get_settings.cache_clear()
    assert call("credentials", "issue").exit_code == 0

    async def public_keys(db: AsyncSession) -> list[str]:
        return list((await db.exec(select(IssuerKey.ed25519).order_by(col(IssuerKey.number)))).all())

    assert database.run(public_keys) == [first.public().ed25519, second.public().ed25519]
    assert not (tmp_path / "credential-keys").exists()
    monkeypatch.setenv("CREDENTIAL_KEY", first.pem())
    get_settings.cache_clear()
    refused = call("credentials", "issue")
    assert (refused.exit_code, "older key" in refused.stderr) == (1, True)
    monkeypatch.setenv("CREDENTIAL_KEY", second.pem())
    get_settings.cache_clear()
    refused = call("keys", "revoke", "2", "--yes")
    assert (refused.exit_code, "replace it first" in refused.stderr) == (1, True)
    assert call("keys", "revoke", "1", "--yes").output.startswith("Key 1 is revoked. 6 ")


@pytest.mark.one_database
@pytest.mark.usefixtures("database")
def test_a_lost_key_is_named_and_replaced_by_rotation(tmp_path: Path):
    assert call("credentials", "issue").exit_code == 0
    (tmp_path / "credential-keys" / "1.pem").unlink()
    refused = call("credentials", "issue")
    assert refused.exit_code == 1
    assert "1.pem is missing" in refused.stderr
    assert call("keys", "rotate").output.startswith("Key 2 ")
    assert call("credentials", "issue").output == "Signed 0 credentials.\n"


@pytest.mark.one_database
def test_a_stolen_key_is_revoked_and_its_credentials_are_signed_again(database: CommandDatabase):
    assert call("credentials", "issue").exit_code == 0
    revoked = call("keys", "revoke", "1", "--yes")
    assert revoked.output == "Key 1 is revoked. 6 credentials will be signed again.\n"
    assert set(database.run(credentials).values()) == {(None, None)}
    assert call("credentials", "issue").output == "Signed 6 credentials.\n"
    assert {key for _, key in database.run(credentials).values()} == {2}
    for number in ("1", "7"):
        refused = call("keys", "revoke", number, "--yes")
        assert (refused.exit_code, "no credential key" in refused.stderr) == (1, True)
