"""`webdev-certs items rekey`: correct the key of an item that has been in exams."""

import sys
from collections.abc import Sequence

import click

from webdev_certs.cli.audited import ask, check_length, operate_on_each, yes_option
from webdev_certs.server.models import ItemRegrade
from webdev_certs.server.services.exams.regrading import (
    Learner,
    Regraded,
    attempts_to_regrade,
    regrade_attempt,
)
from webdev_certs.server.services.items.regraded_keys import RegradeFault, add_regrade
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.formatting import counted

needed_reason = click.option(
    "--reason", metavar="TEXT", required=True, help="Why; kept in the operators' log.", callback=check_length
)


@click.command()
@click.argument("item")
@click.argument("version", type=click.IntRange(min=1))
@click.option(
    "--key",
    "keys",
    multiple=True,
    help="The key as the item file has it: b · [a, c] · {a: x, b: y} · map · {number: 3.5, tolerance: 0.1}. "
    "Given several times, answers that fit any of them are correct.",
)
@click.option("--withdraw", is_flag=True, help="Instead of a key: the item does not count.")
@click.option("--take-away-passes", is_flag=True, help="Attempts that were passed can become failed.")
@needed_reason
@yes_option
def rekey(
    item: str,
    version: int,
    keys: tuple[str, ...],
    withdraw: bool,
    take_away_passes: bool,
    reason: str,
    yes: bool,
) -> None:
    """Correct the key of VERSION of ITEM, and score every attempt that had it again.

    Each attempt is scored in its own transaction. The command can be stopped and repeated: it continues with
    the remaining attempts. Learners whose result changed get a mail.
    """
    if bool(keys) == withdraw:
        raise click.UsageError("Give either --key or --withdraw.")
    ask(yes, f"Score every attempt again that had version {version} of {item}?")

    async def find(context: Context) -> tuple[ItemRegrade, Sequence[Learner]]:
        regrade = await add_regrade(context, item, version, keys, reason, takes_passes_away=take_away_passes)
        return regrade, await attempts_to_regrade(context, regrade)

    try:
        results = operate_on_each(
            "items rekey",
            f"{item}@{version}"[:80],
            reason,
            find,
            regrade_attempt,
            lambda learners: click.progressbar(learners, label="Attempts", file=sys.stderr),
        )
    except RegradeFault as fault:
        raise click.ClickException(str(fault)) from None
    report([result for result in results if result])


def report(results: Sequence[Regraded]) -> None:
    """Print what scoring the attempts again has changed."""
    changed = sum(result.changed for result in results)
    click.echo(f"{counted(len(results), 'attempt')} scored again, {changed} with another result")
    click.echo(f"  {sum(result.passed for result in results)} passed now")
    click.echo(f"  {sum(result.failed for result in results)} failed now")
    click.echo(
        f"  {sum(result.kept for result in results)} stay passed, though they would fail with this key"
    )
