"""`webdev-certs items import` and `export`: items in the formats of other tools."""

from pathlib import Path
from typing import Any, get_args

import click
import yaml
from pydantic import ValidationError

from webdev_certs.authoring.exchange import FORMATS, Unreadable
from webdev_certs.authoring.exchange.losses import Tree
from webdev_certs.cli.items.reading import bank_option, choose_items, print_lines, read_banks
from webdev_certs.server.content.files import messages
from webdev_certs.server.content.format import Item, Pool
from webdev_certs.shared.formatting import counted


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, as authors do."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


@click.command("import")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--format", "name", required=True, type=click.Choice(list(FORMATS)))
@click.option(
    "--to", "target", required=True, type=click.Path(path_type=Path), help="The YAML file to write."
)
@click.option("--technology", required=True, help="For the ids: react in react-hooks-001.")
@click.option("--topic", required=True, help="For items that name no topic.")
@click.option("--pool", default="practice", type=click.Choice(get_args(Pool)))
@click.option(
    "--difficulty", default="intermediate", type=click.Choice(["beginner", "intermediate", "advanced"])
)
@click.option("--first", default=1, type=click.IntRange(1, 999), help="Number of the first new id.")
@click.option("--reference", nargs=2, metavar="TITLE URL", help="The official page that confirms the keys.")
@click.option("--location", help="Where on that page.")
def import_items(path: Path, name: str, target: Path, **given: Any) -> None:
    """Read a file of another tool and write items as YAML.

    What the file lacks is taken from the options. What is missing after that, such as an explanation for each
    option, is printed line by line: write it into the YAML file, then run `items check`.
    """
    try:
        imported = FORMATS[name].load(path.read_bytes())
    except (Unreadable, UnicodeDecodeError) as reason:
        raise click.ClickException(f"{path}: {reason}") from None
    print_lines(imported.losses)
    number = given["first"]
    trees, incomplete = [], 0
    for tree in imported.trees:
        filled = _filled(tree, given, number)
        number += filled["id"] != tree.get("id")
        faults = _faults(filled)
        print_lines(f"{filled['id']}: {fault}" for fault in faults)
        incomplete += bool(faults)
        trees.append(filled)
    target.write_text(
        yaml.dump(trees, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110), "utf-8"
    )
    click.echo(f"{counted(len(trees), 'item')} written to {target}, {incomplete} of them incomplete")


def _filled(tree: Tree, given: dict[str, Any], number: int) -> Tree:
    """Return the item with its missing fields filled in from the options."""
    topic = tree.get("topic", given["topic"])
    known = str(tree.get("id", "")).startswith(f"{given['technology']}-")
    defaults: Tree = {
        "version": 1,
        "topic": topic,
        "pool": given["pool"],
        "difficulty": given["difficulty"],
        "expected_seconds": 60,
    }
    if given["reference"]:
        title, url = given["reference"]
        defaults["reference"] = {"title": title, "url": url}
    if given["location"]:
        defaults["evidence"] = {"kind": "cited", "location": given["location"]}
    item_id = tree["id"] if known else f"{given['technology']}-{topic}-{number:03}"
    return {"id": item_id, **defaults, **{name: value for name, value in tree.items() if name != "id"}}


def _faults(tree: Tree) -> list[str]:
    try:
        Item.model_validate(tree)
    except ValidationError as error:
        return list(messages(error))
    return []


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
