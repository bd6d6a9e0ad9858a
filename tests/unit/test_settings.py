"""What the product reads from its surroundings, and what production refuses."""

import inspect
from pathlib import Path
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
from sqlalchemy import text

from tests import factories
from webdev_certs.api.app import create_api
from webdev_certs.gateways.signing import SigningKey
from webdev_certs.models.database import Database
from webdev_certs.settings import Settings, get_settings

KEY = SigningKey.generate().pem()
PRODUCTION = {
    "ENVIRONMENT": "production",
    "PUBLIC_URL": "https://certs.example",
    "SIGNING_KEY": KEY,
    "SMTP_HOST": "mail.example",
}


@pytest.fixture(autouse=True)
def _nothing_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty working directory, and none of our variables set."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch):
    """Reads the settings from these environment variables."""

    def read(**variables: str) -> Settings:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return Settings()

    return read


# Production


def test_development_needs_nothing(read):
    settings = read()
    assert settings.environment == "development"
    assert settings.signing_key is None
    assert (settings.host, settings.origin) == ("127.0.0.1", "http://localhost:8000")
    assert {"http://localhost:8000", "http://127.0.0.1:8000"} <= set(settings.allowed_origins)
    assert "*" not in settings.allowed_origins
    assert settings.database == "sqlite+aiosqlite:///data/webdev-certs.db"


def test_production_with_everything(read):
    settings = read(**PRODUCTION)
    assert settings.origin == "https://certs.example"
    assert settings.allowed_origins == ["https://certs.example"]


@pytest.mark.parametrize("value", [None, ""])
@pytest.mark.parametrize("name", ["SIGNING_KEY", "PUBLIC_URL", "SMTP_HOST"])
def test_production_refuses_to_do_without(read, name: str, value: str | None):
    variables = {key: text for key, text in PRODUCTION.items() if key != name}
    if value is not None:
        variables[name] = value
    with pytest.raises(ValidationError, match=name):
        read(**variables)


@pytest.mark.parametrize(
    "url",
    ["http://certs.example", "http://localhost:8000", "ftp://certs.example", "certs.example", "https://"],
)
def test_production_refuses_other_addresses_than_https(read, url: str):
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
def test_a_key_that_is_none_stops_the_start(read, key: str):
    """Settings are read by commands that need no key; the API that signs with it refuses it."""
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


def test_faults_do_not_print_what_was_read(read):
    """They end in the log of whoever starts the process."""
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
def test_ones_own_machine_has_sandboxes(read, public_url: str):
    assert read(PUBLIC_URL=public_url).has_sandboxes


@pytest.mark.parametrize("public_url", ["https://certs.example", "http://192.168.1.7:8000"])
def test_a_forgotten_environment_opens_no_sandbox_to_the_world(read, public_url: str):
    with pytest.raises(ValidationError, match="ENVIRONMENT=production"):
        read(PUBLIC_URL=public_url)


@pytest.mark.parametrize("wanted", [True, False])
def test_who_says_so_has_sandboxes_elsewhere_or_none(read, wanted: bool):
    assert read(PUBLIC_URL="https://trial.example", SANDBOX=str(wanted)).has_sandboxes is wanted


def test_production_has_no_sandboxes(read):
    assert not read(**PRODUCTION).has_sandboxes
    assert not read(SANDBOX="false").has_sandboxes
    with pytest.raises(ValidationError, match="SANDBOX"):
        read(SANDBOX="true")


# Addresses


