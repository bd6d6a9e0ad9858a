"""`webdev-certs keys` and `credentials`: the keys that sign, and the signed credentials of certificates."""

from collections.abc import Awaitable, Callable
from datetime import datetime

import click

from webdev_certs.cli.transactions import ask, command_context, with_database, yes_option
from webdev_certs.server.database.backups.files import generate_identity
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.credential_keys import CredentialKey
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.issuer_keys import IssuerKeys, MissingKey
from webdev_certs.server.services.certificates.sign_badges import sign_next
from webdev_certs.settings import Settings, get_settings


@click.group()
def keys() -> None:
    """Manage the signing key and the credential keys."""


@keys.command()
@click.option("--credentials", is_flag=True, help="Print a pair of keys for CREDENTIAL_KEY instead.")
@click.option("--backups", is_flag=True, help="Print a key that decrypts backups instead.")
def generate(credentials: bool, backups: bool) -> None:
    """Print a new private key (EC P-256, PEM) for SIGNING_KEY."""
    if backups:
        click.echo(generate_identity(), nl=False)
    else:
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
    number = _change_keys(lambda keys, db, now: keys.rotate(db, now))
    click.echo(
        f"Key {number} signs credentials from now on. Keep a copy of {settings.data_dir}/credential-keys."
    )


@keys.command()
@click.argument("number", type=click.IntRange(1, 999_999))
@yes_option
def revoke(number: int, yes: bool) -> None:
    """Revoke a pair of credential keys that somebody else may have.

    Nothing that it has signed is accepted from then on. Credentials are signed with a new pair when somebody
    asks for them, but the files that holders have already downloaded are worthless: tell them.
    """
    ask(yes, f"Revoke credential key {number}? All files that it has signed become worthless.")
    try:
        count = _change_keys(lambda keys, db, now: keys.revoke(db, number, now))
    except LookupError:
        raise click.ClickException(f"There is no credential key {number} that could be revoked.") from None
    except MissingKey as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Key {number} is revoked. {count} credentials will be signed again.")


def _change_keys(change: Callable[[IssuerKeys, AsyncSession, datetime], Awaitable[int]]) -> int:
    """Change the credential keys in one transaction, at the database's time."""

    async def run(settings: Settings, database: Database) -> int:
        async with database.transaction() as db:
            return await change(IssuerKeys(settings), db, database.clock())

    return with_database(run)


@click.group()
def credentials() -> None:
    """Manage the signed credentials of certificates."""


@credentials.command()
def issue() -> None:
    """Sign the credential of every certificate that has none, or one in the name of an old PUBLIC_URL.

    Credentials are also signed when somebody first asks for them, so this is only needed to have all of them
    in the database. It can be stopped and repeated.
    """
    try:
        count = with_database(_issue)
    except MissingKey as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Signed {count} credentials.")


async def _issue(settings: Settings, database: Database) -> int:
    issuer = CredentialIssuer(settings.origin, IssuerKeys(settings))
    context = command_context(database, settings, with_bank=True)
    count, last = 0, ""
    try:
        async with database.transaction() as db:
            await issuer.keys.prepare(db, database.clock())
        while True:
            signed = await sign_next(context, issuer, last)
            if not signed:
                return count
            count, last = count + len(signed), signed[-1]
    finally:
        issuer.close()
