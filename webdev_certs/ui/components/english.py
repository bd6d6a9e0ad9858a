"""English texts between texts in the language of the page."""

import reflex as rx

from webdev_certs.ui.components.styling import IN_ENGLISH, Child, Text, unbroken


def english(text: Text) -> Child:
    """Return an English text; on a page in another language, in an element with `lang="en"`.

    Technical names with a hyphen stay on one line.

    Args:
        text: The text, such as the name of a topic.

    Returns:
        The text, or a <span> with it.
    """
    whole = unbroken(text)
    return rx.el.span(whole, **IN_ENGLISH) if IN_ENGLISH else whole
