"""A double click sends once. A tab handles its events one after the other, so the second one comes last.

Forms count their submissions: `shared/test_forms.py` shows it for all of them. Every other action has to
ignore the second event itself. Where the state does, a unit test shows it; where it needs the browser,
`tests/e2e/screens/test_double_clicks.py` does.
"""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

from tests.e2e.submitting import ACCOUNT_VISITS
from tests.e2e.submitting_answers import LEARNING_VISITS
from webdev_certs.ui import pages, states
from webdev_certs.ui.reflex_internals import state_kinds

CASES = {
    # The handler, and the function of `tests/e2e` or of a unit test that shows it.
    "BillingState.cancel": "cancel",
    "BillingState.resume": "test_resuming_twice_sends_once",
    "ConfirmationState.confirm": "test_a_lost_connection_keeps_the_link_of_a_confirmation",
    "DeletionState.delete": "delete",
    "ExamState.next_question": "next_item",
    "ExamState.start": "begin_exam",
    "ExamState.submit": "end_exam",
    "LoginSessionsState.end": "other_sessions",
    "LoginSessionsState.end_others": "test_signing_out_all_other_devices_twice_sends_once",
    "OwnCertificatesState.reissue": "reissue",
    "OwnProfileState.create": "test_a_public_profile_is_created_changed_and_removed_once",
    "OwnProfileState.remove": "test_a_public_profile_is_created_changed_and_removed_once",
    "PracticeState.check": "check",
    "PracticeState.next_question": "test_the_next_question_is_requested_once",
    "PracticeState.restart": "test_another_round_begins_once",
    "RegistrationState.register": "register",
    "ResetState.choose": "reset",
    "SampleQuestionsState.check": "test_a_sample_is_started_and_checked_once",
    "SampleQuestionsState.start": "test_a_sample_is_started_and_checked_once",
    "SignInState.login": "sign_in",
    "TutorConsentState.withdraw": "test_withdrawing_the_consent_to_the_tutor_twice_sends_once",
    "UnsubscribeState.unsubscribe": "test_unsubscribing_asks_first_and_needs_no_login",
    "VerificationState.look_up": "verify",
}
FORGETFUL = {"DeletionState.delete", "RegistrationState.register", "ResetState.choose", "SignInState.login"}
"""Forms that begin or end a login session, which resets what they have counted."""
THROTTLED = {
    # Nothing in the state says that a file was just downloaded, so the button sends one event a second.
    "BillingState.download",
    "EmailNoticeState.resend",
    "ExamResultState.download",
    "ExamResultState.download_report",
    "ExportState.download",
    "NumberListState.download",
    "OwnCertificatesState.download",
    "PaymentReturnState.download",
    "PlanCalendarState.download",
}
READING = {
    # They change nothing on the server.
    "BillingState.show_more",
    "DashboardState.show_more",
    "ExamState.expire",
    "HistoryState.show_more",
    "LoginSessionsState.show_more",
    "MistakesState.show_more",
    "QuestionSearchState.show_more",
}
_PAGES = Path(pages.__file__).parent


def _made_in(file: str) -> Iterator[str]:
    """Yield the handlers made by `exclusive` (`screens.py`) or `submits` (`forms.py`)."""
    for module in pkgutil.walk_packages(states.__path__, f"{states.__name__}."):
        importlib.import_module(module.name)
    for kind in state_kinds():
        for name, handler in kind.event_handlers.items():
            if hasattr(handler.fn, "__wrapped__") and Path(handler.fn.__code__.co_filename).name == file:
                yield f"{kind.__name__}.{name}"


def _submitted() -> Iterator[str]:
    """Yield what the pages name as `on_submit`, as they name it."""
    for path in _PAGES.rglob("*.py"):
        if "styleguide" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.keyword) and node.arg == "on_submit":
                yield ast.unparse(node.value)


def test_each_action_that_sends_has_a_case():
    counted = set(_made_in("forms.py"))
    submitted = {name for name in _submitted() if re.fullmatch(r"\w+State\.\w+", name)}
    assert {*_made_in("screens.py"), *submitted - counted} | FORGETFUL == {*CASES, *THROTTLED, *READING}
    assert counted > FORGETFUL


def test_each_case_exists():
    visits = {**ACCOUNT_VISITS, **LEARNING_VISITS}
    in_browsers = {case[0].__name__ for cases in visits.values() for case in cases}
    in_states = {
        name
        for path in Path(__file__).parent.rglob("test_*.py")
        for name in re.findall(r"^async def (test_\w+)", path.read_text(), re.MULTILINE)
    }
    assert set(CASES.values()) <= in_browsers | in_states


def test_buttons_that_download_send_one_event_a_second():
    lines = [line for path in _PAGES.rglob("*.py") for line in path.read_text().splitlines()]
    # A menu closes at the first click.
    used = [
        line
        for line in lines
        if re.search(r"on_click=.*\.(download|download_report|resend)\b", line) and "menu_item(" not in line
    ]
    assert len(used) == len(THROTTLED)
    assert [line for line in used if ".throttle(1000)" not in line] == []
