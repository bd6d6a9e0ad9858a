"""The emulated Google and GitHub of `emulate` answer as auth servers need it."""

import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import jwt
import pytest

from tests.contract.programs import Unavailable, skip_unless_required
from tests.contract.supabase import emulated
from tests.contract.supabase.browser import Person, click_person, somebody
from tests.contract.supabase.emulated import CLIENT_ID, CLIENT_SECRET, GITHUB, GOOGLE
from tests.contract.supabase.proxy import Proxy

CALLBACK = "http://127.0.0.1:9/callback"
CLIENT = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "redirect_uri": CALLBACK}


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with ExitStack() as stack:
        try:
            proxy = stack.enter_context(emulated.providers(CALLBACK, tmp_path_factory.mktemp("emulate")))
        except Unavailable as reason:
            skip_unless_required("emulate", reason)
        yield proxy


@pytest.fixture
async def server(proxy: Proxy) -> AsyncIterator[httpx.AsyncClient]:
    """Return a client that calls as an auth server does: through the proxy, trusting only its certificate."""
    tls = ssl.create_default_context(cafile=str(proxy.certificate))
    async with httpx.AsyncClient(proxy=proxy.url, verify=tls, headers={"Accept": "application/json"}) as http:
        yield http


async def code_for(server: httpx.AsyncClient, page: str, scope: str, person: Person | None) -> httpx.URL:
    """Return the URL that the browser is redirected to after `person` signs in (None cancels)."""
    parameters = {"client_id": CLIENT_ID, "redirect_uri": CALLBACK, "response_type": "code"}
    url = httpx.URL(page, params={**parameters, "scope": scope, "state": "s&=1"})
    back = httpx.URL(await click_person(server, str(url), person))
    assert back.copy_with(query=None) == CALLBACK
    assert back.params["state"] == "s&=1"
    return back


async def google(server: httpx.AsyncClient, person: Person) -> dict[str, Any]:
    """Return the verified claims of the person's ID token (OpenID Connect)."""
    configuration = (await server.get(f"{GOOGLE}/.well-known/openid-configuration")).json()
    assert configuration["issuer"] == GOOGLE
    back = await code_for(server, configuration["authorization_endpoint"], "openid email profile", person)
    body = {**CLIENT, "grant_type": "authorization_code", "code": back.params["code"]}
    response = await server.post(configuration["token_endpoint"], data=body)
    assert response.status_code == 200, response.text
    keys = jwt.PyJWKSet.from_dict((await server.get(configuration["jwks_uri"])).json())
    token = response.json()["id_token"]
    key = keys[jwt.get_unverified_header(token)["kid"]]
    return jwt.decode(token, key, ["RS256"], audience=CLIENT_ID, issuer=GOOGLE)


async def test_google_identifies_the_person(server: httpx.AsyncClient):
    person, again, other = somebody(name="Grace Hopper"), somebody(email_verified=False), somebody(name="")
    claims = await google(server, person)
    assert (claims["email"], claims["email_verified"]) == (person.email, True)
    assert claims["name"] == "Grace Hopper"
    assert (await google(server, person))["sub"] == claims["sub"]
    assert (await google(server, again))["email_verified"] is False
    assert (await google(server, other))["name"] == ""


async def test_github_identifies_the_person(server: httpx.AsyncClient):
    person = somebody(name="Grace Hopper")
    back = await code_for(server, f"{GITHUB}/login/oauth/authorize", "user:email", person)
    response = await server.post(
        f"{GITHUB}/login/oauth/access_token", data={**CLIENT, "code": back.params["code"]}
    )
    bearer = {"Authorization": f"Bearer {response.json()['access_token']}"}
    user = (await server.get("https://api.github.com/user", headers=bearer)).json()
    (email,) = (await server.get("https://api.github.com/user/emails", headers=bearer)).json()
    assert isinstance(user["id"], int)
    assert (user["login"], user["name"]) == (person.login, "Grace Hopper")
    assert (email["email"], email["primary"], email["verified"]) == (person.email, True, True)


@pytest.mark.parametrize(
    ("page", "token"),
    [
        (f"{GOOGLE}/o/oauth2/v2/auth", f"{GOOGLE}/oauth2/token"),
        (f"{GITHUB}/login/oauth/authorize", f"{GITHUB}/login/oauth/access_token"),
    ],
)
async def test_a_code_works_once_and_only_for_its_client(server: httpx.AsyncClient, page: str, token: str):
    back = await code_for(server, page, "email", somebody())
    body = {**CLIENT, "grant_type": "authorization_code", "code": back.params["code"]}
    assert "error" in (await server.post(token, data={**body, "client_secret": "guessed"})).json()
    assert "access_token" in (await server.post(token, data=body)).json()
    assert "error" in (await server.post(token, data=body)).json()
    stranger = await server.get(page, params={"client_id": CLIENT_ID, "redirect_uri": "https://evil.example"})
    assert stranger.status_code == 400
    assert "code" not in (await code_for(server, page, "email", None)).params


async def test_other_hosts_cannot_be_reached(server: httpx.AsyncClient):
    with pytest.raises(httpx.ProxyError, match="502"):
        await server.get("https://example.com")
