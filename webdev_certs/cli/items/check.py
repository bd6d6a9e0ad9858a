"""`webdev-certs items check`: check the bank without running its code."""

from pathlib import Path

import click

from webdev_certs.authoring.checks import run_checks
from webdev_certs.authoring.checks.releases import read_released
from webdev_certs.cli.items.reading import concerns, print_lines, read_banks
from webdev_certs.shared.formatting import counted


@click.command()
@click.argument("dirs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--only", metavar="TECHNOLOGY", help="Report only the faults of this technology.")
@click.option("--strict", is_flag=True, help="Treat missing coverage of the built-in bank as an error.")
@click.option("--quick", is_flag=True, help="Leave out spelling, near-duplicates by meaning, and parsing.")
@click.option("--no-warnings", is_flag=True, help="Report only errors.")
def check(dirs: tuple[Path, ...], only: str | None, strict: bool, quick: bool, no_warnings: bool) -> None:
    """Check the bank (and the banks in DIRS): name file, item and fault; exit with 1 if there is an error."""
    bank, faults = read_banks(dirs)
    skipped: list[str] = []
    faults += run_checks(bank, read_released(), skipped.append, strict, quick)
    told = [fault for fault in faults if concerns(fault, only)]
    errors = [fault for fault in told if not fault.warning]
    warnings = [fault for fault in told if fault.warning]
    if not no_warnings:
        print_lines(f"warning: {fault}" for fault in warnings)
    print_lines(errors)
    print_lines(f"skipped: {what}" for what in skipped)
    if errors:
        print_lines([counted(len(errors), "fault")])
        raise SystemExit(1)
    for name, technology in bank.technologies.items():
        if only in (None, name):
            models = f"{counted(len(technology.models), 'item model')} and " if technology.models else ""
            click.echo(
                f"{technology.blueprint.name}: {models}{len(technology.authored)} items without faults"
            )
