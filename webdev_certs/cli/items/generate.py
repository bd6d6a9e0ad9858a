"""`webdev-certs items generate`: make instances of item models."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from webdev_certs.authoring.item_models import generating
from webdev_certs.authoring.item_models.generating import COUNT, PUBLIC_SEED, Family, load_or_create_seed
from webdev_certs.cli.items.reading import bank_option, print_lines, read_banks
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.content.item_models.files import (
    INSTANCES,
    has_instances,
    instances_file,
    write_instances,
)
from webdev_certs.server.content.item_models.format import ItemModel
from webdev_certs.settings import get_settings
from webdev_certs.shared.formatting import counted


@click.command()
@click.argument("words", nargs=-1, metavar="[TECHNOLOGY|MODEL]...")
@click.option("--seed", help="Instead of ITEM_SEED or the seed in the data folder.")
@click.option("--count", default=COUNT, show_default=True, type=click.IntRange(min=1), help="For each model.")
@click.option("--runtime", help="Only models that need this runtime: node, react, java, …")
@click.option("--missing", is_flag=True, help="Only models of which this deployment has no instances yet.")
@click.option("--public", is_flag=True, help="Write the set that is published with the models.")
@click.option("--to", "folder", type=click.Path(path_type=Path), help="Instead of the data folder.")
@bank_option
def generate(
    words: tuple[str, ...],
    seed: str | None,
    count: int,
    runtime: str | None,
    missing: bool,
    public: bool,
    folder: Path | None,
    dirs: tuple[Path, ...],
) -> None:
    """Make instances of the item models that the words name, by default of all.

    Draws values from the seed, runs the code, and writes items with their keys and evidence. Exits with 1 if
    a model does not give all instances. Models whose runtime is missing are left out.
    """
    if public and (seed or folder):
        raise click.UsageError("the public set has its own seed and place: leave out --seed and --to")
    settings = get_settings()
    folder = folder or settings.generated_items_dir
    bank, faults = read_banks(dirs)
    if faults:
        print_lines([f"{counted(len(faults), 'fault')} in the files, see `items check`"])
    chosen = [
        model
        for model in _choose(bank, words)
        if runtime in (None, model.run.runtime)
        # Every machine can make instances that need only Node, so none of these are published.
        and not (public and model.run.runtime == "node")
        and not (missing and has_instances(_file(bank, model, folder, public), model.version))
    ]
    seed = PUBLIC_SEED if public else seed or _own_seed()
    families = _generate(chosen, seed, count) if chosen else []
    for family in families:
        if len(family.items) >= count:
            write_instances(_file(bank, family.model, folder, public), family.items)
    _tell(families)


def _choose(bank: Bank, words: Sequence[str]) -> list[ItemModel]:
    models = [model for technology in bank.technologies.values() for model in technology.models]
    known = {*bank.technologies, *(model.id for model in models)}
    if unknown := [word for word in words if word not in known]:
        raise click.BadParameter(f"no technology or item model is called {', '.join(unknown)}")
    return [
        model
        for name, technology in bank.technologies.items()
        for model in technology.models
        if not words or name in words or model.id in words
    ]


def _file(bank: Bank, model: ItemModel, folder: Path, public: bool) -> Path:
    """Return the file for a model's instances."""
    technology, bank_folder = next(
        (name, part.files[model.id].parent.parent)
        for name, part in bank.technologies.items()
        if model in part.models
    )
    return instances_file(bank_folder / INSTANCES if public else folder / technology, model.id)


def _own_seed() -> str:
    settings = get_settings()
    if settings.item_seed:
        return settings.item_seed.get_secret_value()
    return load_or_create_seed(settings.data_dir / "item-seed")


def _generate(models: list[ItemModel], seed: str, count: int) -> list[Family]:
    with click.progressbar(length=1, label="Running", file=sys.stderr) as bar:

        def show(done: int, expected: int) -> None:
            bar.length = expected
            bar.update(done - bar.pos)

        return list(generating.generate(models, seed, count, progress=show))


def _tell(families: list[Family]) -> None:
    short = [family for family in families if family.message]
    print_lines(f"{family.model.id}: {family.message}" for family in short if not family.missing_runtime)
    not_run = [family for family in short if family.missing_runtime]
    for message in sorted({family.message for family in not_run}):
        number = sum(family.message == message for family in not_run)
        print_lines([f"{counted(number, 'model')} left out: {message}"])
    complete = [family for family in families if not family.message]
    instances = sum(len(family.items) for family in complete)
    click.echo(f"{counted(instances, 'instance')} of {counted(len(complete), 'model')} made")
    if len(short) > len(not_run):
        raise SystemExit(1)
