"""`webdev-certs items new`: start a new item."""

from pathlib import Path
from typing import get_args

import click
import yaml

from webdev_certs.authoring.checks.releases import read_released
from webdev_certs.authoring.skeleton import choose_file, choose_topic, free_id, write_skeleton
from webdev_certs.cli.items.reading import bank_option, read_banks
from webdev_certs.server.content.format import Pool
from webdev_certs.shared.formatting import counted
from webdev_certs.shared.vocabulary import Difficulty, ItemFormat


@click.command()
@click.argument("technology")
@click.option("--topic", help="By default the one with the fewest items in the pool.")
@click.option("--pool", default="practice", show_default=True, type=click.Choice(get_args(Pool)))
@click.option(
    "--format",
    "item_format",
    default="single_choice",
    show_default=True,
    type=click.Choice(get_args(ItemFormat)),
)
@click.option(
    "--difficulty", default="intermediate", show_default=True, type=click.Choice(get_args(Difficulty))
)
@bank_option
def new(
    technology: str,
    topic: str | None,
    pool: Pool,
    item_format: ItemFormat,
    difficulty: Difficulty,
    dirs: tuple[Path, ...],
) -> None:
    """Write a new item of TECHNOLOGY with empty texts, and print what its author has to fill in.

    The item gets the next free id, and the last place in the file of its topic and pool. With --bank it is
    written in the last of these banks.
    """
    bank, _ = read_banks(dirs)
    if technology not in bank.technologies:
        raise click.BadParameter(
            f"no technology is called {technology}: there are {', '.join(bank.technologies)}. "
            "A new one needs a folder with a blueprint.yaml first (docs/authoring-questions.md)."
        )
    part = bank.get(technology)
    topic = topic or choose_topic(part, pool)
    if topic not in part.topic_titles:
        raise click.BadParameter(
            f"no topic of {technology} is called {topic}: {', '.join(part.topic_titles)}"
        )
    folder = dirs[-1] / technology if dirs else part.blueprint_file.parent
    path = choose_file(part, folder, topic, pool)
    item_id = free_id(part, folder, topic, pool, read_released())
    skeleton = write_skeleton(part, item_id, topic, pool, item_format, difficulty)
    _append(path, skeleton.text)
    click.echo(f"{item_id} is written at the end of {path}")
    click.echo(f"{counted(len(skeleton.empty), 'text')} to fill in: {', '.join(skeleton.empty)}")
    where = " ".join(map(str, dirs))
    click.echo(f"Then run `webdev-certs items check {where}{' ' * bool(where)}--only {technology}`.")


def _append(path: Path, entry: str) -> None:
    """Add an entry to the YAML list in a file; make the file if there is none."""
    before = path.read_text("utf-8").rstrip("\n") + "\n\n" if path.is_file() else ""
    try:
        entries = yaml.safe_load(before + entry)
    except yaml.YAMLError:
        entries = None
    if not isinstance(entries, list):
        raise click.ClickException(f"{path} is not a list of items at the left margin: nothing is written.")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(before + entry, "utf-8")
