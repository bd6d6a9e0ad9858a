"""Settings that production requires, and when there are sandboxes."""

import pytest
from pydantic import ValidationError

from tests.unit.settings.surroundings import KEY, PRODUCTION

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
    ("name", "value"),
    [
        *(("PUBLIC_URL", f"http://{host}") for host in ("localhost:9000", "127.0.0.1:8000", "[::1]:8000")),
        *(("HOST", host) for host in ("127.0.0.1", "127.0.0.2", "::1", "localhost", "")),
    ],
)
def test_localhost_has_sandboxes(read, name: str, value: str):
    assert read(**{name: value}).has_sandboxes


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
