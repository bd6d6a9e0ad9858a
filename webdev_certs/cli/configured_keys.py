"""Check the private keys in the settings before a command needs them."""

from collections.abc import Callable

import click
from pydantic import SecretStr

from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.credential_keys import CredentialKey
from webdev_certs.settings import Settings


def check_keys(settings: Settings) -> None:
    """End with one line if a configured private key cannot be read."""
    _check("SIGNING_KEY", settings.signing_key, SigningKey.from_pem)
    _check("CREDENTIAL_KEY", settings.credential_key, CredentialKey.from_pem)


def _check(name: str, key: SecretStr | None, read: Callable[[str], object]) -> None:
    if key is None:
        return
    try:
        read(key.get_secret_value())
    except ValueError as error:
        raise click.ClickException(f"Invalid settings: {name}: {error}") from None
