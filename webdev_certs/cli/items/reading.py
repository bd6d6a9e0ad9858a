"""What the commands share: read the banks, choose items, and print what is wrong."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from webdev_certs.server.content.bank import Bank, Fault, read_bank
from webdev_certs.server.content.format import Item
from webdev_certs.settings import get_settings

bank_option = click.option(
    "--bank",
    "dirs",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Also read the bank in this folder. May be given several times.",
)


def read_banks(dirs: Sequence[Path] = (), generated: bool = False) -> tuple[Bank, list[Fault]]:
    """Read the built-in bank, the banks in the settings and in `dirs`, and return all faults of their files.

    Args:
        dirs: Folders of more banks.
        generated: Use the instances that this deployment has made, if any, instead of the public ones.
    """
    settings = get_settings()
    own = settings.generated_items_dir if generated else None
    return read_bank([*settings.question_bank_dirs, *dirs], own)


def choose_items(bank: Bank, words: Sequence[str]) -> list[Item]:
    """Return the items that the words name, or all items if there are no words.

    Args:
        bank: Where the items are.
        words: Technologies, ids of items and ids of item models.

    Raises:
        click.BadParameter: a word is none of these.
    """
    items = [item for technology in bank.technologies.values() for item in technology.items]
    models = {model.id for technology in bank.technologies.values() for model in technology.models}
    known = {*bank.technologies, *models, *(item.id for item in items)}
    if unknown := [word for word in words if word not in known]:
        raise click.BadParameter(f"no technology or item is called {', '.join(unknown)}")
    chosen = set(words)
    of_technology = {item.id for name in chosen & set(bank.technologies) for item in bank.get(name).items}
    chosen |= of_technology
    return [item for item in items if not words or item.id in chosen or item.model in chosen]


def concerns(fault: Fault, technology: str | None) -> bool:
    """Return whether a fault is in a technology's folder; all are if none is named."""
    return technology is None or technology in fault.file.parts


def print_lines(lines: Iterable[object]) -> None:
    """Print one line each on standard error."""
    for line in lines:
        click.echo(line, err=True)
