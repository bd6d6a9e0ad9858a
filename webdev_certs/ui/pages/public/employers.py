"""The page for employers: what is checked and what is not, how to verify, and what a score means."""

import reflex as rx

from webdev_certs.shared.exam_rules import CUT_SCORE, SCALE_HIGH
from webdev_certs.shared.score_bands import BAND_MEANINGS, band_words, bands
from webdev_certs.shared.texts import Section
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import CONTAINER, icon, link_button
from webdev_certs.ui.components.text import prose
from webdev_certs.ui.pages.layout import public_page
from webdev_certs.ui.pages.page_texts import page_text
from webdev_certs.ui.pages.public.info import ROW
from webdev_certs.ui.rendering.text import block, plain


def employers() -> rx.Component:
    """Render `/employers`."""
    text = page_text("employers")
    return public_page(
        rx.el.article(
            rx.el.header(
                rx.el.h1(plain(text.heading), class_name="max-w-3xl text-display font-semibold"),
                prose(block(text.text), class_name="mt-5 max-w-2xl text-lead text-muted"),
                rx.el.div(
                    link_button(_("Verify a certificate"), "/verify"),
                    link_button(_("Verify many at once"), "/employers/verify", variant="secondary"),
                    class_name="mt-7 flex flex-wrap gap-3 max-sm:flex-col",
                ),
                class_name="mb-12",
            ),
            rx.el.div(
                _list(text.section("checked"), "check-circle", "text-success"),
                _list(text.section("unchecked"), "x-circle", "text-danger"),
                class_name="grid gap-6 pb-12 md:grid-cols-2",
            ),
            _row(text.section("verify")),
            _scores(text.section("scores")),
            _row(text.section("score-limits")),
            class_name=f"{CONTAINER} py-14 sm:py-20",
        )
    )


def _list(content: Section, drawing: str, tone: str) -> rx.Component:
    return rx.el.section(
        rx.el.h2(plain(content.heading), class_name="text-heading font-semibold"),
        rx.el.ul(
            *(
                rx.el.li(
                    icon(drawing, class_name=f"mt-0.5 shrink-0 {tone}"),
                    prose(block(entry)),
                    class_name="flex gap-3",
                )
                for entry in content.entries
            ),
            class_name="mt-4 flex flex-col gap-3",
        ),
        class_name="rounded-card border border-line bg-surface p-6 shadow-card",
    )


def _row(content: Section, *more: rx.Component) -> rx.Component:
    return rx.el.section(
        rx.el.h2(plain(content.heading), class_name="text-heading font-semibold"),
        rx.el.div(
            *(prose(block(part), class_name="text-muted") for part in content.parts),
            *more,
            class_name="max-w-2xl max-lg:mt-3 [&>*+*]:mt-3",
        ),
        id=content.id,
        class_name=f"{ROW} scroll-mt-20",
    )


def _scores(content: Section) -> rx.Component:
    return _row(
        content,
        rx.el.dl(
            *(
                rx.el.div(
                    rx.el.dt(
                        rx.el.span(band_words(band.name), class_name="font-semibold text-ink"),
                        rx.el.span(f"{band.low}–{band.high}", class_name="text-muted"),
                        class_name="flex items-baseline justify-between gap-4",
                    ),
                    rx.el.dd(
                        rx.el.div(
                            rx.el.div(
                                style={
                                    "marginInlineStart": f"{_share(band.low)}%",
                                    "width": f"{_share(band.high) - _share(band.low)}%",
                                },
                                class_name="h-full rounded-full bg-accent",
                            ),
                            aria_hidden="true",
                            class_name="mt-2 h-2 rounded-full bg-line",
                        ),
                        rx.el.p(_(BAND_MEANINGS[band.name]), class_name="mt-2 text-muted"),
                    ),
                )
                for band in bands(CUT_SCORE)
            ),
            class_name="flex flex-col gap-6 pt-3",
        ),
    )


def _share(points: int) -> int:
    """Return how far along the scale a score is, in percent."""
    return round(100 * (points - 200) / (SCALE_HIGH - 200))
