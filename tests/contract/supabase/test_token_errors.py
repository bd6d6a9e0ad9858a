"""Forged, used and stolen tokens."""

import base64
import json
from typing import Any
from uuid import uuid4

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import ECAlgorithm, HMACAlgorithm
from supabase_auth import AsyncGoTrueClient, Session

from tests.contract.supabase.browser import browser, somebody
from tests.contract.supabase.servers import AuthServer
from tests.contract.supabase.signing_in import HEADERS, problem, sign_in


@pytest.fixture
async def session(client: AsyncGoTrueClient) -> Session:
    """Sign somebody in."""
    return await sign_in(client, somebody())


async def ask(auth: AuthServer, token: str, method: str = "GET", path: str = "/user") -> httpx.Response:
    async with browser() as program:
        headers = {**HEADERS, "Authorization": token}
        return await program.request(method, f"{auth.url}{path}", headers=headers)


async def refresh(auth: AuthServer, token: object) -> httpx.Response:
    async with browser() as program:
        url = f"{auth.url}/token?grant_type=refresh_token"
        return await program.post(url, json={"refresh_token": token}, headers=HEADERS)


async def public_key(auth: AuthServer) -> dict[str, Any]:
    async with browser() as program:
        return (await program.get(f"{auth.url}/.well-known/jwks.json")).json()["keys"][0]


async def forgeries(auth: AuthServer, token: str) -> dict[str, str]:
    """Return tokens with the same claims but without a valid signature."""
    claims = jwt.decode(token, options={"verify_signature": False})
    key = await public_key(auth)
    header = {"kid": key["kid"]}
    public = ECAlgorithm.from_jwk(key)
    assert isinstance(public, ec.EllipticCurvePublicKey)
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    body = ".".join(
        base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
        for part in ({"alg": "HS256", "typ": "JWT", **header}, claims)
    )
    # An attacker would sign with the public key; PyJWT's `encode` refuses to do so.
    confused = HMACAlgorithm(HMACAlgorithm.SHA256).sign(body.encode(), pem)
    other = ec.generate_private_key(ec.SECP256R1())
    middle = len(token) // 2
    return {
        "alg none": jwt.encode(claims, "", "none", headers=header),
        "HS256 with the public key": f"{body}.{base64.urlsafe_b64encode(confused).rstrip(b'=').decode()}",
        "another key": jwt.encode(claims, other, "ES256", headers=header),
        "an unknown key": jwt.encode(claims, other, "ES256", headers={"kid": str(uuid4())}),
        "altered": token[:middle] + ("A" if token[middle] != "A" else "B") + token[middle + 1 :],
        "no signature": token.rpartition(".")[0] + ".",
        "no token": "nonsense",
    }


async def test_forged_access_tokens_are_refused(auth: AuthServer, session: Session):
    for kind, token in (await forgeries(auth, session.access_token)).items():
        for method, path in (("GET", "/user"), ("POST", "/logout")):
            status, code, message = problem(await ask(auth, f"Bearer {token}", method, path))
            assert (status, code) == (403, "bad_jwt"), kind
            assert message.startswith("invalid JWT: unable to parse or verify signature, "), kind
    assert (await ask(auth, f"Bearer {session.access_token}")).status_code == 200


async def test_a_bearer_token_is_required(auth: AuthServer, session: Session):
    missing = (401, "no_authorization", "This endpoint requires a valid Bearer token")
    for header in (
        "",
        "Bearer",
        f"Basic {session.access_token}",
        f"Bearer {session.access_token} x",
    ):
        assert problem(await ask(auth, header)) == missing, header
    assert (await ask(auth, f"bearer {session.access_token}")).status_code == 200


async def test_a_refresh_token_works_only_once(auth: AuthServer, session: Session):
    unknown = (400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
    successor = (await refresh(auth, session.refresh_token)).json()["refresh_token"]
    assert (await refresh(auth, successor)).status_code == 200
    assert problem(await refresh(auth, "abcdefghijkl")) == unknown
    if auth.provider_proxy is None:
        # The real server accepts the latest used token again, because its answer may have been lost.
        assert problem(await refresh(auth, session.refresh_token)) == unknown


@pytest.mark.parametrize("grant_type", ["", "authorization_code", "PKCE"])
async def test_an_unknown_grant_type_is_refused(auth: AuthServer, grant_type: str):
    async with browser() as program:
        response = await program.post(f"{auth.url}/token?grant_type={grant_type}", json={}, headers=HEADERS)
    assert problem(response) == (400, "invalid_credentials", "unsupported_grant_type")


@pytest.mark.parametrize("body", ["", "{", "[]", '"x"'])
async def test_a_body_that_is_not_a_json_object_is_refused(auth: AuthServer, body: str):
    async with browser() as program:
        url = f"{auth.url}/token?grant_type=refresh_token"
        status, code, message = problem(await program.post(url, content=body, headers=HEADERS))
    assert (status, code) == (400, "bad_json")
    assert message.startswith("Could not parse request body as JSON: ")
