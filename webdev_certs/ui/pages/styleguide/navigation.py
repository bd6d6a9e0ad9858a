"""Tabs, and the choice of the language."""

import reflex as rx

from webdev_certs.ui.components import tabs
from webdev_certs.ui.components.language_switch import language_switch
from webdev_certs.ui.pages.styleguide.entries import Group, entry


def group() -> Group:
    """Return the group."""
    return Group(
        "navigation",
        "Navigation",
        (
            entry(
                tabs,
                examples=[
                    (
                        "three tabs",
                        tabs(
                            [
                                ("one", "Topics", rx.el.p("The panel of the topics.")),
                                ("two", "Mistakes", rx.el.p("The panel of the mistakes.")),
                                ("three", "Rounds", rx.el.p("The panel of the rounds.")),
                            ],
                            label="Example",
                        ),
                    )
                ],
                wide=True,
            ),
            entry(
                language_switch, examples=[("two languages", language_switch(label="Example of languages"))]
            ),
        ),
    )
