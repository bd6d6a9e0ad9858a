"""`webdev-certs items stats`: the coverage table."""

from collections.abc import Iterator
from pathlib import Path

import click

from webdev_certs.cli.items.reading import bank_option, counted, read_banks
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.coverage import Shares, rows, shares


@click.command()
@click.argument("technologies", nargs=-1, metavar="[TECHNOLOGY]...")
@bank_option
def stats(technologies: tuple[str, ...], dirs: tuple[Path, ...]) -> None:
    """Count the items by technology, pool, topic and difficulty, and tell what they are made of."""
    bank, _ = read_banks(dirs, generated=True)
    if unknown := set(technologies) - set(bank.technologies):
        raise click.BadParameter(f"no technology is called {', '.join(sorted(unknown))}")
    for name in technologies or bank.technologies:
        for line in _table(bank.get(name)):
            click.echo(line)


def _table(technology: TechnologyBank) -> Iterator[str]:
    yield technology.blueprint.name
    yield f"  {'pool':14}{'topic':20}{'beginner':>9}{'intermediate':>14}{'advanced':>10}{'all':>6}"
    for row in rows(technology):
        beginner, intermediate, advanced = row.difficulties
        yield f"  {row.pool:14}{row.topic:20}{beginner:>9}{intermediate:>14}{advanced:>10}{row.total:>6}"
    made_of = shares(technology)
    if made_of.items:
        yield from _shares(made_of)
    yield ""


def _shares(made_of: Shares) -> Iterator[str]:
    def share(number: int) -> str:
        return f"{number} ({100 * number / made_of.items:.0f} %)"

    yield f"  with code {share(made_of.with_code)}, executed {share(made_of.executed)}"
    if made_of.plain_javascript:
        yield f"  plain JavaScript {share(made_of.plain_javascript)}"
    if made_of.models:
        yield f"  {counted(made_of.models, 'item model')} with {counted(made_of.instances, 'instance')}"
    yield "  " + ", ".join(f"{name} {share(number)}" for name, number in made_of.formats.items() if number)
