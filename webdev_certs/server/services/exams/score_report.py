"""The score report of an attempt, which needs Pro: a page with its score, the interval, and its topics.

It has no questions and no answers. The document is a PDF/A-3, as certificates are.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from uuid import UUID

from fpdf import FPDF
from fpdf.enums import Align, XPos, YPos

from webdev_certs.schemas.certificates import Paper
from webdev_certs.schemas.exams import AttemptResult, TopicBand
from webdev_certs.server.domain.certificates import ISSUER
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.services.certificates.own import current_name
from webdev_certs.server.services.certificates.pdf_document import (
    ACCENT,
    FAINT,
    INK,
    LINE,
    Color,
    fallback_fonts,
    new_document,
    print_line,
    tagged,
)
from webdev_certs.server.services.certificates.render_fonts import SANS, SANS_SEMIBOLD, FontFile, fonts_for
from webdev_certs.server.services.certificates.render_seal import seal_svg
from webdev_certs.server.services.certificates.rendering import CertificateRenderer, content_hash
from webdev_certs.server.services.exams.results import read_result
from webdev_certs.server.services.payments.entitlements import require_pro
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import N_, _, current_language, in_language

# Lengths are in millimeters, sizes of type in points.
_MARGIN = 20
_SUCCESS: Color = (22, 101, 52)
_WARNING: Color = (146, 64, 14)
_BANDS: Mapping[TopicBand, tuple[int, str, Color]] = {
    "below": (0, N_("Below the pass mark"), _WARNING),
    "near": (1, N_("Near the pass mark"), FAINT),
    "above": (2, N_("Above the pass mark"), _SUCCESS),
}
"""Band → its place on the scale, its words and its color."""
_WEAKEST_FIRST: tuple[TopicBand, ...] = ("below", "near", "above")
_STEP_WIDTH, _STEP_HEIGHT = 9.0, 2.6
_READING = 74
"""How far from the foot the last section begins: on Letter, which is shorter, with the same distances."""


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


@dataclass(frozen=True)
class ScoreReport:
    """What a score report states."""

    result: AttemptResult
    """With a score."""
    name: str
    """The learner's name."""
    verify_url: str
    """The address that verifies the certificate of the attempt; empty without one."""


def draw_score_report(report: ScoreReport, paper: Paper = "a4") -> bytes:
    """Draw the report in the current language.

    Args:
        report: What it states.
        paper: The size of the page.
    """
    pdf = _new_document(report, paper)
    _heading(pdf, report)
    _score(pdf, report.result)
    if report.result.topics:
        _topics(pdf, report.result)
    _how_to_read(pdf, report.result)
    _foot(pdf, report)
    return bytes(pdf.output())


def _new_document(report: ScoreReport, paper: Paper) -> FPDF:
    return new_document(
        "portrait",
        paper,
        title=f"{_('Score report')} – {report.result.name} – {report.name}",
        language=current_language(),
        created_at=report.result.submitted_at,
        margin=_MARGIN,
        fonts=(SANS, SANS_SEMIBOLD),
    )


def _heading(pdf: FPDF, report: ScoreReport) -> None:
    pdf.image(BytesIO(seal_svg("#3a37b4")), x=_MARGIN, y=16, w=13, h=13, alt_text=ISSUER)
    _line(pdf, 18, ISSUER, SANS_SEMIBOLD, 11.5, left=_MARGIN + 17)
    _line(pdf, 23.5, _("Score report"), SANS, 10, FAINT, left=_MARGIN + 17)
    _rule(pdf, 33)
    title = _("{name} certification test", name=report.result.name)
    _line(pdf, 40, title, SANS_SEMIBOLD, 22, tag="/H1")
    _line(pdf, 54, _("Name"), SANS, 9, FAINT)
    _name(pdf, 58.5, report.name)
    middle = _MARGIN + pdf.epw * 0.62
    _line(pdf, 54, _("Test date"), SANS, 9, FAINT, left=middle)
    _line(pdf, 58.5, long_date(report.result.submitted_at), SANS_SEMIBOLD, 12, left=middle)


def _name(pdf: FPDF, top: float, name: str) -> None:
    """Print the name, in fonts that have its letters, smaller if it would be too wide."""
    text, fonts = fonts_for(name, SANS_SEMIBOLD)
    if not fonts:
        return
    with fallback_fonts(pdf, fonts):
        _line(pdf, top, text, fonts[0], 12, width=pdf.epw * 0.58)


def _score(pdf: FPDF, result: AttemptResult) -> None:
    assert result.score is not None
    passed = result.passed
    _line(pdf, 74, str(result.score), SANS_SEMIBOLD, 42)
    width = pdf.get_string_width(str(result.score))
    verdict = _("Passed") if passed else _("Not passed")
    left = _MARGIN + width + 7
    _line(pdf, 76, verdict, SANS_SEMIBOLD, 14, _SUCCESS if passed else _WARNING, left=left)
    _paragraph(pdf, 83, _what_it_means(result), 10.5, FAINT, left=left, width=pdf.epw - width - 7)
    _scale(pdf, 101, result)


def _what_it_means(result: AttemptResult) -> str:
    if result.certificate_pending == "under_review":
        return _("We’re checking this test before we issue the certificate.")
    if not result.passed and result.score is not None and result.score >= result.cut_score:
        if result.decided:
            return _("We couldn’t confirm this test.")
        return _("You reached the pass mark, but the test ended before the result was certain.")
    return _(
        "The pass mark is {cut_score} on a scale from {low} to {high}.",
        cut_score=result.cut_score,
        low=SCALE_LOW,
        high=SCALE_HIGH,
    )


