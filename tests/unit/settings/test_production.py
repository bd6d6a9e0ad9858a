"""Settings that production requires, and when there are sandboxes."""

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from pydantic import ValidationError

from tests import factories
from tests.unit.settings.surroundings import KEY, PRODUCTION
from webdev_certs.server.api.app import create_api

# Production


def test_development_needs_nothing(read):
    settings = read()
    assert settings.environment == "development"
    assert settings.signing_key is None
    assert (settings.host, settings.origin) == ("127.0.0.1", "http://localhost:8000")
    assert {"http://localhost:8000", "http://127.0.0.1:8000"} <= set(settings.allowed_origins)
    assert "*" not in settings.allowed_origins
    assert settings.database == "sqlite+aiosqlite:///data/webdev-certs.db"


def test_production_starts_with_all_settings(read):
    settings = read(**PRODUCTION)
    assert settings.origin == "https://certs.example"
    assert settings.allowed_origins == ["https://certs.example"]


@pytest.mark.parametrize("value", [None, ""])
@pytest.mark.parametrize("name", ["SIGNING_KEY", "PUBLIC_URL", "SMTP_HOST"])
def test_production_requires_its_settings(read, name: str, value: str | None):
    variables = {key: text for key, text in PRODUCTION.items() if key != name}
    if value is not None:
        variables[name] = value
    with pytest.raises(ValidationError, match=name):
        read(**variables)


def test_a_process_that_serves_only_pages_needs_no_key_and_no_mail_server(read):
    """It signs nothing and sends nothing."""
    variables = {"ENVIRONMENT": "production", "PUBLIC_URL": "https://certs.example"}
    assert read(**variables, API_URL="https://api.certs.example").signing_key is None


@pytest.mark.parametrize(
    "url",
    ["http://certs.example", "http://localhost:8000", "ftp://certs.example", "certs.example", "https://"],
)
def test_production_refuses_urls_without_https(read, url: str):
    with pytest.raises(ValidationError):
        read(**PRODUCTION | {"PUBLIC_URL": url})


def _pem(key: Any, encryption: Any = None) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption or NoEncryption()).decode()


@pytest.mark.parametrize(
    "key",
    [
        "secret",
        "x" * 64,
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        KEY.replace("PRIVATE", "PUBLIC"),
        KEY[:-40],
        _pem(rsa.generate_private_key(65537, 2048)),
        _pem(ec.generate_private_key(ec.SECP384R1())),
        _pem(ec.generate_private_key(ec.SECP256K1())),
        _pem(ec.generate_private_key(ec.SECP256R1()), BestAvailableEncryption(b"secret")),
        ec.generate_private_key(ec.SECP256R1())
        .public_key()
        .public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        .decode(),
    ],
)
def test_an_invalid_key_stops_the_start(read, key: str):
    """Commands that need no key read settings too, so only the API checks the key."""
    settings = read(**PRODUCTION | {"SIGNING_KEY": key})
    with pytest.raises(ValueError, match="signing key") as refusal:
        create_api(settings, bank=factories.bank())
    assert key not in str(refusal.value)


@pytest.mark.parametrize("written", [KEY, KEY.replace("\n", "\\n"), f"\n{KEY}\n"])
def test_a_key_may_be_written_on_one_line(read, written: str):
    settings = read(**PRODUCTION | {"SIGNING_KEY": written})
    assert create_api(settings, bank=factories.bank()).state.resources.signing_key.pem() == KEY


def test_secrets_are_not_printed(read):
    settings = read(**PRODUCTION, SMTP_PASSWORD="hunter2")
    body = KEY.splitlines()[1]
    for shown in (repr(settings), str(settings), settings.model_dump_json()):
        assert body not in shown
        assert "hunter2" not in shown


def test_errors_do_not_print_values(read):
    """Errors go to the log."""
    with pytest.raises(ValidationError) as refusal:
        read(ENVIRONMENT="production", SIGNING_KEY=KEY, DATABASE_URL="postgresql://u:hunter2@db/x")
    shown = str(refusal.value)
    assert "PUBLIC_URL" in shown
    assert "input_value" not in shown
    assert "hunter2" not in shown


def test_other_environments_are_refused(read):
    with pytest.raises(ValidationError, match="environment"):
        read(ENVIRONMENT="staging")


# Sandboxes


@pytest.mark.parametrize(
    "public_url", ["", "http://localhost:9000", "http://127.0.0.1:8000", "http://[::1]:8000"]
)
def test_localhost_has_sandboxes(read, public_url: str):
    assert read(PUBLIC_URL=public_url).has_sandboxes


@pytest.mark.parametrize("public_url", ["https://certs.example", "http://192.168.1.7:8000"])
def test_a_missing_environment_setting_does_not_open_sandboxes_to_the_internet(read, public_url: str):
    with pytest.raises(ValidationError, match="ENVIRONMENT=production"):
        read(PUBLIC_URL=public_url)


@pytest.mark.parametrize("wanted", [True, False])
def test_sandboxes_can_be_switched_on_and_off(read, wanted: bool):
    assert read(PUBLIC_URL="https://trial.example", SANDBOX=str(wanted)).has_sandboxes is wanted


def test_production_has_no_sandboxes(read):
    assert not read(**PRODUCTION).has_sandboxes
    assert not read(SANDBOX="false").has_sandboxes
    with pytest.raises(ValidationError, match="SANDBOX"):
        read(SANDBOX="true")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7"])
def test_an_open_port_does_not_open_sandboxes_unasked(read, host: str):
    with pytest.raises(ValueError, match="HOST"):
        read(HOST=host)
    with pytest.raises(ValueError, match="HOST"):
        read(HOST=host, PUBLIC_URL="http://localhost:9000")
    assert read(HOST=host, SANDBOX="true").has_sandboxes
    assert not read(HOST=host, SANDBOX="false").has_sandboxes


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_a_port_of_this_machine_alone_has_sandboxes(read, host: str):
    assert read(HOST=host).has_sandboxes
