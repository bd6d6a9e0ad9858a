"""`webdev-certs items export`: write items for another tool."""

from pathlib import Path
from typing import get_args

import click

from webdev_certs.authoring.exchange import FORMATS
from webdev_certs.cli.items.reading import bank_option, choose_items, print_lines, read_banks
from webdev_certs.server.content.format import Pool
from webdev_certs.shared.formatting import counted


@click.command("export")
@click.argument("words", nargs=-1, metavar="[TECHNOLOGY|ID]...")
@click.option("--format", "name", required=True, type=click.Choice(list(FORMATS)))
@click.option("--to", "path", required=True, type=click.Path(path_type=Path), help="The file to write.")
@click.option("--pool", type=click.Choice(get_args(Pool)), help="Only items of this pool.")
@bank_option
def export_items(
    words: tuple[str, ...], name: str, path: Path, pool: str | None, dirs: tuple[Path, ...]
) -> None:
    """Write the items that the words name, by default all, as GIFT, Aiken, Moodle XML or a QTI 3.0 package.

    Every loss is printed on a line of its own: item, field and reason. The file contains the keys.
    """
    bank, _ = read_banks(dirs, generated=True)
    chosen = [item for item in choose_items(bank, words) if pool in (None, item.pool)]
    exported = FORMATS[name].dump(chosen)
    path.write_bytes(exported.data)
    print_lines(exported.losses)
    left_out = sum(not loss.field for loss in exported.losses)
    written = counted(len(chosen) - left_out, "item")
    click.echo(f"{written} written to {path}, {left_out} left out")
