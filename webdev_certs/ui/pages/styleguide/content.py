"""What users read: messages, placeholders, surfaces, texts, records, bars, charts, and items."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Any, get_args

import reflex as rx

from webdev_certs.ui.components import (
    alert,
    badge,
    button,
    card,
    check_items,
    code_block,
    dialog,
    dialog_close,
    empty_state,
    faq,
    illustration,
    link,
    page_header,
    progress,
    score_bar,
    section,
    skeleton,
    specimen_certificate,
    specimen_result,
)
from webdev_certs.ui.components.certificate import certificate, seal
from webdev_certs.ui.components.charts import chart, score_intervals
from webdev_certs.ui.components.feedback import feedback_panel, verdict_in_short, verdict_mark
from webdev_certs.ui.components.frame import brand, logo
from webdev_certs.ui.components.item import item_form, side_by_side, stem
from webdev_certs.ui.components.lists import record, records
from webdev_certs.ui.components.meter import chance_bar, score_axis, score_legend
from webdev_certs.ui.components.question_review import question_review
from webdev_certs.ui.components.section import disclosure, panel
from webdev_certs.ui.components.status import (
    BANDS,
    CERTIFICATES,
    TESTS,
    VERDICTS,
    check_list,
    status_badge,
    verdict_banner,
)
from webdev_certs.ui.components.styling import Tone
from webdev_certs.ui.components.surface import tone_icon
from webdev_certs.ui.components.text import prose, rich_text
from webdev_certs.ui.components.toast import toaster
from webdev_certs.ui.pages.layout import load_failed, loading_block
from webdev_certs.ui.pages.styleguide.entry import Entry
from webdev_certs.ui.rendering.charts import Estimate, ability_chart, calendar_chart
from webdev_certs.ui.rendering.code import highlighted, language_name
from webdev_certs.ui.rendering.text import block, inline, printed
from webdev_certs.ui.states.certificates.checks import CheckRow
from webdev_certs.ui.states.styleguide import FORMATS, ITEMS, StyleguideState

_TONES: tuple[Tone, ...] = get_args(Tone)
_CHECKS = [
    CheckRow("Signature", "passed", "OK", "Signed with the key of the issuer."),
    CheckRow("Status", "failed", "Failed", "It was revoked."),
    CheckRow("Status", "suspended", "Suspended", "It’s suspended."),
    CheckRow("Expiration date", "not_checked", "Not checked", "The file names no date."),
]
_TEXT = """A paragraph with `code`, *emphasis*, **strong emphasis** and [a link](/verify).

