"""Health, settings, public keys and CORS."""

from tests.contract.supabase.browser import browser
from tests.contract.supabase.servers import AuthServer
from tests.contract.supabase.signing_in import HEADERS


async def test_health_and_settings(auth: AuthServer):
    async with browser(headers=HEADERS) as program:
        health = (await program.get(f"{auth.url}/health")).json()
        settings = (await program.get(f"{auth.url}/settings")).json()
    assert health["name"] == "GoTrue"
    assert set(health) == {"version", "name", "description"}
    external = settings["external"]
    assert external["github"] is external["google"] is True
    assert external["apple"] is external["phone"] is False
    assert settings["disable_signup"] is settings["mailer_autoconfirm"] is False


async def test_public_keys_are_only_for_verification(auth: AuthServer):
    async with browser() as program:
        response = await program.get(f"{auth.url}/.well-known/jwks.json")
    assert response.headers["cache-control"] == "public, max-age=600"
    (key,) = response.json()["keys"]
    assert set(key) == {"kty", "crv", "x", "y", "alg", "use", "key_ops", "kid"}
    assert (key["kty"], key["crv"], key["alg"], key["use"]) == ("EC", "P-256", "ES256", "sig")
    assert key["key_ops"] == ["verify"]


async def test_any_origin_may_call_without_cookies(auth: AuthServer):
    headers = {
        "Origin": "https://certs.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "apikey,content-type,x-client-info,x-supabase-api-version",
    }
    async with browser() as page:
        preflight = await page.options(f"{auth.url}/token?grant_type=pkce", headers=headers)
        refusal = await page.get(f"{auth.url}/user", headers={**HEADERS, "Origin": headers["Origin"]})
    assert preflight.is_success
    assert preflight.headers["access-control-allow-origin"] == "*"
    allowed = preflight.headers["access-control-allow-headers"].lower()
    assert all(name in allowed for name in headers["Access-Control-Request-Headers"].split(","))
    assert "POST" in preflight.headers["access-control-allow-methods"]
    assert refusal.status_code == 401
    assert refusal.headers["access-control-allow-origin"] == "*"
    assert "x-supabase-api-version" in refusal.headers["access-control-expose-headers"].lower()
