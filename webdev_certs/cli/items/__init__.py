"""`webdev-certs items`: look after the question bank."""

import click

from webdev_certs.cli.items.calibrate import calibrate
from webdev_certs.cli.items.check import check
from webdev_certs.cli.items.export import export_items
from webdev_certs.cli.items.generate import generate
from webdev_certs.cli.items.importing import import_items
from webdev_certs.cli.items.preview import preview
from webdev_certs.cli.items.release import release
from webdev_certs.cli.items.stats import stats
from webdev_certs.cli.items.verify import verify


@click.group()
def items() -> None:
    """Look after the question bank."""


for _command in (
    calibrate,
    check,
    export_items,
    generate,
    import_items,
    preview,
    release,
    stats,
    verify,
):
    items.add_command(_command)

__all__ = ["items"]