- one entry of a list
- another entry"""
_TITLE, _NUMBER = "Certified React Developer", "WDC-RE-7K3M-92QF-Z"
_ISSUED, _EXPIRY = "March 1, 2026", "March 1, 2028"
_TODAY = date(2026, 3, 2)
_PRACTICE = [
    Estimate(_TODAY - timedelta(days=7 * week), 560 - 18 * week, 480 - 30 * week, 640 - 6 * week)
    for week in range(5, -1, -1)
]
_EXAMS = [Estimate(_TODAY - timedelta(days=3), 540, 470, 610)]
_DAYS = {_TODAY - timedelta(days=day): day * 7 % 50 for day in range(0, 120, 3)}
_NAMES = [item_format.replace("_", " ").capitalize() for item_format in FORMATS]


@dataclass
class _TopicScore:
    title: str
    note: str
    score: int
    low: int
    high: int


_TOPICS = [
    _TopicScore("State and rendering", "6 questions", 604, 440, 768),
    _TopicScore("Effects", "6 questions", 452, 300, 604),
]


def messages() -> Iterator[Entry]:
    """Yield notices, placeholders, dialogs, toasts and verdicts."""
    yield Entry(
        (alert,),
        {tone: alert(f"A notice: {tone}", "What it means and what to do.", tone=tone) for tone in _TONES},
    )
    yield Entry((badge,), {tone: badge(tone.capitalize(), tone) for tone in _TONES})
    yield Entry((status_badge,), {key: status_badge(key) for key in (*TESTS, *CERTIFICATES, *BANDS)})
    icons = [tone_icon(tone) for tone in _TONES]
    yield Entry((tone_icon,), {"all tones": rx.el.div(*icons, class_name="flex gap-3 text-xl")})
    yield Entry(
        (skeleton,),
        {
            "loading a text": skeleton(3),
            "loading a block": skeleton(0, class_name="h-24 w-full"),
            "loading a button": skeleton(0, corners="rounded-control", class_name="h-11 w-40"),
            "loading a card": loading_block(4),
            "loading a card with a button": loading_block(4, "min-h-60", action=True),
        },
    )
    failed = partial(load_failed, "We couldn’t load your results", on_retry=rx.noop())
    yield Entry(
        (empty_state, illustration),
        {
            "nothing yet, with a next step": empty_state(
                "certificates", "No certificates yet", "Pass a test to earn one.", button("See the tests")
            ),
            "could not be loaded": failed(error="The server gave an error.", unreachable=False),
            "could not be loaded, offline": failed(error="The server did not answer.", unreachable=True),
            "the drawing alone": illustration("progress"),
        },
    )
    yield Entry(
        (dialog, dialog_close),
        {
            "a question": _dialog("question", "End the test now?", button("Continue")),
            "a danger, which a click outside does not close": _dialog(
                "danger", "Delete it?", button("Delete", variant="danger"), dismissable=False
            ),
        },
    )
    yield Entry(
        (toaster,),
        {
            tone: button(
                f"Show a toast: {tone}",
                variant="secondary",
                on_click=StyleguideState.toast(f"A toast: {tone}.", tone),
            )
            for tone in _TONES
        },
    )
    keys = tuple(VERDICTS)
    yield Entry(
        (verdict_banner,),
        {
            key: verdict_banner(rx.Var.create(key), rx.el.p("Issued to Ada Lovelace."), only=keys)
            for key in keys
        },
    )
    rows = rx.Var.create(_CHECKS).to(list[CheckRow])
    yield Entry(
        (check_list,),
        {"passed, failed, not checked": rx.el.div(check_list(rows, "What we checked", level=4))},
        wide=True,
    )


def _dialog(name: str, title: str, action: rx.Component, **props: Any) -> rx.Component:
    return dialog(
        button(f"Open: {title}", variant="secondary"),
        title,
        rx.el.p("The content scrolls when it is long."),
        description="A sentence that is announced with the title.",
        actions=rx.fragment(dialog_close(button("Not now", variant="secondary")), dialog_close(action)),
        open=StyleguideState.opened == name,
        on_open_change=lambda is_open: StyleguideState.toggle(name, is_open),
        **props,
    )


def surfaces() -> Iterator[Entry]:
    """Yield cards, parts of pages, texts and certificates."""
    yield Entry(
        (card,),
        {
            "default": card(rx.el.p("The content of a card.")),
            "marked": card(rx.el.p("The one to begin with."), border="border-accent-ink"),
        },
    )
    settings = panel("Name", "It is printed on certificates.", rx.el.p("A form"), id="guide-panel")
    yield Entry((panel,), {"a part of the settings": settings}, wide=True)
    yield Entry((disclosure,), {"closed": disclosure("By topic", rx.el.p("What it opens."))})
    text = rx.el.p("Its content.")
    yield Entry(
        (section,),
        {
            "default": section("A section", text, id="guide-section", lead="A sentence."),
            "sunken, with its content beside": section(
                "Another section", text, id="guide-beside", sunken=True, beside=True
            ),
        },
        wide=True,
    )
    questions = faq([("How long is the test?", "45 minutes."), ("Is it free?", "Yes.")])
    yield Entry((faq,), {"closed at first": questions}, wide=True)
    yield Entry((page_header,), {"the header of this page": rx.el.p("See above: title, sentence, actions.")})
    yield Entry((brand, logo), {"logo and name": brand("/"), "the logo alone": logo()})
    yield Entry(
        (prose, rich_text),
        {
            "paragraphs and lists": prose(block(_TEXT)),
            "a text without paragraphs": rich_text(inline("The hook `useRef` keeps a value.")),
            "what a program prints": rich_text(printed("[1, 2, 3]")),
        },
    )
    included, look = ["Practice", "Tests"], "flex flex-col gap-3"
    yield Entry(
        (check_items,),
        {
            "default": check_items(included, class_name=look),
            "small text": check_items(included, tight=True, class_name=f"{look} text-compact"),
        },
    )
    codes = [item.code for item in ITEMS if item.code]
    yield Entry(
        (code_block,),
        {
            code.language: code_block(highlighted(code.text, code.language), language_name(code.language))
            for code in codes
        },
        wide=True,
    )
    valid = ("Valid until", _EXPIRY)
    own = partial(certificate, "Ada Lovelace", _TITLE, _NUMBER, issued=_ISSUED)
    withheld = partial(certificate, "Holder’s name withheld", _TITLE, _NUMBER, issued=_ISSUED)
    yield Entry(
        (certificate, seal),
        {
            "in full": own(validity=valid, score="640"),
            "in small": own(validity=valid, score="640", size="sm"),
            "without a name": withheld(validity=valid, unnamed=True, size="sm"),
            "no longer valid, with a badge": own(
                validity=("Expiration date", _EXPIRY),
                mark=badge("Revoked", "danger"),
                note=rx.el.p("A note about the name.", class_name="mt-1 text-sm text-muted"),
                counts=False,
                size="sm",
            ),
        },
        wide=True,
    )
    yield Entry(
        (specimen_result,), {"an example of a result": specimen_result(_TITLE, "React", 500)}, wide=True
    )
    specimen = specimen_certificate(_TITLE, "WDC-RE-SAMP-1E00-A", "2 years")
    yield Entry((specimen_certificate,), {"a technology's specimen certificate": specimen}, wide=True)


def data() -> Iterator[Entry]:
    """Yield records, bars, and charts with sample data."""
    rows = rx.fragment(
        record("React", "Mar 2, 2026", status_badge("passed"), link("Open React", "/dashboard")),
        record("Vue, Advanced", "Mar 1, 2026", "7 of 10 correct", link("Open Vue", "/dashboard")),
    )
    yield Entry((records, record), {"two records": records(rows, caption="Sample records")}, wide=True)
    yield Entry(
        (progress,),
        {
            "empty": progress(0, label="Progress: none"),
            "half": progress(50, label="Progress: half"),
            "full": progress(20, 20, label="Progress: full", tone="success"),
        },
    )
    yield Entry(
        (score_bar, score_axis, score_legend),
        {tone: score_bar(588, 478, 698, 500, label=f"React, {tone}", tone=tone) for tone in _TONES}
        | {
            "without numbers": score_bar(461, 380, 542, 500, label="Vue", ticks=False),
            "at the ends of the scale": score_bar(200, 200, 260, 500, label="Java"),
            "what its parts mean": score_legend(),
        },
    )
    yield Entry(
        (chance_bar,),
        {
            "wide range": chance_bar(72, 34, 94, label="72%, likely between 34% and 94%"),
            "almost certain": chance_bar(99, 97, 99, label="99%, likely between 97% and 99%"),
        },
    )
    yield Entry(
        (chart,),
        {
            "ability over time": chart(ability_chart("React", _PRACTICE, _EXAMS, 500, _day)),
            "one day": chart(ability_chart("Vue", _PRACTICE[:1], [], 500, _day)),
            "calendar": chart(calendar_chart(_DAYS, _TODAY)),
            "an empty calendar": chart(calendar_chart({}, _TODAY)),
        },
        wide=True,
    )
    scores = score_intervals(_TOPICS, 500, caption="Scores by topic", notes="Answers")
    yield Entry((score_intervals,), {"rows on one axis, and their numbers": scores}, wide=True)


def _day(day: date) -> str:
    return f"{day:%b} {day.day}"


def items() -> Iterator[Entry]:
    """Yield the form of items, the feedback on them, and a review."""
    yield Entry(
        (item_form, stem, side_by_side),
        {"every format": _when_loaded(_by_format("Item formats", _form))},
        wide=True,
    )
    yield Entry(
        (feedback_panel, verdict_in_short, verdict_mark),
        {
            "a right and a wrong answer in every format": _when_loaded(
                _by_format("Feedback by format", _feedback)
            )
        },
        wide=True,
    )
    title = rx.Var.create("All questions")
    review = question_review(title, StyleguideState.review, len(FORMATS) // 2, len(FORMATS))
    yield Entry((question_review,), {"a review with mistakes": _when_loaded(review)}, wide=True)


def _when_loaded(content: rx.Component) -> rx.Component:
    return rx.cond(StyleguideState.items.length() > 0, content)


def _by_format(label: str, content: Callable[[int], rx.Component]) -> rx.Component:
    """Show one item at a time, because an item's ids must be unique on a page."""
    formats = list(enumerate(zip(FORMATS, _NAMES, strict=True)))
    choices = [
        button(
            name,
            variant="secondary",
            size="sm",
            aria_pressed=(StyleguideState.format == item_format).to_string(),
            on_click=StyleguideState.choose(item_format),
        )
        for _, (item_format, name) in formats
    ]
    return rx.el.div(
        rx.el.div(*choices, role="group", aria_label=label, class_name="mb-6 flex flex-wrap gap-2"),
        rx.match(
            StyleguideState.format,
            *[(item_format, content(at)) for at, (item_format, _) in formats],
            rx.fragment(),
        ),
    )


def _form(at: int) -> rx.Component:
    return item_form(
        StyleguideState.items[at],
        rx.Var.create(FORMATS[at]),
        rx.el.div(
            rx.el.code(StyleguideState.answer, class_name="text-sm wrap-anywhere text-muted"),
            button("Check answer", type="submit"),
            class_name="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6",
        ),
        on_change=StyleguideState.read,
        on_submit=StyleguideState.read,
        on_move=StyleguideState.move,
    )


def _feedback(at: int) -> rx.Component:
    return rx.el.div(
        *[
            rx.el.div(
                feedback_panel(shown),
                rx.el.div(
                    verdict_in_short(shown.correct), verdict_mark(shown.correct), class_name="mt-5 flex gap-4"
                ),
            )
            for shown in (StyleguideState.feedback[2 * at], StyleguideState.feedback[2 * at + 1])
        ],
        class_name="grid gap-8 lg:grid-cols-2",
    )
