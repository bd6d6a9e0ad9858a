"""What all forms do alike, and the words and fields in which each form says what is wrong."""

from typing import Any

import pytest

from tests.factories import PASSWORD, registration
from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Effect, Tab
from tests.unit.ui.states.records import profile, report
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.accounts.profile import (
    AskExtraTimeState,
    DeletionState,
    EmailState,
    NameState,
)
from webdev_certs.ui.states.accounts.profile_security import PasswordState
from webdev_certs.ui.states.accounts.recovery import ForgottenState
from webdev_certs.ui.states.accounts.sign_in import RegistrationState, SignInState
from webdev_certs.ui.states.certificates.public_profile import OwnProfileState
from webdev_certs.ui.states.certificates.verify_list import NumberListState
from webdev_certs.ui.states.items.report import ReportState
from webdev_certs.ui.states.public.contact import ContactState
from webdev_certs.ui.states.public.declarations import CancellationState, WithdrawalState
from webdev_certs.ui.states.shared.forms import SUBMISSION

NAMED = profile(full_name="Ada King")
FORM = {"full_name": "Ada King"}
MESSAGE = Effect("set_focus", {"ref": "ref_name_message"})


@pytest.fixture
def form(learner: Tab) -> NameState:
    """The form for the name, as an example of all."""
    return learner.state(NameState)


async def test_a_form_is_sent_once_each_time_it_is_shown(learner: Tab, fake: FakeApi, form: NameState):
    """A second click, before the page shows the outcome of the first, carries the same number."""
    fake.answer(Api.change_profile, NAMED)
    for times in (1, 2):
        shown = {SUBMISSION: str(form.submission), **FORM}
        steps = learner.stream(NameState.save, dict(shown))
        assert await anext(steps) == []
        assert form.busy
        assert await learner.fire(NameState.save, dict(FORM)) == []
        assert [effect async for step in steps for effect in step] == [MESSAGE]
        assert await learner.fire(NameState.save, dict(shown)) == []
        assert (len(fake.called), form.version, form.busy) == (times, times, False)
        assert form.notice == "Your name is saved."


async def test_a_form_that_fails_keeps_what_was_typed_and_can_be_sent_again(
    learner: Tab, fake: FakeApi, form: NameState, caplog
):
    fake.answer(Api.change_profile, NAMED, ApiError.unreachable(), NAMED)
    await learner.fire(NameState.save, dict(FORM))
    assert await learner.fire(NameState.save, dict(FORM)) == [MESSAGE]
    assert form.form_error.startswith("We can’t reach the server.")
    # The browser keeps the fields as long as `version` does not change.
    assert (form.notice, form.field_errors, form.version, form.busy) == ("", {}, 1, False)
    assert "form name failed: unreachable (request -)" in caplog.messages
    await learner.fire(NameState.save, dict(FORM))
    assert (form.form_error, form.version) == ("", 2)


REGISTRATION: dict[str, Any] = registration(accept_terms="on")
WRONG_EMAIL = {"new_email": "a@example.com", "email_password": PASSWORD}
SHORT = {"current_password": PASSWORD, "new_password": "short"}
DELETION = {"deletion_password": PASSWORD}
PERSON = {"name": "Ada Lovelace", "email": "ada@example.com"}
FAULTS = [
    # The form, what it holds, and the fields that it names itself.
    (SignInState.login, {}, ["email", "password"]),
    (SignInState.login, {"email": "   ", "password": "x" * 1025}, ["email", "password"]),
    (RegistrationState.register, REGISTRATION | {"accept_terms": ""}, ["accept_terms"]),
    (RegistrationState.register, REGISTRATION | {"full_name": "", "email": ""}, ["email", "full_name"]),
    (EmailState.change, {}, ["email_password", "new_email"]),
    (PasswordState.change, {}, ["current_password", "new_password"]),
    (AskExtraTimeState.ask, {"percent": "30", "reason": "I read slowly."}, ["percent"]),
    (AskExtraTimeState.ask, {"percent": "50", "reason": " "}, ["reason"]),
    (ContactState.send, {}, ["email", "message", "name"]),
    (CancellationState.send, {}, ["email", "name"]),
    (WithdrawalState.send, {"bought_on": "soon"}, ["bought_on", "email", "name"]),
    (NumberListState.verify, {"text": " "}, ["text"]),
    (ReportState.send, report(kind=""), ["report_kind"]),
    (ReportState.send, report(text="x" * 501), ["report_text"]),
]
REFUSALS = [
    # The form, what it holds, the call whose refusal names a field, that field, and its name on the screen.
    (RegistrationState.register, REGISTRATION, Api.register, "password", "password"),
    (NameState.save, {"full_name": "1"}, Api.change_profile, "full_name", "full_name"),
    (EmailState.change, WRONG_EMAIL, Api.change_email, "password", "email_password"),
    (PasswordState.change, SHORT, Api.change_password, "password", "new_password"),
    (ForgottenState.ask, {"email": "nobody"}, Api.forgot_password, "email", "email"),
    (DeletionState.delete, DELETION, Api.delete_account, "password", "deletion_password"),
    (CancellationState.send, PERSON | {"kind": "for_cause"}, Api.cancel_contract, "reason", "reason"),
    (OwnProfileState.save, {"handle": "ada"}, Api.set_public_profile, "handle", "handle"),
]


