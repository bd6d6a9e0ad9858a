"""Read the ratings of a panel, and the cuts that they set."""

from typing import TextIO

import click

from webdev_certs.authoring.psychometrics.standard_setting import BadRatings, Cut, Round, read_rounds, set_cut
from webdev_certs.cli.transactions import in_transaction
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.services.items.parameters import InUse, parameters_in_use


def read_cuts(part: TechnologyBank, ratings: TextIO) -> tuple[list[Round], list[Cut], int]:
    """Return the rounds, their cuts, and how many items of the last one are not calibrated.

    Raises:
        click.BadParameter: The file has faults, or names an item that the exam does not have.
    """
    try:
        rounds = read_rounds(ratings)
    except BadRatings as fault:
        raise click.BadParameter(str(fault)) from None
    families = {name: family for name, family in part.families.items() if family.pool != "practice"}
    if unknown := sorted({item for found in rounds for item in found.items} - set(families)):
        raise click.BadParameter(f"the exam has no {', '.join(unknown[:5])}")

    async def work(db: AsyncSession) -> InUse:
        return await parameters_in_use(db, families.values())

    in_use = in_transaction(work)
    refs = {name: (name, family.version) for name, family in families.items()}
    cuts = [set_cut(found, [in_use.parameters[refs[item]] for item in found.items]) for found in rounds]
    uncalibrated = sum(refs[item] not in in_use.calibrated for item in rounds[-1].items)
    return rounds, cuts, uncalibrated
