"""`webdev-certs items`: manage the question bank."""

from copy import copy

import click

from webdev_certs.cli.items.checking import check, neighbors, release, verify
from webdev_certs.cli.items.draft import draft_items
from webdev_certs.cli.items.exchange import export_items, import_items
from webdev_certs.cli.items.faulty_items import regrade, reinstate, reports, withdraw
from webdev_certs.cli.items.gaps import gaps
from webdev_certs.cli.items.new import new
from webdev_certs.cli.items.preview import preview
from webdev_certs.cli.items.psychometrics import dif, dimensionality, drift
from webdev_certs.cli.items.report import report
from webdev_certs.cli.items.review import review
from webdev_certs.cli.items.spreads import print_spreads
from webdev_certs.cli.items.statistics import calibrate, stats


@click.group()
def items() -> None:
    """Manage the question bank."""


for _command in (
    calibrate,
    check,
    dif,
    dimensionality,
    draft_items,
    drift,
    export_items,
    gaps,
    import_items,
    neighbors,
    new,
    preview,
    print_spreads,
    regrade,
    reinstate,
    release,
    report,
    reports,
    review,
    stats,
    verify,
    withdraw,
):
    items.add_command(_command)

# The former name of `regrade`, which operators may have in scripts.
_rekey = copy(regrade)
_rekey.hidden = True
items.add_command(_rekey, "rekey")

__all__ = ["items"]
