"""English texts between texts in the language of the page."""

import reflex as rx

from webdev_certs.ui.components.styling import IN_ENGLISH, Child


def english(text: Child) -> Child:
    """Return an English text; on a page in another language, in an element with `lang="en"`.

    Args:
        text: The text, such as the name of a topic.

    Returns:
        The text, or a <span> with it.
    """
    return rx.el.span(text, **IN_ENGLISH) if IN_ENGLISH else text