@pytest.mark.parametrize("name", ["PUBLIC_URL", "API_URL"])
@pytest.mark.parametrize(
    ("written", "origin"),
    [
        ("", ""),
        ("http://localhost:3000", "http://localhost:3000"),
        ("https://certs.example/", "https://certs.example"),
        ("https://Certs.Example", "https://certs.example"),
        ("HTTPS://certs.example", "https://certs.example"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_origins_are_read(read, name: str, written: str, origin: str):
    assert getattr(read(SANDBOX="false", **{name: written}), name.lower()) == origin


@pytest.mark.parametrize("name", ["PUBLIC_URL", "API_URL"])
@pytest.mark.parametrize(
    "written",
    [
        "certs.example",
        "javascript:alert(1)",
        "https://",
        "/api",
        "https://certs.example/app",
        "https://certs.example?a=b",
        "https://certs.example#a",
        "https://user:secret@certs.example",
        "https://[::1",
        "https://certs.example:port",
    ],
)
def test_anything_but_an_origin_is_refused(read, name: str, written: str):
    with pytest.raises(ValidationError, match=name.lower()):
        read(**{name: written})


# Database


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("postgres://ada:x@db.example:5432/certs", "postgresql+asyncpg://ada:x@db.example:5432/certs"),
        ("postgresql://db/certs", "postgresql+asyncpg://db/certs"),
        ("postgresql+asyncpg://db/certs", "postgresql+asyncpg://db/certs"),
        ("postgresql://db/certs?sslmode=require", "postgresql+asyncpg://db/certs?ssl=require"),
        ("postgres://db/certs?a=b&sslmode=verify-full", "postgresql+asyncpg://db/certs?a=b&ssl=verify-full"),
        ("sqlite+aiosqlite:////var/lib/certs.db", "sqlite+aiosqlite:////var/lib/certs.db"),
    ],
)
def test_database_addresses(read, written: str, url: str):
    assert read(DATABASE_URL=written).database == url


def test_without_an_address_the_database_is_a_file(read):
    assert read(DATA_DIR="/srv/certs").database == "sqlite+aiosqlite:////srv/certs/webdev-certs.db"


async def test_the_address_that_hosts_give_connects(read, database_url: str):
    written = database_url
    if written.startswith("postgresql+asyncpg"):
        written = written.replace("postgresql+asyncpg", "postgres") + "&sslmode=disable"
    database = Database(read(DATABASE_URL=written).database)
    async with database.engine.connect() as connection:
        assert (await connection.execute(text("SELECT 1"))).scalar() == 1
    await database.dispose()


# Mail


def test_screens_alone_send_no_mail(read):
    without = {name: value for name, value in PRODUCTION.items() if name != "SMTP_HOST"}
    assert read(**without, API_URL="https://api.certs.example").smtp_host == ""


def test_a_password_never_travels_in_the_clear(read):
    with pytest.raises(ValidationError, match="SMTP_SECURITY"):
        read(**PRODUCTION, SMTP_SECURITY="none", SMTP_USER="certs", SMTP_PASSWORD="hunter2")


def test_a_mail_server_that_asks_for_nobody_may_do_without_encryption(read):
    assert read(**PRODUCTION, SMTP_SECURITY="none").smtp_user == ""


def test_mails_come_from_the_products_own_host_or_from_the_address_that_is_named(read):
    assert read().mail_sender == "no-reply@localhost"
    assert read(**PRODUCTION).mail_sender == "no-reply@certs.example"
    assert read(MAIL_FROM="hello@bücher.example").mail_sender == "hello@bücher.example"


@pytest.mark.parametrize(
    "written",
    ["WebDev Certs <a@certs.example>", "certs.example", "jürgen@certs.example", "a@b@c", "a@b\nc.de"],
)
def test_a_sender_is_an_address_alone(read, written: str):
    with pytest.raises(ValidationError, match="mail_from"):
        read(MAIL_FROM=written)


# Social sign-in


def test_a_development_without_a_project_signs_in_with_the_sandbox(read):
    settings = read(PORT="9000")
    assert settings.supabase_sandbox
    assert settings.social_url == "http://localhost:9000/sandbox/supabase"
    assert settings.social_key


def test_the_sandbox_is_the_apis(read):
    settings = read(API_URL="http://localhost:9001", PUBLIC_URL="http://localhost:9000")
    assert settings.social_url == "http://localhost:9001/sandbox/supabase"


def test_production_without_a_project_offers_nothing(read):
    settings = read(**PRODUCTION)
    assert not settings.supabase_sandbox
    assert settings.social_url == ""


@pytest.mark.parametrize("surroundings", [{}, PRODUCTION])
def test_a_project_takes_the_sandboxs_place(read, surroundings: dict[str, str]):
    project = {"SUPABASE_URL": "https://abc.supabase.co/", "SUPABASE_ANON_KEY": "sb_publishable_x"}
    settings = read(**surroundings, **project)
    assert not settings.supabase_sandbox
    assert (settings.social_url, settings.social_key) == ("https://abc.supabase.co", "sb_publishable_x")


@pytest.mark.parametrize(
    "project",
    [
        {"SUPABASE_URL": "https://abc.supabase.co"},
        {"SUPABASE_ANON_KEY": "sb_publishable_x"},
        {"SUPABASE_URL": "https://abc.supabase.co/auth/v1", "SUPABASE_ANON_KEY": "sb_publishable_x"},
        {"SUPABASE_URL": "abc.supabase.co", "SUPABASE_ANON_KEY": "sb_publishable_x"},
        {"SUPABASE_URL": "https://abc.supabase.co", "SUPABASE_ANON_KEY": "sb_secret_x"},
    ],
)
def test_half_a_project_stops_the_start(read, project: dict[str, str]):
    with pytest.raises(ValidationError, match=r"(?i)supabase") as refusal:
        read(**project)
    assert "sb_secret_x" not in str(refusal.value)


def test_production_speaks_to_its_project_encrypted(read):
    with pytest.raises(ValidationError, match="SUPABASE_URL"):
        read(**PRODUCTION, SUPABASE_URL="http://abc.example", SUPABASE_ANON_KEY="sb_publishable_x")


# The rest


@pytest.mark.parametrize(
    ("written", "dirs"),
    [("", []), ("/a", ["/a"]), ("/a:/b c", ["/a", "/b c"]), (":/a::", ["/a"]), ("own/bank", ["own/bank"])],
)
def test_question_bank_dirs(read, written: str, dirs: list[str]):
    assert read(QUESTION_BANK_DIRS=written).question_bank_dirs == list(map(Path, dirs))


def test_a_list_of_dirs_is_taken_as_it_is():
    assert Settings(question_bank_dirs=[Path("/a:b")]).question_bank_dirs == [Path("/a:b")]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PASSWORD_HASHERS", "0"),
        ("RETAKE_DAYS", "1.5"),
        ("SMTP_PORT", "0"),
        ("SMTP_SECURITY", "ssl"),
    ],
)
def test_malformed_values_are_named(read, name: str, value: str):
    with pytest.raises(ValidationError, match=name.lower()):
        read(**{name: value})


