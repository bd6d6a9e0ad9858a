"""The choice of the language."""

from webdev_certs.ui.components.language_switch import language_switch
from webdev_certs.ui.pages.styleguide.entries import Group, entry


def group() -> Group:
    """Return the group."""
    return Group(
        "navigation",
        "Navigation",
        (
            entry(
                language_switch, examples=[("two languages", language_switch(label="Example of languages"))]
            ),
        ),
    )
