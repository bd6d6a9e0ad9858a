"""The score report of an attempt as a PDF, which needs Pro."""

from uuid import UUID

from webdev_certs.schemas.certificates import Paper
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.services.certificates.own import current_name
from webdev_certs.server.services.certificates.rendering import CertificateRenderer, content_hash
from webdev_certs.server.services.exams.render_score_report import ScoreReport, draw_score_report
from webdev_certs.server.services.exams.results import read_result
from webdev_certs.server.services.payments.entitlements import require_pro
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _, current_language, in_language


async def render_score_report(
    context: Context, renderer: CertificateRenderer, user_id: UUID, attempt_id: UUID, paper: Paper
) -> bytes:
    """Return the score report of an attempt in the language of the request.

    Args:
        context: Without a transaction: rendering takes a while and needs no database.
        renderer: Draws, one after the other.
        user_id: The learner.
        attempt_id: The attempt.
        paper: The size of the page.

    Raises:
        NotFound: `test_not_found`.
        PaymentRequired: `payment_required`.
        Conflict: `test_not_submitted`; `no_score`: the attempt has no score.
        Overloaded: `busy`: too many are waiting.
    """
    async with context.transaction() as opened:
        result = await read_result(opened, user_id, attempt_id)
        await require_pro(opened, user_id, _("The score report is part of Pro."))
        name = await current_name(opened.db, user_id)
    if result.score is None:
        raise Conflict("no_score", _("This test has no score, so there’s no score report."))
    number = result.certificate_number
    report = ScoreReport(result, name, f"{context.settings.origin}/verify/{number}" if number else "")
    language = current_language()

    def draw() -> bytes:
        with in_language(language):
            return draw_score_report(report, paper)

    content = content_hash("score report", result, name, report.verify_url, language, paper)
    return await renderer.keep(content, context.limits.network, draw)
