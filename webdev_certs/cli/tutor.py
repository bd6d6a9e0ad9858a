"""`webdev-certs tutor`: what learners report about the tutor's answers, and turning it off and on."""

from collections.abc import Sequence

import click

from webdev_certs.cli.transactions import operate, reason_option
from webdev_certs.server.models import TutorExchange
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.tutor import exchanges, switching
from webdev_certs.shared.formatting import counted, printable


@click.group()
def tutor() -> None:
    """See what learners report about the tutor, and turn it off and on."""


@tutor.command()
def reports() -> None:
    """List the reported answers with what was asked, oldest first. Who reported them is not shown."""

    async def read(context: Context) -> Sequence[TutorExchange]:
        return await exchanges.list_reported(context)

    found = operate("tutor reports", "all answers", None, read)
    for exchange in found:
        click.echo(f"{exchange.reported_at:%Y-%m-%d}  {exchange.item_id} v{exchange.item_version}")
        click.echo(f"    report: {exchange.report or '–'}")
        click.echo(f"    asked: {printable(exchange.question) or exchange.action}")
        for line in exchange.answer.splitlines():
            click.echo(f"    | {printable(line)}")
    click.echo(counted(len(found), "report"))


@tutor.command()
@reason_option
def off(reason: str | None) -> None:
    """Turn the tutor off at once, in all processes."""
    operate("tutor off", "tutor", reason, switching.turn_off)
    click.echo("The tutor is off. Nobody can ask it anything.")


@tutor.command()
@reason_option
def on(reason: str | None) -> None:
    """Turn the tutor on again."""
    operate("tutor on", "tutor", reason, switching.turn_on)
    click.echo("The tutor is on.")
