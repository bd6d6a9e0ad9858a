"""Example results with invented numbers, made with the components of real results."""

import reflex as rx

from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.meter import score_bar
from webdev_certs.ui.components.surface import badge, card

_CUT = 500
_TOPICS = [
    ("Components and JSX", 622, 460, 784),
    ("State and rendering", 604, 440, 768),
    ("Hooks, refs and performance", 575, 408, 742),
    ("Effects and synchronization", 538, 372, 704),
]


def _header(title: str, note: str) -> rx.Component:
    """Render the header of an example with the badge "Example"."""
    return rx.el.div(
        rx.el.div(
            rx.el.p(title, class_name="text-heading font-semibold"),
            rx.el.p(note, class_name="mt-0.5 text-sm text-faint"),
            class_name="min-w-0",
        ),
        badge("Example"),
        class_name="flex items-start justify-between gap-4",
    )


def sample_score(validity: str) -> rx.Component:
    """Render the summary of a result: score, standard error and verdict.

    Args:
        validity: How long a certificate is valid, such as "2 years".

    Returns:
        The card.
    """
    verdict = rx.el.div(
        rx.el.p("588", class_name="text-6xl font-semibold tracking-[-0.04em] tabular-nums"),
        rx.el.div(
            rx.el.p("± 56 standard error", class_name="text-muted tabular-nums"),
            badge(rx.fragment(icon("check"), "Passed"), "success", class_name="mt-1.5"),
            class_name="pb-1",
        ),
        class_name="mt-6 flex items-end gap-4",
    )
    facts = [("Questions", "20"), ("Time used", "31 min"), ("Valid for", validity)]
    return card(
        _header("Certified React Developer", "Certification test"),
        verdict,
        score_bar(588, 478, 698, _CUT, label="React", class_name="mt-6"),
        rx.el.dl(
            *[
                rx.el.div(
                    rx.el.dt(name, class_name="text-sm text-faint"),
                    rx.el.dd(value, class_name="mt-0.5 font-medium tabular-nums"),
                )
                for name, value in facts
            ],
            class_name="mt-6 grid grid-cols-3 gap-4 border-t border-line pt-5",
        ),
        class_name="shadow-raised sm:p-8",
    )


def sample_profile() -> rx.Component:
    """Render the profile of a result: a score with its interval for each topic.

    Returns:
        The card.
    """
    rows = [
        rx.el.li(
            rx.el.div(
                rx.el.p(topic, class_name="font-medium"),
                rx.el.p(f"{low}–{high}", class_name="text-sm whitespace-nowrap text-muted tabular-nums"),
                class_name="flex items-baseline justify-between gap-4",
            ),
            score_bar(score, low, high, _CUT, label=topic, ticks=False, class_name="mt-1"),
        )
        for topic, score, low, high in _TOPICS
    ]
    return card(
        _header("Profile by topic", "Four of eight topics, with 95% intervals"),
        rx.el.ul(*rows, class_name="mt-6 flex flex-col gap-5"),
        class_name="sm:p-8",
    )
