"""`webdev-certs certificates`: issued certificates."""

from typing import cast, get_args

import click

from webdev_certs.cli.transactions import ask, operate, reason_option, yes_option
from webdev_certs.schemas.certificates import OperatorsReason, SuspensionReason
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.models import Certificate
from webdev_certs.server.services.certificates import status_lists
from webdev_certs.server.services.shared.context import Context


def _parsed(_context: click.Context, _parameter: click.Parameter, number: str) -> str:
    try:
        return parse_number(number)
    except InvalidInput as error:
        raise click.BadParameter(error.message) from None


_number = click.argument("number", callback=_parsed)


@click.group()
def certificates() -> None:
    """Show, suspend, revoke and reinstate certificates."""


@certificates.command()
@_number
@reason_option
@yes_option
def show(number: str, reason: str | None, yes: bool) -> None:
    """Show a certificate, also what its holder does not share."""
    ask(yes, f"Show {number}? This is recorded.")

    async def read(context: Context) -> Certificate:
        return await status_lists.lock_certificate(context, number)

    found = operate("certificates show", number, reason, read)
    for name, value in found.model_dump().items():
        click.echo(f"{name}: {'–' if value is None else value}")


@certificates.command()
@_number
@click.option(
    "--because",
    type=click.Choice(get_args(OperatorsReason)),
    required=True,
    help="What everybody who verifies the certificate reads, in words.",
)
@reason_option
@yes_option
def revoke(number: str, because: str, reason: str | None, yes: bool) -> None:
    """Revoke a certificate for good: verification says so within a minute, with the reason."""
    ask(yes, f"Revoke {number}? This is final: `suspend` can be undone.")

    async def change(context: Context) -> str:
        certificate = await status_lists.lock_certificate(context, number)
        if certificate.revoked_at:
            raise click.ClickException(f"{certificate.number} is revoked already.")
        if certificate.replaced_by:
            newer = certificate.replaced_by
            raise click.ClickException(f"{certificate.number} is replaced by {newer}: revoke that one.")
        await status_lists.revoke(context, certificate, cast(OperatorsReason, because))
        return certificate.number

    revoked = operate("certificates revoke", number, reason, change)
    click.echo(f"{revoked} is revoked.")


@certificates.command()
@_number
@click.option(
    "--because",
    type=click.Choice(get_args(SuspensionReason)),
    required=True,
    help="What everybody who verifies the certificate reads, in words.",
)
@reason_option
@yes_option
def suspend(number: str, because: str, reason: str | None, yes: bool) -> None:
    """Suspend a certificate until it is reinstated or revoked: verification says so within a minute."""
    ask(yes, f"Suspend {number}?")

    async def change(context: Context) -> str:
        certificate = await status_lists.lock_certificate(context, number)
        if not await status_lists.suspend(context, certificate, cast(SuspensionReason, because)):
            raise click.ClickException(f"{certificate.number} is suspended, revoked or replaced already.")
        return certificate.number

    suspended = operate("certificates suspend", number, reason, change)
    click.echo(f"{suspended} is suspended.")


@certificates.command()
@_number
@reason_option
@yes_option
def reinstate(number: str, reason: str | None, yes: bool) -> None:
    """End a suspension: verification says so within a minute. A revocation is final."""
    ask(yes, f"Reinstate {number}?")

    async def change(context: Context) -> str:
        certificate = await status_lists.lock_certificate(context, number)
        if certificate.revoked_at:
            raise click.ClickException(f"{certificate.number} is revoked, and a revocation is final.")
        if not await status_lists.reinstate(context, certificate):
            raise click.ClickException(f"{certificate.number} is not suspended.")
        return certificate.number

    reinstated = operate("certificates reinstate", number, reason, change)
    click.echo(f"{reinstated} is no longer suspended.")
