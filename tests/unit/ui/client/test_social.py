"""What the official client stores where, and how its social sessions are reported to the API."""

from collections.abc import Iterator

import httpx
import pytest
from supabase_auth import Session

from tests import social
from tests.contract.supabase.browser import somebody, visit
from tests.social import Project
from webdev_certs.ui.client import SocialError, connect_social
from webdev_certs.ui.client.social import SocialStore, describe_sign_in, storage_key, verifier_key


@pytest.fixture(scope="module")
def project() -> Iterator[Project]:
    with social.project() as running:
        yield running


@pytest.mark.parametrize(
    ("url", "reference"),
    [
        ("https://abcdefgh.supabase.co", "abcdefgh"),
        ("https://auth.certs.example", "auth"),
        ("http://localhost:8000/sandbox/supabase", "localhost"),
        ("http://127.0.0.1:54321", "127"),
    ],
)
def test_keys_are_named_after_the_projects_sub_domain(url: str, reference: str):
    assert storage_key(url) == f"sb-{reference}-auth-token"
    assert verifier_key(url) == f"sb-{reference}-auth-token-code-verifier"


async def test_without_a_project_there_is_nothing_to_connect_to():
    with pytest.raises(SocialError, match="social_not_configured"):
        async with connect_social("", "", SocialStore()):
            pass


async def test_a_session_is_kept_until_it_is_signed_out(project: Project):
    store = SocialStore()
    async with connect_social(project.url, social.KEY, store) as browser:
        back = await visit(await browser.start("github", social.RETURN_URL), somebody())
        assert store.session == ""
        assert store.verifier
        ((event, social_session),) = await browser.finish(back.params["code"])
        assert event == "SIGNED_IN"
        assert social_session
    assert Session.model_validate_json(store.session).access_token == social_session.access_token
    assert store.verifier == ""
    # As after a reload: a new client with the same browser storage.
    async with connect_social(project.url, social.KEY, store) as browser:
        assert await browser.sign_out() == [("SIGNED_OUT", None)]
    assert store.session == ""
    headers = {"apikey": social.KEY, "Authorization": f"Bearer {social_session.access_token}"}
    async with httpx.AsyncClient() as http:
        assert (await http.get(f"{project.url}/auth/v1/user", headers=headers)).status_code == 403


async def test_a_sign_in_becomes_a_request_of_the_wire_contract(project: Project):
    person = somebody(name="Grace Hopper")
    social_session = await project.sign_in(person, "github")
    told = describe_sign_in(social_session).model_dump(by_alias=True)
    assert set(told) == {"userId", "provider", "userMetadata", "accessToken"}
    assert set(told["userMetadata"]) == {"email", "full_name", "avatar_url", "provider_id"}
    assert (told["userId"], told["provider"]) == (social_session.user.id, "github")
    assert told["userMetadata"]["email"] == person.email
    assert told["userMetadata"]["full_name"] == "Grace Hopper"


async def test_of_several_identities_the_one_used_last_counts(project: Project):
    person = somebody()
    for provider in ("google", "github", "google"):
        social_session = await project.sign_in(person, provider)
        assert describe_sign_in(social_session).provider == provider


async def test_a_session_without_a_supported_identity_is_refused(project: Project):
    social_session = await project.sign_in(somebody())
    social_session.user.identities = []
    with pytest.raises(SocialError):
        describe_sign_in(social_session)