def _scale(pdf: FPDF, top: float, result: AttemptResult) -> None:
    """Draw the scale with the interval, the score and the pass mark."""
    assert result.score is not None
    assert result.low is not None
    assert result.high is not None

    def at(score: float) -> float:
        share = (min(max(score, SCALE_LOW), SCALE_HIGH) - SCALE_LOW) / (SCALE_HIGH - SCALE_LOW)
        return _MARGIN + share * pdf.epw

    height = 4.0
    pdf.set_fill_color(236, 238, 244)
    pdf.rect(_MARGIN, top, pdf.epw, height, style="F", round_corners=True, corner_radius=height / 2)
    pdf.set_fill_color(176, 174, 236)
    pdf.rect(at(result.low), top, at(result.high) - at(result.low), height, style="F")
    pdf.set_fill_color(*ACCENT)
    pdf.circle(at(result.score), top + height / 2, 3, style="F")
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.6)
    cut = at(result.cut_score)
    pdf.line(cut, top - 3, cut, top + height + 0.6)
    _line(pdf, top + 6.5, str(SCALE_LOW), SANS, 9, FAINT)
    _line(pdf, top + 6.5, str(SCALE_HIGH), SANS, 9, FAINT, left=_MARGIN, width=pdf.epw, align=Align.R)
    words = _("Pass mark {cut_score}", cut_score=result.cut_score)
    _line(pdf, top - 8, words, SANS, 9, left=cut - 25, width=50, align=Align.C)
    interval = _(
        "95% interval: {low} to {high} · standard error {n}",
        low=result.low,
        high=result.high,
        n=result.standard_error,
    )
    _line(pdf, top + 6.5, interval, SANS, 9, left=_MARGIN + 20, width=pdf.epw - 40, align=Align.C)


def _topics(pdf: FPDF, result: AttemptResult) -> None:
    _line(pdf, 120, _("Topics"), SANS_SEMIBOLD, 12.5, tag="/H2")
    rows = sorted(result.topics, key=lambda row: _WEAKEST_FIRST.index(row.band))
    top = 129.0
    # Many topics share the space, of which Letter has less.
    height = min(8.4, (pdf.h - _READING - 7 - top) / len(rows))
    words_left = _MARGIN + pdf.epw - 44
    for row in rows:
        place, words, color = _BANDS[row.band]
        _line(pdf, top, row.title, SANS, 10.5, width=pdf.epw - 44 - 3 * _STEP_WIDTH - 12)
        for step in range(3):
            pdf.set_fill_color(*(color if step == place else (226, 229, 238)))
            left = words_left - 4 - (3 - step) * (_STEP_WIDTH + 0.8)
            pdf.rect(left, top + 0.9, _STEP_WIDTH, _STEP_HEIGHT, style="F")
        _line(pdf, top, _(words), SANS, 10.5, color, left=words_left, width=44)
        pdf.set_draw_color(*LINE)
        pdf.set_line_width(0.15)
        pdf.line(_MARGIN, top + height - 1.9, _MARGIN + pdf.epw, top + height - 1.9)
        top += height


def _how_to_read(pdf: FPDF, result: AttemptResult) -> None:
    top = pdf.h - _READING
    _line(pdf, top, _("How to read this report"), SANS_SEMIBOLD, 12.5, tag="/H2")
    sentences = (
        _(
            "A test is a sample of what you know, so every score has a margin of error. We’re "
            "95% confident your true score is between {low} and {high}.",
            low=result.low,
            high=result.high,
        ),
        _(
            "The test adapts to you: everyone gets different questions. So what counts is your "
            "score, not how many answers were correct."
        ),
        _("Each topic has only a few questions. “Near” means you could be above or below the pass mark."),
    )
    top += 8
    for sentence in sentences:
        top = _paragraph(pdf, top, sentence, 10) + 1.2


def _foot(pdf: FPDF, report: ScoreReport) -> None:
    top = pdf.h - 28
    _rule(pdf, top)
    words = _(
        "The test is online and unsupervised, and nobody checks an identity document. This "
        "report is for you: only a certificate can be verified."
    )
    top = _paragraph(pdf, top + 3, words, 8.5, FAINT)
    if report.verify_url:
        number = report.result.certificate_number
        words = _("Certificate {number}: {url}", number=number, url=report.verify_url.split("://", 1)[-1])
        _line(pdf, top + 0.5, words, SANS, 8.5, ACCENT, link=report.verify_url)


def _rule(pdf: FPDF, top: float) -> None:
    pdf.set_draw_color(*LINE)
    pdf.set_line_width(0.25)
    pdf.line(_MARGIN, top, pdf.w - _MARGIN, top)


def _paragraph(
    pdf: FPDF,
    top: float,
    text: str,
    size: float,
    color: Color = INK,
    *,
    left: float | None = None,
    width: float = 0,
) -> float:
    """Print lines, and return where the next line begins."""
    pdf.set_font(SANS.name, size=size)
    pdf.set_text_color(*color)
    pdf.set_xy(_MARGIN if left is None else left, top)
    with tagged(pdf, "/P"):
        pdf.multi_cell(width, pdf.font_size * 1.35, text, align=Align.L, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    return pdf.get_y()


def _line(
    pdf: FPDF,
    top: float,
    text: str,
    font: FontFile,
    size: float,
    color: Color = INK,
    *,
    left: float | None = None,
    width: float | None = None,
    align: Align = Align.L,
    link: str = "",
    tag: str = "/P",
) -> None:
    """Print one line.

    `left` is where it begins, or None for the margin; `width` is how wide it may be, or None up to the right
    margin. The rest is as in `print_line`.
    """
    start = _MARGIN if left is None else left
    most = pdf.w - _MARGIN - start if width is None else width
    print_line(
        pdf, start, top, text, font, size, color, most=most, width=most, align=align, link=link, tag=tag
    )
