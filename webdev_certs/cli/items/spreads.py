"""`webdev-certs items spreads`: how much instances of families differ, from blind ratings."""

from pathlib import Path
from statistics import median

import click

from webdev_certs.authoring.spreads import BadRatings, read_ratings, spreads, with_spreads
from webdev_certs.cli.items.reading import bank_option, read_banks
from webdev_certs.shared.formatting import counted

_REVIEW = Path(__file__).parents[2] / "server" / "content" / "review"


@click.command("spreads")
@click.argument("technology")
@click.option(
    "--ratings",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of ratings instead of those in the folder content/review; can be repeated.",
)
@click.option("--write", is_flag=True, help="Write the spreads into the files of the families.")
@bank_option
def print_spreads(technology: str, files: tuple[Path, ...], write: bool, dirs: tuple[Path, ...]) -> None:
    """Print how much the instances of each family of TECHNOLOGY differ in difficulty, from blind ratings.

    A file has the columns family, instance and rating: the probability, from 0 to 100, that a barely
    qualified developer answers this instance correctly (docs/measurement.md).
    """
    bank, _ = read_banks(dirs)
    if technology not in bank.technologies:
        raise click.BadParameter(f"no technology is called {technology}")
    part = bank.get(technology)
    guessing = {model.id: model.item_parameters.c for model in part.models}
    try:
        ratings = [
            rating
            for file in files or sorted(_REVIEW.glob(f"*-instance-ratings-{technology}.csv"))
            for rating in read_ratings(file)
        ]
    except BadRatings as fault:
        raise click.ClickException(str(fault)) from None
    if unknown := {each.family for each in ratings} - set(guessing):
        raise click.ClickException(f"no item model is called {min(unknown)}")
    found = spreads(ratings, guessing)
    for family, spread in sorted(found.items()):
        click.echo(f"{family:40}{spread:6.2f}")
    if not found:
        raise click.ClickException(f"no family of {technology} has three rated instances")
    click.echo(f"{counted(len(found), 'item model')}, median {median(found.values()):.2f}")
    if write:
        for file in {part.files[family] for family in found}:
            before = file.read_text(encoding="utf-8")
            file.write_text(with_spreads(before, found), encoding="utf-8")
        click.echo("written")
