"""On which terms certificates were earned: what the pages show that credentials name as their criteria."""

import re

from sqlmodel import col, select

from webdev_certs.schemas.certificates import Criteria
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.domain.open_badges import Terms, criteria_version
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.services.certificates.sign_badges import terms_today
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _

_PATH = re.compile(r"[a-z0-9-]{1,40}/[0-9a-f]{12}")


async def get_criteria(context: Context, technology: str, version: str) -> Criteria:
    """Return the terms with a version, as long as they are today's or a certificate was earned on them.

    Raises:
        NotFound: `criteria_unknown`.
    """
    if not _PATH.fullmatch(f"{technology}/{version}"):
        raise _unknown()
    today = terms_today(context.bank, technology, None)
    title = technology_names(context.bank, technology).title
    if today and criteria_version(title, today) == version:
        return _shown(technology, version, title, today, is_current=True)
    query = (
        select(Certificate.title, Certificate.terms)
        .where(
            Certificate.criteria_version == version,
            Certificate.technology == technology,
            col(Certificate.terms).is_not(None),
        )
        .limit(1)
    )
    found = (await context.db.exec(query)).first()
    if found is None or found[1] is None:
        raise _unknown()
    return _shown(technology, version, found[0], Terms(**found[1]), is_current=False)


def _unknown() -> NotFound:
    return NotFound("criteria_unknown", _("No certificate has these requirements."))


def _shown(technology: str, version: str, title: str, terms: Terms, *, is_current: bool) -> Criteria:
    return Criteria(
        technology=technology,
        version=version,
        title=title,
        name=terms.name,
        summary=terms.summary,
        cut_score=terms.cut_score,
        minutes=terms.minutes,
        least=terms.least,
        most=terms.most,
        topics=list(terms.topics),
        documentation=list(terms.documentation),
        is_current=is_current,
    )
