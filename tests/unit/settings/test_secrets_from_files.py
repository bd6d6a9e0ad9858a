"""Secrets from files that `NAME_FILE` names, also after they have changed."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.smtp import Certificates, MailServer, only
from tests.unit.server.gateways.test_mail import ID, TO_ADA, WRITTEN, certificates
from tests.unit.settings.surroundings import KEY, PRODUCTION
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.settings import InvalidSettings, Settings, get_settings

__all__ = ["certificates"]
_VALUES = {
    "SIGNING_KEY": KEY,
    "CREDENTIAL_KEY": "two PEM blocks",
    "ITEM_SEED": "a seed",
    "DATABASE_URL": "postgresql://certs:s3cret@db/certs",
    "REDIS_URL": "redis://:s3cret@redis/0",
    "STRIPE_SECRET_KEY": "sk_test_x",
    "STRIPE_WEBHOOK_SECRET": "whsec_x",
    "SMTP_PASSWORD": "s3cret",
    "LLM_API_KEY": "s3cret",
    "METRICS_TOKEN": "a token of Prometheus",
    "SENTRY_DSN": "https://key@errors.example/1",
}


@pytest.fixture
def written(tmp_path: Path):
    """Return a function that writes a file and returns its path."""

    def write(text: str) -> str:
        path = tmp_path / "secret"
        path.write_text(text)
        return str(path)

    return write


def text_of(settings: Settings, name: str) -> str:
    secret = getattr(settings, name.lower())
    assert isinstance(secret, SecretStr)
    return secret.get_secret_value()


def test_every_secret_is_tested_here():
    hidden = {
        name.upper() for name, field in Settings.model_fields.items() if "Secret" in str(field.annotation)
    }
    assert hidden == set(_VALUES)


@pytest.mark.parametrize("name", _VALUES)
def test_a_secret_comes_from_its_file_and_may_change(read, written, name: str):
    settings = read(**{f"{name}_FILE": written(f"{_VALUES[name].rstrip()}\n")})
    assert text_of(settings, name) == _VALUES[name].rstrip()
    written("another secret\n")
    assert text_of(settings, name) == "another secret"
    assert "another secret" not in repr(settings)


def test_while_a_file_cannot_be_read_its_last_text_counts(read, written):
    settings = read(SMTP_PASSWORD_FILE=written("s3cret"))
    Path(written("")).unlink()
    assert text_of(settings, "SMTP_PASSWORD") == "s3cret"
    written("next")
    assert text_of(settings, "SMTP_PASSWORD") == "next"


def test_production_takes_its_key_and_database_from_files(read, written, tmp_path: Path):
    variables = PRODUCTION | {"SIGNING_KEY_FILE": written(KEY)}
    (tmp_path / "url").write_text("postgres://certs:s3cret@db/certs?sslmode=require\n")
    settings = read(**variables | {"SIGNING_KEY": "", "DATABASE_URL_FILE": str(tmp_path / "url")})
    assert SigningKey.configured(settings.signing_key, tmp_path).pem() == KEY
    assert settings.database == "postgresql+asyncpg://certs:s3cret@db/certs?ssl=require"


def test_a_dotenv_file_may_name_the_file(read, written, tmp_path: Path):
    (tmp_path / ".env").write_text(f"SMTP_PASSWORD_FILE={written('s3cret')}\n")
    assert text_of(read(), "SMTP_PASSWORD") == "s3cret"


def test_building_needs_no_file(read):
    assert read(BUILDING_PAGES="true", SIGNING_KEY_FILE="/nowhere").signing_key is None


@pytest.mark.parametrize(
    ("text", "others", "message"),
    [
        (None, {}, "SMTP_PASSWORD_FILE: {path}: No such file or directory"),
        ("\n", {}, "SMTP_PASSWORD_FILE: {path}: the file is empty"),
        (
            "x",
            {"SMTP_PASSWORD": "y"},
            "SMTP_PASSWORD and SMTP_PASSWORD_FILE are both set",
        ),
        ("x", {"METRICS_TOKEN_FILE": "{path}"}, "METRICS_TOKEN: Value should have at least 16 items"),
    ],
)
def test_a_wrong_file_ends_the_start_with_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str | None, others: dict[str, str], message: str
):
    path = tmp_path / "secret"
    if text is not None:
        path.write_text(text)
    for name, value in ({"SMTP_PASSWORD_FILE": "{path}"} | others).items():
        monkeypatch.setenv(name, value.format(path=path))
    get_settings.cache_clear()
    with pytest.raises(InvalidSettings) as refusal:
        get_settings()
    assert str(refusal.value).startswith(f"Invalid settings: {message.format(path=path)}")
    assert "\n" not in str(refusal.value)


async def test_mails_use_the_password_that_is_in_the_file_now(read, written, certificates: Certificates):
    password = read(SMTP_PASSWORD_FILE=written("former")).smtp_password
    written("s3cret")
    options = {"tls_context": certificates.server, "require_starttls": True, "auth_required": True}
    async with MailServer(authenticator=only("certs", "s3cret"), **options) as server:
        mailer = server.mailer(security="starttls", tls=certificates.client, user="certs", password=password)
        await mailer.send(TO_ADA, ID, WRITTEN)
    assert server.taken[0].user == "certs"
