"""Accounts in a tab whose pages are in German."""

from collections.abc import Iterator

import pytest

from tests.fake_api import FakeApi
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import profile, progress
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.client import Api, SocialError
from webdev_certs.ui.states.accounts.confirmation import ConfirmationState
from webdev_certs.ui.states.accounts.profile import DeletionState, ProfileState
from webdev_certs.ui.states.accounts.recovery import ResetState
from webdev_certs.ui.states.accounts.social import describe_failure


@pytest.fixture
def german(learner: Tab) -> Iterator[Tab]:
    """A tab whose events are handled in German."""
    with in_language("de"):
        yield learner


@pytest.mark.parametrize("state", [ConfirmationState, ResetState])
async def test_links_are_refused_in_german(german: Tab, state: type[ConfirmationState] | type[ResetState]):
    await german.fire(state.open, "")
    shown = german.state(state)
    assert shown.refusal == "Dieser Link ist unvollständig"
    assert (
        shown.refusal_text
        == "Ein Teil fehlt. Kopieren Sie den ganzen Link aus der E\N{NON-BREAKING HYPHEN}Mail."
    )


async def test_people_without_a_password_type_the_german_word_to_delete_their_account(
    german: Tab, fake: FakeApi
):
    fake.answer(Api.profile, profile(has_password=False))
    fake.answer(Api.progress, progress())
    fake.answer(Api.delete_account, None)
    await german.fire(ProfileState.load)
    await german.fire(DeletionState.delete, {"deletion_word": "delete"})
    assert german.state(DeletionState).field_errors == {
        "deletion_word": "Geben Sie zum Bestätigen „löschen“ ein."
    }
    await german.fire(DeletionState.delete, {"deletion_word": " Löschen "})
    assert "deletion_word" not in german.state(DeletionState).field_errors


def test_failed_sign_ins_are_explained_in_german():
    with in_language("de"):
        known, unknown = (describe_failure(SocialError(code)) for code in ("access_denied", "unknown"))
    assert known == "Sie haben die Anmeldung abgebrochen."
    assert unknown.startswith("Der Anmeldedienst hat ein Problem gemeldet.")
