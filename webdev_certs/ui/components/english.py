"""English content on the pages of other languages: questions, topics and names of certifications."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import SOURCE_LANGUAGE, current_language
from webdev_certs.ui.components.styling import Child


def in_english() -> dict[str, Any]:
    """Return the properties of an element with English content: its language, if the page has another one."""
    return {} if current_language() == SOURCE_LANGUAGE else {"lang": SOURCE_LANGUAGE}


def english(text: Child) -> Child:
    """Return an English text; on a page in another language, in an element that says so."""
    props = in_english()
    return rx.el.span(text, **props) if props else text
