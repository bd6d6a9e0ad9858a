"""The technical report of an exam, in the order of the Standards for Educational and Psychological Testing.

Source: AERA, APA & NCME (2014). Standards for Educational and Psychological Testing. The numbers of
standards in the text are theirs.
"""

from datetime import date
from pathlib import Path

from webdev_certs.authoring.psychometrics.report.evidence import reliability, summary, validity
from webdev_certs.authoring.psychometrics.report.files import (
    Block,
)
from webdev_certs.authoring.psychometrics.report.material import (
    Material,
    bank_version,
)
from webdev_certs.authoring.psychometrics.report.scores_and_operations import fairness, operations, scores
from webdev_certs.shared.formatting import counted


def write_blocks(material: Material, folder: Path, today: date) -> tuple[str, str, list[Block]]:
    """Return the title, the subtitle and the content, and draw the figures into the folder."""
    blueprint = material.part.blueprint
    families = material.certification
    subtitle = (
        f"Version {bank_version(families)} of the question bank · {len(families)} question families · "
        f"{counted(material.attempts, 'attempt')} of learners · {today:%Y-%m-%d}"
    )
    blocks = [
        *summary(material),
        *validity(material, folder),
        *reliability(material, folder),
        *fairness(material, folder),
        *scores(material, folder),
        *operations(material, folder),
    ]
    return f"Technical report: {blueprint.title}", subtitle, blocks
