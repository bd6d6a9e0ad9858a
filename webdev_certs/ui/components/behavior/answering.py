"""The form of an answer, and the script that keeps the answer until it is saved."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.reflex_internals import Element


class AnswerDraft(Script):
    """Keeps the answer in the form around it until it is saved; sends it again after failures and reloads."""

    library = import_path("answer_draft")
    tag = "AnswerDraft"
    ticket: rx.Var[str]
    handled_change: rx.Var[int]
    """The number of the latest change (AnswerForm) that was handled."""
    saving: rx.Var[str]
    """`saved` for an answer that is saved; `saving`, `retrying` or `failed` for one that is not."""
    retries: rx.Var[int]
    retry_in: rx.Var[int]
    """Seconds until the answer is sent again; 0 for not at all. New `retries` start a new wait."""
    on_send: rx.EventHandler[rx.event.passthrough_event_spec(list[list[str]])]
    """Takes the (name, value) pairs of the form. Without it, nothing is sent again."""


def _entries(event: rx.Var[Any]) -> tuple[rx.Var[list[list[str]]]]:
    """Pass the (name, value) pairs that the form holds at this moment, and the number of its change.

    The form's `data-change` has the number too. It grows with every change, even from one form to the next.
    """
    number = "form.dataset.change = String(Math.ceil(performance.now()))"
    entries = f'((form) => [...new FormData(form).entries(), ["change", {number}]])({event!s}.currentTarget)'
    return (rx.Var(entries).to(list[list[str]]),)


class AnswerForm(Element):
    """A <form> whose change and submit events carry all its values, so no event depends on an earlier one."""

    tag = "form"
    on_change: rx.EventHandler[_entries]
    on_submit: rx.EventHandler[_entries]
