"""`webdev-certs items`: manage the question bank."""

import click

from webdev_certs.cli.items.calibrate import calibrate
from webdev_certs.cli.items.check import check
from webdev_certs.cli.items.export import export_items
from webdev_certs.cli.items.generate import generate
from webdev_certs.cli.items.importing import import_items
from webdev_certs.cli.items.preview import preview
from webdev_certs.cli.items.rekey import rekey
from webdev_certs.cli.items.release import release
from webdev_certs.cli.items.reports import reports
from webdev_certs.cli.items.stats import stats
from webdev_certs.cli.items.verify import verify
from webdev_certs.cli.items.withdraw import reinstate, withdraw


@click.group()
def items() -> None:
    """Manage the question bank."""


for _command in (
    calibrate,
    check,
    export_items,
    generate,
    import_items,
    preview,
    reinstate,
    rekey,
    release,
    reports,
    stats,
    verify,
    withdraw,
):
    items.add_command(_command)

__all__ = ["items"]
