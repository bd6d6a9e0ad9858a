"""`webdev-certs keys`: the signing key and the credential keys."""

import asyncio

import click

from webdev_certs.server.database.engine import Database
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.credential_keys import CredentialKey
from webdev_certs.server.services.certificates.issuer_keys import IssuerKeys
from webdev_certs.settings import Settings, get_settings
from webdev_certs.shared.clock import utc_now


@click.group()
def keys() -> None:
    """Manage the signing key and the credential keys."""


@keys.command()
@click.option("--credentials", is_flag=True, help="Print a pair of keys for CREDENTIAL_KEY instead.")
def generate(credentials: bool) -> None:
    """Print a new private key (EC P-256, PEM) for SIGNING_KEY."""
    click.echo(CredentialKey.generate().pem() if credentials else SigningKey.generate().pem(), nl=False)


@keys.command()
def rotate() -> None:
    """Sign credentials with a new pair of keys from now on.

    Credentials signed before stay valid: the old public keys stay in did.json until the last one expires.
    """
    settings = get_settings()
    if settings.credential_key is not None:
        raise click.ClickException(
            "CREDENTIAL_KEY is set. Replace it with the output of `webdev-certs keys generate --credentials` "
            "and restart: the old public keys stay in did.json."
        )
    number = asyncio.run(_rotate(settings))
    click.echo(
        f"Key {number} signs credentials from now on. Keep a copy of {settings.data_dir}/credential-keys."
    )


async def _rotate(settings: Settings) -> int:
    database = Database(settings.database)
    try:
        async with database.transaction() as db:
            return await IssuerKeys(settings).rotate(db, utc_now())
    finally:
        await database.dispose()
