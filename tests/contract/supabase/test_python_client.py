"""The official Python client signs in, gets the user, refreshes and signs out."""

import jwt
import pytest
from supabase_auth import AsyncGoTrueClient, AsyncMemoryStorage
from supabase_auth.errors import AuthApiError

from tests.contract.supabase.browser import browser, somebody, visit
from tests.contract.supabase.servers import RETURN_URL, AuthServer
from tests.contract.supabase.signing_in import sign_in, start


async def test_a_full_sign_in_refresh_and_sign_out(client: AsyncGoTrueClient, storage: AsyncMemoryStorage):
    person = somebody()
    url = await visit(await start(client), person)
    assert url.copy_with(query=None) == RETURN_URL
    response = await client.exchange_code_for_session({"auth_code": url.params["code"]})
    session = response.session
    assert session
    assert await storage.get_item("sb-test-auth-token-code-verifier") is None

    answer = await client.get_user()
    assert answer
    assert answer.user.email == person.email

    refreshed = (await client.refresh_session()).session
    assert refreshed
    assert refreshed.refresh_token != session.refresh_token
    assert refreshed.user.id == session.user.id
    before, after = (
        jwt.decode(token, options={"verify_signature": False})
        for token in (session.access_token, refreshed.access_token)
    )
    assert (after["session_id"], after["amr"]) == (before["session_id"], before["amr"])
    assert await client.get_claims()

    await client.sign_out({"scope": "local"})
    with pytest.raises(AuthApiError) as refused:
        await client.get_user(refreshed.access_token)
    assert (refused.value.status, refused.value.code) == (403, "session_not_found")
    with pytest.raises(AuthApiError) as refused:
        await client.refresh_session(refreshed.refresh_token)
    assert (refused.value.status, refused.value.code) == (400, "refresh_token_not_found")


async def test_fields_of_a_user(client: AsyncGoTrueClient):
    person = somebody(name="Grace Hopper")
    user = (await sign_in(client, person)).user
    assert (user.aud, user.role, user.email, user.phone) == (
        "authenticated",
        "authenticated",
        person.email,
        "",
    )
    assert user.app_metadata == {"provider": "github", "providers": ["github"]}
    metadata = user.user_metadata
    assert metadata["email"] == person.email
    assert metadata["email_verified"] is True
    assert metadata["phone_verified"] is False
    assert metadata["full_name"] == metadata["name"] == "Grace Hopper"
    assert metadata["avatar_url"].startswith("http")
    assert metadata["provider_id"] == metadata["sub"]
    assert metadata["user_name"] == metadata["preferred_username"] == person.email.partition("@")[0]
    assert user.email_confirmed_at
    assert user.last_sign_in_at
    assert user.identities
    (identity,) = user.identities
    assert (identity.provider, identity.user_id) == ("github", user.id)
    assert identity.id == metadata["sub"]
    assert identity.identity_data == metadata


async def test_public_keys_are_only_for_verification(auth: AuthServer):
    async with browser() as program:
        response = await program.get(f"{auth.url}/.well-known/jwks.json")
    assert response.headers["cache-control"] == "public, max-age=600"
    (key,) = response.json()["keys"]
    assert set(key) == {"kty", "crv", "x", "y", "alg", "use", "key_ops", "kid"}
    assert (key["kty"], key["crv"], key["alg"], key["use"]) == ("EC", "P-256", "ES256", "sig")
    assert key["key_ops"] == ["verify"]


async def test_claims_of_an_access_token(auth: AuthServer, client: AsyncGoTrueClient):
    session = await sign_in(client, somebody())
    keys = jwt.PyJWKClient(f"{auth.url}/.well-known/jwks.json")
    claims = jwt.decode(
        session.access_token,
        keys.get_signing_key_from_jwt(session.access_token),
        algorithms=["ES256"],
        audience="authenticated",
        issuer=auth.url,
        options={"require": ["exp", "iat", "sub"]},
    )
    user = session.user
    assert (claims["sub"], claims["email"], claims["role"]) == (user.id, user.email, "authenticated")
    assert claims["app_metadata"] == user.app_metadata
    assert claims["user_metadata"] == user.user_metadata
    assert (claims["aal"], claims["is_anonymous"], claims["phone"]) == ("aal1", False, "")
    assert [entry["method"] for entry in claims["amr"]] == ["oauth"]
    assert claims["session_id"]
    assert claims["exp"] - claims["iat"] == session.expires_in == 3600
    assert claims["exp"] == session.expires_at


async def test_identities_with_one_verified_email_belong_to_one_user(
    client: AsyncGoTrueClient,
):
    person = somebody()
    before = (await sign_in(client, person, "github")).user
    after = (await sign_in(client, person, "google")).user
    assert after.id == before.id
    assert after.app_metadata == {"provider": "github", "providers": ["github", "google"]}
    assert {identity.provider for identity in after.identities or []} == {"github", "google"}


async def test_a_user_without_a_name(client: AsyncGoTrueClient):
    metadata = (await sign_in(client, somebody(name=""))).user.user_metadata
    assert "full_name" not in metadata
    assert "name" not in metadata
