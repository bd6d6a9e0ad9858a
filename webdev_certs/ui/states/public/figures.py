"""The site in numbers, as the home page shows it."""

from dataclasses import dataclass

import reflex as rx

from webdev_certs.shared.formatting import whole_number
from webdev_certs.shared.translation import _, current_language, ngettext
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.session.session import BrowserState, api_of


@dataclass
class FigureView:
    """A number and what it counts."""

    number: str
    words: str


class FiguresState(BrowserState, rx.State):
    """The figures, which are the same for everybody."""

    rows: rx.Field[list[FigureView]] = rx.field(default_factory=list)
    """Empty until they are there."""

    _language: str = ""

    # In the background, so that the tab's other events need not wait.
    @rx.event(background=True)
    async def load(self) -> None:
        """Read the figures, once in each tab and language."""
        language = current_language()
        async with self:
            if self._language == language and self.rows:
                return
            api = await api_of(self)
        try:
            figures = await api.figures()
        except ApiError:
            # Nothing else on the page depends on them.
            return
        rows = [
            (figures.families, _("question families for the tests")),
            (figures.practice_questions, _("practice questions")),
            (figures.tests_passed, ngettext("test passed here", "tests passed here", figures.tests_passed)),
        ]
        async with self:
            self._language = language
            # Nobody has passed a test on a new site.
            self.rows = [FigureView(whole_number(number), words) for number, words in rows if number]
