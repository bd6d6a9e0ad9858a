"""What the commands share: read the banks, choose items, and print what is wrong."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from webdev_certs.server.content.bank import Bank, Family, Fault, read_bank
from webdev_certs.settings import get_settings

bank_option = click.option(
    "--bank",
    "dirs",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Also read the bank in this folder. May be given several times.",
)


def read_banks(dirs: Sequence[Path] = (), seed: str = "") -> tuple[Bank, list[Fault]]:
    """Read the built-in bank, the banks in the settings and in `dirs`, and return all faults of their files.

    Args:
        dirs: Folders of more banks.
        seed: Decides which instances of practice models there are.
    """
    return read_bank([*get_settings().question_bank_dirs, *dirs], seed)


def choose_families(bank: Bank, words: Sequence[str]) -> list[Family]:
    """Return the items and item models that the words name, or all if there are no words.

    Args:
        bank: Where they are.
        words: Technologies, ids of items and ids of item models.

    Raises:
        click.BadParameter: A word is none of these.
    """
    families = {name: list(part.families.values()) for name, part in bank.technologies.items()}
    known = {*families, *(each.id for part in families.values() for each in part)}
    if unknown := [word for word in words if word not in known]:
        raise click.BadParameter(f"no technology, item or item model is called {', '.join(unknown)}")
    return [
        each
        for name, part in families.items()
        for each in part
        if not words or name in words or each.id in words
    ]


def concerns(fault: Fault, technology: str | None) -> bool:
    """Return whether a fault is in a technology's folder; all are if none is named."""
    return technology is None or technology in fault.file.parts


def print_lines(lines: Iterable[object]) -> None:
    """Print one line each on standard error."""
    for line in lines:
        click.echo(line, err=True)