def faults_of(tab: Tab, handler: Any, effects: list[Effect]) -> list[str]:
    """Return the fields that a refused form names; the focus is at the first of them."""
    shown = tab.state(handler.state)
    assert all(text[0].isupper() and text.endswith(".") for text in shown.field_errors.values())
    assert (shown.form_error, shown.notice, shown.version) == ("", "", 0)
    assert effects == [Effect("set_focus", {"ref": f"ref_{next(iter(shown.field_errors))}"})]
    assert PASSWORD not in tab.shown(handler.state)
    return sorted(shown.field_errors)


@pytest.mark.parametrize(("handler", "holds", "named"), FAULTS)
async def test_a_form_names_the_fields_that_are_wrong_before_it_sends_anything(
    visitor: Tab, fake: FakeApi, handler: Any, holds: dict[str, Any], named: list[str]
):
    assert faults_of(visitor, handler, await visitor.fire(handler, dict(holds))) == named
    assert fake.called == []


@pytest.mark.parametrize(("handler", "holds", "call", "field", "named"), REFUSALS)
async def test_a_form_shows_what_the_api_refuses_at_the_field_of_the_screen(
    learner: Tab, fake: FakeApi, handler: Any, holds: dict[str, Any], call: Any, field: str, named: str
):
    # Whoever registers has not signed in.
    tab = Tab() if handler.state is RegistrationState else learner
    fake.answer(call, ApiError(422, "invalid_request", "", {field: "No."}))
    assert faults_of(tab, handler, await tab.fire(handler, dict(holds))) == [named]
    assert len(fake.called) == 1


async def test_a_text_that_is_too_long_says_how_long_it_may_be_and_a_closed_dialog_forgets_it(visitor: Tab):
    shown = visitor.state(ReportState)
    await visitor.fire(ReportState.send, report(text="x" * 501))
    assert shown.field_errors == {"report_text": "Use at most 500 characters."}
    await visitor.fire(ReportState.forget_faults)
    assert shown.field_errors == {}


@pytest.mark.parametrize(
    ("handler", "language", "words"),
    [
        (SignInState.login, "en", "Enter your password."),
        (RegistrationState.register, "en", "Choose a password."),
        (SignInState.login, "de", "Geben Sie Ihr Passwort ein."),
    ],
)
async def test_missing_fields_are_named_in_the_words_of_the_form_and_the_language_of_the_tab(
    visitor: Tab, handler: Any, language: str, words: str
):
    with in_language(language):
        await visitor.fire(handler, REGISTRATION | {"password": ""})
    assert visitor.state(handler.state).field_errors == {"password": words}


async def test_a_refusal_of_the_whole_form_is_one_sentence(learner: Tab, fake: FakeApi, form: NameState):
    fake.answer(Api.change_profile, refusal("name_taken", message="This name is taken."))
    assert await learner.fire(NameState.save, dict(FORM)) == [MESSAGE]
    assert form.form_error == "This name is taken."
