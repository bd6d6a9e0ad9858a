"""`webdev-certs credentials`: the signed credentials of certificates."""

import asyncio

import click

from webdev_certs.cli.audited import command_context
from webdev_certs.server.content.bank import load_bank
from webdev_certs.server.database.engine import Database
from webdev_certs.server.services.certificates.backfill import sign_next
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.issuer_keys import IssuerKeys, MissingKey
from webdev_certs.settings import Settings, get_settings
from webdev_certs.shared.clock import utc_now


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
        count = asyncio.run(_issue(get_settings()))
    except MissingKey as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Signed {count} credentials.")


async def _issue(settings: Settings) -> int:
    database, bank = Database(settings.database), load_bank(settings.question_bank_dirs)
    issuer = CredentialIssuer(settings.origin, IssuerKeys(settings))
    outside = command_context(database, settings, bank)
    count, last = 0, ""
    try:
        async with database.transaction() as db:
            await issuer.keys.prepare(db, utc_now())
        while True:
            async with outside.transaction() as context:
                signed = await sign_next(context, issuer, last)
            if not signed:
                return count
            count, last = count + len(signed), signed[-1]
    finally:
        issuer.close()
        await database.dispose()
