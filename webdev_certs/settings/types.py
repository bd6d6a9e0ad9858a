"""Types of single settings, and the URL of the database; `settings.py` checks that settings fit together."""

import re
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import pyrage
from email_validator import EmailNotValidError, validate_email
from pydantic import (
    AfterValidator,
    AnyUrl,
    BeforeValidator,
    SecretStr,
    TypeAdapter,
    UrlConstraints,
    ValidationError,
)
from pydantic_settings import NoDecode

from webdev_certs.settings.networks import parse_networks

_SSL_MODE = re.compile(r"([?&])sslmode=")
_DATABASE_URL = re.compile(r"(postgres(ql)?(\+asyncpg)?|sqlite\+aiosqlite)://")
_URL = TypeAdapter(Annotated[AnyUrl, UrlConstraints(allowed_schemes=["https"], max_length=300)])


def _split_paths(value: object) -> object:
    return [part for part in value.split(":") if part] if isinstance(value, str) else value


def _split_list(value: object) -> object:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _origin(value: str) -> str:
    if not value:
        return value
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        raise ValueError("must be an absolute http(s) URL")
    if parts.username is not None or parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("must be an origin: scheme, host and port, and nothing else")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _https_url(value: str) -> str:
    if not value:
        return value
    try:
        url = _URL.validate_python(value)
    except ValidationError:
        raise ValueError("must be an https:// URL") from None
    if url.username is not None or url.password is not None:
        raise ValueError("must be a URL without credentials")
    return str(url)


def _split_days(value: object) -> object:
    return value.split(",") if isinstance(value, str) else (value,) if isinstance(value, int) else value


def _waits(value: tuple[int, ...]) -> tuple[int, ...]:
    if not value or min(value) < 0 or list(value) != sorted(value):
        raise ValueError("must be days that do not decrease, such as 14,30,90")
    return value


def _email(value: str) -> str:
    if not value:
        return value
    try:
        # Mail servers without SMTPUTF8 refuse a local part beyond ASCII.
        return validate_email(
            value, check_deliverability=False, globally_deliverable=False, allow_smtputf8=False
        ).normalized
    except EmailNotValidError:
        raise ValueError("must be a single email") from None


def _networks(value: str) -> str:
    parse_networks(value)
    return value


def _database(value: SecretStr) -> SecretStr:
    url = value.get_secret_value()
    if url and not _DATABASE_URL.match(url):
        raise ValueError("must be a postgresql:// URL")
    return value


def _redis(value: SecretStr) -> SecretStr:
    if not value.get_secret_value().startswith(("redis://", "rediss://")):
        raise ValueError("must be a redis:// or rediss:// URL")
    return value


def _prices(value: dict[str, str]) -> dict[str, str]:
    if any(not price_id or price_id.startswith("prod_") for price_id in value.values()):
        raise ValueError("STRIPE_PRICES must name prices (price_…), not products")
    return value


def _recipients(value: list[str]) -> list[str]:
    try:
        for key in value:
            pyrage.x25519.Recipient.from_str(key)
    except pyrage.RecipientError:
        raise ValueError("must be public keys of age (age1…)") from None
    return value


Origins = Annotated[list[Annotated[str, AfterValidator(_origin)]], NoDecode, BeforeValidator(_split_list)]
"""Schemes, hosts and ports of http(s) URLs, separated by commas."""
Folders = Annotated[list[Path], NoDecode, BeforeValidator(_split_paths)]
"""Paths, separated by colons."""
Waits = Annotated[tuple[int, ...], NoDecode, BeforeValidator(_split_days), AfterValidator(_waits)]
"""Numbers of days, separated by commas; none is shorter than the one before."""
Origin = Annotated[str, AfterValidator(_origin)]
"""Scheme, host and port of an http(s) URL; empty for none."""
SecureUrl = Annotated[str, AfterValidator(_https_url)]
"""An https URL of any site, without credentials; empty for none."""
Email = Annotated[str, AfterValidator(_email)]
"""A single email, without a name; empty for none."""
Networks = Annotated[str, AfterValidator(_networks)]
"""IP addresses and networks, separated by commas."""
DatabaseUrl = Annotated[SecretStr, AfterValidator(_database)]
"""A SQLAlchemy or plain PostgreSQL URL; empty for SQLite."""
RedisUrl = Annotated[SecretStr, AfterValidator(_redis)]
"""`redis://…` or `rediss://…`, which may hold a password."""
StripePrices = Annotated[dict[str, str], AfterValidator(_prices)]
"""Product type → price id."""
Recipients = Annotated[list[str], NoDecode, BeforeValidator(_split_list), AfterValidator(_recipients)]
"""Public keys of age, separated by commas."""


def async_url(url: str, data_dir: Path) -> str:
    """Return a database URL with its asynchronous driver.

    Args:
        url: As operators write it; empty for a SQLite file in the data folder.
        data_dir: The data folder.
    """
    if not url:
        return f"sqlite+aiosqlite:///{data_dir / 'webdev-certs.db'}"
    for prefix in ("postgresql://", "postgres://"):
        if url.startswith(prefix):
            # asyncpg calls this parameter `ssl`, with the same values.
            return "postgresql+asyncpg://" + _SSL_MODE.sub(r"\1ssl=", url.removeprefix(prefix))
    return url
