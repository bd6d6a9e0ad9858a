"""`webdev-certs items release`: note the content of all items, so that later changes need a new version."""

import click

from webdev_certs.authoring.checks.releases import (
    read_released,
    released_file,
    with_released,
    write_released,
)
from webdev_certs.server.content.bank import load_bank
from webdev_certs.shared.formatting import counted


@click.command()
def release() -> None:
    """Write the hash list of the built-in bank; refuse if content changed without a new version."""
    bank, before = load_bank(), read_released()
    try:
        after = with_released(bank, before)
    except ValueError as refusal:
        raise click.ClickException(f"content changed without a new version: {refusal}") from None
    write_released(after)
    added = sum(len(versions) - len(before.get(item_id, {})) for item_id, versions in after.items())
    click.echo(f"{released_file().name}: {counted(added, 'version')} added")