def test_a_dotenv_file_is_read_and_the_environment_wins(read, tmp_path: Path):
    one_line = KEY.replace("\n", "\\n")
    (tmp_path / ".env").write_text(
        inspect.cleandoc(
            f"""
            PORT=9000
            RETAKE_DAYS=7
            QUESTION_BANK_DIRS=/a:/b
            SIGNING_KEY="{one_line}"
            UNKNOWN=is not ours
            PUBLIC_URL=
            """
        )
    )
    settings = read(PORT="9001")
    assert (settings.port, settings.retake_days) == (9001, 7)
    assert settings.question_bank_dirs == [Path("/a"), Path("/b")]
    assert settings.signing_key is not None
    assert SigningKey.from_pem(settings.signing_key.get_secret_value()).pem() == KEY
    assert settings.public_url == ""


def test_what_is_left_empty_is_not_set(read):
    """As a `.env` copied from an example leaves it."""
    settings = read(SIGNING_KEY="", PORT="", DATA_DIR="", DATABASE_URL="", ENVIRONMENT="")
    assert settings.signing_key is None
    assert (settings.port, settings.data_dir, settings.environment) == (8000, Path("data"), "development")


def test_settings_cannot_be_changed(read):
    settings = read()
    with pytest.raises(ValidationError):
        settings.port = 1


def test_the_process_reads_them_once(monkeypatch: pytest.MonkeyPatch):
    get_settings.cache_clear()
    try:
        first = get_settings()
        monkeypatch.setenv("PORT", "9002")
        assert get_settings() is first
    finally:
        get_settings.cache_clear()
