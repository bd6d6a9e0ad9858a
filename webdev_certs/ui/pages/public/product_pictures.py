"""Pictures of the product on the home page, as HTML: a question with its feedback, and progress.

The question is one of the built-in bank. Its key is no secret: practice shows the key of every practice
question after the answer.
"""

from dataclasses import dataclass
from datetime import date, timedelta

import reflex as rx
import yaml

from webdev_certs.shared.exam_rules import CUT_SCORE
from webdev_certs.shared.specimen import HIGH, LOW, SCORE
from webdev_certs.shared.technologies import BUILT_IN
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import badge, card, icon
from webdev_certs.ui.components.charts import chart
from webdev_certs.ui.components.styling import IN_ENGLISH
from webdev_certs.ui.components.text import AuthoredText, prose, rich_text
from webdev_certs.ui.rendering.charts import Estimate, ability_drawing
from webdev_certs.ui.rendering.code import highlighted
from webdev_certs.ui.rendering.text import block, printed

FILE = BUILT_IN / "react" / "practice" / "components.yaml"
_ID, _CHOSEN = "react-components-104", "c"
_START = date(2026, 1, 5)
_WEEKS = ((455, 277, 579), (481, 355, 593), (507, 407, 610), (533, 449, 631), (551, 477, 643))
"""Of somebody invented: the score after each week of practice, and the ends of its interval."""


@dataclass(frozen=True)
class Choice:
    """An option with its explanation, in Markdown."""

    text: str
    explanation: str
    correct: bool
    chosen: bool


@dataclass(frozen=True)
class PracticeQuestion:
    """A question whose options are outputs of its code."""

    technology: str
    stem: str
    code: str
    language: str
    choices: tuple[Choice, ...]


def practice_question() -> PracticeQuestion:
    """Return the question, with a wrong answer."""
    items = yaml.load(FILE.read_bytes(), yaml.CSafeLoader)
    item = next(item for item in items if item["id"] == _ID)
    return PracticeQuestion(
        technology="React",
        stem=item["stem"].strip(),
        code=item["code"]["text"],
        language=item["code"]["language"],
        choices=tuple(
            Choice(
                option["text"], option["explanation"], option["id"] in item["key"], option["id"] == _CHOSEN
            )
            for option in item["options"]
        ),
    )


def question_picture() -> rx.Component:
    """Render a practice question of the bank, answered wrong, with the feedback that practice gives."""
    question = practice_question()
    code = f"<pre><code>{highlighted(question.code, question.language)}</code></pre>"
    return rx.el.figure(
        card(
            rx.el.div(badge(question.technology), class_name="flex"),
            prose(block(question.stem), class_name="mt-3 text-row font-medium text-ink", **IN_ENGLISH),
            AuthoredText.create(
                html=code, inline=False, class_name="code mt-3", custom_attrs={"data-wrap": "on"}
            ),
            rx.el.ul(*map(_choice, question.choices), class_name="mt-4 flex flex-col gap-2"),
            class_name="shadow-raised",
        ),
        rx.el.figcaption(
            _("A practice question, answered wrong. You see why it’s wrong and what’s right."),
            class_name="mt-4 text-compact text-muted",
        ),
    )


def _choice(choice: Choice) -> rx.Component:
    """Render an option; those that are neither right nor chosen without their explanation, to save space."""
    mark, words, look = "", "", "border-line"
    if choice.correct:
        mark, words, look = "check", _("Correct:"), "border-success"
    elif choice.chosen:
        mark, words, look = "x", _("Incorrect:"), "border-danger"
    color = "text-success" if choice.correct else "text-danger"
    return rx.el.li(
        icon(mark, class_name=f"mt-0.5 {color}") if mark else rx.el.span(class_name="w-5 shrink-0"),
        rx.el.div(
            rx.el.span(f"{words} ", class_name="sr-only") if words else None,
            rich_text(printed(choice.text), class_name="font-medium text-ink"),
            prose(block(choice.explanation), class_name="mt-1 text-compact text-muted") if mark else None,
            class_name="min-w-0 flex-1",
            **IN_ENGLISH,
        ),
        class_name=f"flex gap-3 rounded-control border px-3 py-2 {look}",
    )


def progress_picture() -> rx.Component:
    """Render the chart of somebody whose practice reaches the pass mark, and who passes the test."""
    practice = [
        Estimate(_START + timedelta(weeks=week), score, low, high)
        for week, (score, low, high) in enumerate(_WEEKS)
    ]
    end = _START + timedelta(weeks=len(_WEEKS))
    exam = Estimate(end, SCORE, LOW, HIGH)
    names = {_START: _("Week {n}", n=1), end: _("Week {n}: the test", n=len(_WEEKS) + 1)}
    summary = _(
        "Over five weeks, the estimate rises from {first} to {last}, and its range narrows. "
        "The test score is {score}, and you need {cut} to pass.",
        first=_WEEKS[0][0],
        last=_WEEKS[-1][0],
        score=SCORE,
        cut=CUT_SCORE,
    )
    drawing = ability_drawing(practice, [exam], CUT_SCORE, names.__getitem__, summary)
    return card(
        rx.el.div(
            rx.el.h3(_("See when you’re ready"), class_name="text-heading font-semibold"),
            badge(_("Sample"), "accent"),
            class_name="flex items-start justify-between gap-4",
        ),
        rx.el.p(
            _("Each answer in practice moves your estimate and narrows its range."),
            class_name="mt-1.5 mb-6 text-muted",
        ),
        chart(f'<div class="chart">{drawing}</div>'),
        class_name="shadow-raised sm:p-8",
    )
