"""Cards, panels, sections and texts."""

import reflex as rx

from webdev_certs.ui.components import (
    badge,
    card,
    check_items,
    code_block,
    faq,
    page_header,
    sample_certificate,
    sample_score,
    section,
)
from webdev_certs.ui.components.brand import brand, logo
from webdev_certs.ui.components.certificate import Size, certificate, seal
from webdev_certs.ui.components.disclosure import disclosure
from webdev_certs.ui.components.panel import panel
from webdev_certs.ui.components.prose import prose, rich_text
from webdev_certs.ui.pages.styleguide.entries import Group, entry
from webdev_certs.ui.rendering.code import highlighted, language_name
from webdev_certs.ui.rendering.text import block, inline, printed
from webdev_certs.ui.states.styleguide.samples import ITEMS

_TEXT = """A paragraph with `code`, *emphasis*, **strong emphasis** and [a link](/verify).

- one entry of a list
- another entry"""

_SIZES: tuple[tuple[str, Size], ...] = (("in full", "md"), ("in small", "sm"))


def group() -> Group:
    """Return the group."""
    frames = (
        entry(
            card,
            examples=[
                ("default", card(rx.el.p("The content of a card."))),
                ("marked", card(rx.el.p("The one to begin with."), border="border-accent-ink")),
            ],
        ),
        entry(
            panel,
            examples=[
                (
                    "a part of the settings",
                    panel("Name", "It is printed on certificates.", rx.el.p("A form"), id="guide-panel"),
                )
            ],
            wide=True,
        ),
        entry(
            disclosure,
            examples=[("closed", disclosure("By topic", rx.el.p("What it opens.")))],
        ),
        entry(
            section,
            examples=[
                (
                    "default",
                    section("A section", rx.el.p("Its content."), id="guide-section", lead="A sentence."),
                ),
                (
                    "sunken, with its content beside",
                    section(
                        "Another section",
                        rx.el.p("Its content."),
                        id="guide-beside",
                        sunken=True,
                        beside=True,
                    ),
                ),
            ],
            wide=True,
        ),
        entry(
            faq,
            examples=[
                ("closed at first", faq([("How long is the test?", "45 minutes."), ("Is it free?", "Yes.")]))
            ],
            wide=True,
        ),
        entry(
            page_header,
            examples=[("the header of this page", rx.el.p("See above: title, sentence, actions."))],
        ),
        entry(brand, logo, examples=[("logo and name", brand("/")), ("the logo alone", logo())]),
    )
    texts = (
        entry(
            prose,
            rich_text,
            examples=[
                ("paragraphs and lists", prose(block(_TEXT))),
                ("a text without paragraphs", rich_text(inline("The hook `useRef` keeps a value."))),
                ("what a program prints", rich_text(printed("[1, 2, 3]"))),
            ],
        ),
        entry(
            check_items,
            examples=[
                ("default", check_items(["Practice", "Tests"], class_name="flex flex-col gap-3")),
                (
                    "small text",
                    check_items(
                        ["Practice", "Tests"], tight=True, class_name="flex flex-col gap-2 text-compact"
                    ),
                ),
            ],
        ),
        entry(
            code_block,
            examples=[
                (
                    item.code.language,
                    code_block(
                        highlighted(item.code.text, item.code.language), language_name(item.code.language)
                    ),
                )
                for item in ITEMS
                if item.code
            ],
            wide=True,
        ),
        entry(
            certificate,
            seal,
            examples=[
                *(
                    (
                        caption,
                        certificate(
                            "Ada Lovelace",
                            "Certified React Developer",
                            "WDC-RE-7K3M-92QF-Z",
                            issued="March 1, 2026",
                            validity=("Valid until", "March 1, 2028"),
                            score="640",
                            size=size,
                        ),
                    )
                    for caption, size in _SIZES
                ),
                (
                    "without a name",
                    certificate(
                        "Holder’s name withheld",
                        "Certified React Developer",
                        "WDC-RE-7K3M-92QF-Z",
                        issued="March 1, 2026",
                        validity=("Valid until", "March 1, 2028"),
                        unnamed=True,
                        size="sm",
                    ),
                ),
                (
                    "no longer valid, with a badge",
                    certificate(
                        "Ada Lovelace",
                        "Certified React Developer",
                        "WDC-RE-7K3M-92QF-Z",
                        issued="March 1, 2026",
                        validity=("Date of expiry", "March 1, 2028"),
                        mark=badge("Revoked", "danger"),
                        note=rx.el.p("A note about the name.", class_name="mt-1 text-sm text-muted"),
                        counts=False,
                        size="sm",
                    ),
                ),
            ],
            wide=True,
        ),
        entry(
            sample_score,
            examples=[("an example of a result", sample_score("Certified React Developer", "React", 500))],
            wide=True,
        ),
        entry(
            sample_certificate,
            examples=[
                (
                    "a technology's sample certificate",
                    sample_certificate("Certified React Developer", "WDC-RE-SAMP-1E00-A", "2 years"),
                )
            ],
            wide=True,
        ),
    )
    return Group("surfaces", "Surfaces and texts", (*frames, *texts))
