"""Verification of many certificate numbers at once."""

from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.certificates import NumberList, VerifiedNumber
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import N_, ngettext
from webdev_certs.ui.states.certificates.checks import shown_holder
from webdev_certs.ui.states.session.screens import LoadedScreenState, exclusive
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.forms import FormState, submits


@dataclass
class NumberRow:
    """One number of the list."""

    line: int
    number: str
    """As it is written in the list, if no certificate has it."""
    verify_path: str
    """Empty if no certificate has the number."""
    status: str
    """The certificate's status, or what is wrong: unknown, mistyped, too_short or no_number."""
    holder: str
    title: str
    score: str
    """Empty if the holder does not share it."""
    issued: str
    expires: str
    detail: str
    """What is wrong with the number."""


class NumberListState(FormState, rx.State):
    """The form for a list of numbers, and what was found out about them."""

    form_name: ClassVar = "numbers"
    required: ClassVar = {"text": N_("Paste at least one number, or choose a file.")}
    results_id: ClassVar = "number-results"

    rows: rx.Field[list[NumberRow]] = rx.field(default_factory=list)
    summary: rx.Field[str] = rx.field("")
    """How many of the numbers are valid."""
    error: rx.Field[str] = rx.field("")
    """Why the table could not be downloaded."""
    _text: str = ""

    @rx.event
    async def enter(self) -> None:
        """Start with an empty form. What was found stays if the connection was lost for a moment."""
        screen = await self.get_state(LoadedScreenState)
        if not screen.was_never_left():
            self.reset()
        screen.note()

    @submits
    async def verify(self, form: dict[str, Any]) -> rx.event.EventSpec:
        """Verify the numbers."""
        asked = self.parse(NumberList, {"text": form.get("text", "")})
        found = await (await api_of(self)).verify_numbers(asked)
        self.rows, self._text, self.error = [_row(row) for row in found.numbers], asked.text, ""
        valid = sum(row.status == "valid" for row in self.rows)
        self.summary = ngettext(
            "{n} of {total} is valid right now.",
            "{n} of {total} are valid right now.",
            valid,
            total=len(self.rows),
        )
        return rx.set_focus(self.results_id)

    @exclusive
    async def download(self) -> Any:
        """Download the results of now as a table."""
        table = await (await api_of(self)).verify_numbers_as_csv(NumberList(text=self._text))
        return rx.download(data=table, filename="certificates.csv", mime_type="text/csv")


def _row(row: VerifiedNumber) -> NumberRow:
    found = row.certificate
    if found is None:
        return NumberRow(row.line, row.typed, "", row.problem or "", "", "", "", "", "", row.detail or "")
    meaning = found.score_meaning
    score = "" if found.score is None else str(found.score)
    return NumberRow(
        line=row.line,
        number=found.number,
        verify_path=f"/verify/{found.number}",
        status=found.status,
        holder=shown_holder(found),
        title=found.title,
        score=f"{score} ({meaning.low}–{meaning.high})" if meaning else score,
        issued=long_date(found.issued_at),
        expires=long_date(found.expires_at),
        detail="",
    )
