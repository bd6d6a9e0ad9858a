"""What a single setting may look like; what several have to be together is in `settings`."""

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, BeforeValidator, SecretStr
from pydantic_settings import NoDecode

from webdev_certs.server.domain.networks import parse_networks
from webdev_certs.server.domain.payments import PRODUCT_TYPES


def _split_paths(value: object) -> object:
    return [part for part in value.split(":") if part] if isinstance(value, str) else value


def _origin(value: str) -> str:
    if not value:
        return value
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        raise ValueError("must be an absolute http(s) URL")
    if parts.username is not None or parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("must be an origin alone: scheme, host and port")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _address(value: str) -> str:
    if not value:
        return value
    try:
        # A local part beyond ASCII would shut out every server without SMTPUTF8.
        return validate_email(
            value, check_deliverability=False, globally_deliverable=False, allow_smtputf8=False
        ).normalized
    except EmailNotValidError:
        raise ValueError("must be an email address alone") from None


def _networks(value: str) -> str:
    parse_networks(value)
    return value


def _redis(value: SecretStr) -> SecretStr:
    if not value.get_secret_value().startswith(("redis://", "rediss://")):
        raise ValueError("must be a redis:// or rediss:// URL")
    return value


def _prices(value: dict[str, str]) -> dict[str, str]:
    # A plan would be missing in the shop, and nothing would say why.
    if unknown := set(value) - set(PRODUCT_TYPES):
        raise ValueError(
            f"STRIPE_PRICES names {', '.join(sorted(unknown))}; sold are {', '.join(PRODUCT_TYPES)}"
        )
    if any(not price_id or price_id.startswith("prod_") for price_id in value.values()):
        raise ValueError("STRIPE_PRICES must name prices (price_…), not products")
    return value


Folders = Annotated[list[Path], NoDecode, BeforeValidator(_split_paths)]
"""Paths, separated by colons."""
Origin = Annotated[str, AfterValidator(_origin)]
"""Scheme, host and port of an http(s) URL; empty for none."""
MailAddress = Annotated[str, AfterValidator(_address)]
"""An email address alone; empty for none."""
Networks = Annotated[str, AfterValidator(_networks)]
"""Addresses and networks, separated by commas."""
RedisUrl = Annotated[SecretStr, AfterValidator(_redis)]
"""`redis://…` or `rediss://…`, which may hold a password."""
StripePrices = Annotated[dict[str, str], AfterValidator(_prices)]
"""Product type → price id."""
