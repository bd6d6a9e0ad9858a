"""Verification of uploaded files: the product's, those of other issuers, and files made to do harm."""

import asyncio
import json
import socket
import struct
import time
from io import BytesIO
from typing import Any

import httpx
import jwt
import pillow_heif
import pytest
import segno
from cryptography.hazmat.primitives.asymmetric import ec
from PIL import Image

from tests.api.accounts.test_auth import problem
from tests.api.certificates import uploading
from tests.api.certificates.holding import UNKNOWN
from tests.api.certificates.test_states import suspend
from tests.api.certificates.uploading import DID_KEY, compact, foreign, nested, pdf, png, svg
from tests.conftest import FakeClock
from tests.factories import Account
from webdev_certs.schemas.certificates import MAX_FILE_BYTES
from webdev_certs.server.api.dependencies import Resources

pytestmark = pytest.mark.one_database

FORMS = {
    "pdf": "pdf",
    "pdf?paper=letter": "pdf",
    "badge.svg": "svg",
    "badge.png": "png",
    "credential": "json",
    "credential.jwt": "jwt",
}


async def download(account: Account, number: str, form: str) -> bytes:
    response = await account.get(f"/api/certificates/{number}/{form}")
    assert response.status_code == 200, response.text
    return response.content


async def upload(api: httpx.AsyncClient, content: bytes) -> httpx.Response:
    return await api.post("/api/verify/file", content=content)


async def found(api: httpx.AsyncClient, content: bytes) -> dict[str, Any]:
    response = await upload(api, content)
    assert response.status_code == 200, response.text
    return response.json()


def checks(answer: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {check["name"]: (check["result"], check["reason"]) for check in answer["checks"]}


async def test_every_form_of_a_certificate_is_verified(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str, clock: FakeClock
):
    files = {form: await download(account, number, form) for form in FORMS}
    verified = (await api.get(f"/api/verify/{number}")).json()
    for form, file in files.items():
        answer = await found(api, file)
        assert (answer["kind"], answer["certificate"]) == (FORMS[form], verified)
        assert (answer["badge"], answer["checked_at"]) == (None, "2026-03-02T09:00:00Z")
        assert checks(answer) == {
            "signature": ("passed", "our_key"),
            "issuer": ("passed", "us"),
            "expiry": ("passed", "valid"),
            "status": ("passed", "current"),
        }, form
    await suspend(resources, number)
    for form, file in files.items():
        assert checks(await found(api, file))["status"] == ("failed", "suspended"), form
    await suspend(resources, number, suspended=False)
    clock.advance(days=731)
    for form, file in files.items():
        later = checks(await found(api, file))
        assert (later["expiry"], later["status"]) == (("failed", "expired"), ("passed", "current")), form


async def test_a_badge_of_somebody_else_is_verified_by_the_key_in_its_proof(api: httpx.AsyncClient):
    document = foreign()
    for file in (
        compact(document),
        png(compact(document)),
        svg(json.dumps(document)),
        pdf(compact(document)),
    ):
        answer = await found(api, file)
        assert answer["certificate"] is None
        assert answer["badge"] == {
            "title": "React Developer",
            "issuer_id": DID_KEY,
            "issuer_name": "Example Academy",
            "valid_from": "2026-03-02T09:00:00Z",
            "valid_until": "2028-03-02T09:00:00Z",
        }
        assert checks(answer) == {
            "signature": ("passed", "issuers_key"),
            "issuer": ("passed", "signer"),
            "expiry": ("passed", "valid"),
            "status": ("not_checked", "list_not_fetched"),
        }
    problem(await upload(api, compact({**document, "name": "Other"})), 422, "credential_altered")


async def test_an_svg_as_other_programs_write_it_is_read(api: httpx.AsyncClient):
    head = '<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: A drawing program -->\n'
    names = '"-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"'
    for doctype in ("<!DOCTYPE svg>", f"<!DOCTYPE svg PUBLIC {names}>"):
        file = (head + doctype).encode() + svg(json.dumps(foreign()))
        assert checks(await found(api, file))["signature"] == ("passed", "issuers_key")


OB = "https://purl.imsglobal.org/spec/ob/v3p0"


@pytest.mark.parametrize(
    "contexts", [[f"{OB}/context-3.0.3.json", f"{OB}/extensions.json"], [f"{OB}/context.json"]]
)
async def test_a_badge_with_other_contexts_of_open_badges_is_verified(
    api: httpx.AsyncClient, contexts: list[str]
):
    change: dict[str, Any] = {"@context": ["https://www.w3.org/ns/credentials/v2", *contexts]}
    document = foreign(**change)
    assert checks(await found(api, compact(document)))["signature"] == ("passed", "issuers_key")
    # The address without a number may have meant another edition when it was signed.
    code = "context_unknown" if len(contexts) == 1 else "credential_altered"
    problem(await upload(api, compact({**document, "name": "Other"})), 422, code)


async def test_what_cannot_be_checked_without_fetching_is_said(
    api: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_: object) -> None:
        raise AssertionError("something was fetched")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    web = "did:web:academy.example"
    answer = checks(await found(api, compact(foreign(issuer=web, method=f"{web}#key-1"))))
    assert answer["signature"] == ("not_checked", "key_not_fetched")
    assert answer["issuer"] == ("not_checked", "claimed")
    answer = checks(await found(api, compact(foreign(issuer=web))))
    assert answer["signature"] == ("passed", "issuers_key")
    assert answer["issuer"] == ("failed", "not_signer")
    other = foreign()
    other["proof"] = {**other["proof"], "cryptosuite": "ecdsa-sd-2023"}
    assert checks(await found(api, compact(other)))["signature"] == ("not_checked", "proof_not_known")
    token = jwt.encode(
        {name: value for name, value in other.items() if name != "proof"},
        ec.generate_private_key(ec.SECP256R1()),
        "ES256",
        headers={"jwk": {"kty": "EC"}},
    )
    answer = await found(api, token.encode())
    assert (answer["kind"], answer["badge"]["issuer_name"]) == ("jwt", "Example Academy")
    assert checks(answer)["signature"] == ("not_checked", "proof_not_known")
    unsigned = {name: value for name, value in other.items() if name != "proof"}
    assert checks(await found(api, compact(unsigned)))["signature"] == ("failed", "no_proof")
    unknown = {**foreign(), "@context": ["https://www.w3.org/ns/credentials/v2", "https://evil.example/c"]}
    problem(await upload(api, compact(unknown)), 422, "context_unknown")


async def test_validity_of_a_badge_of_somebody_else(api: httpx.AsyncClient):
    for dates, expected in (
        ({"validUntil": "2026-03-02T08:59:59Z"}, ("failed", "expired")),
        ({"validFrom": "2026-03-02T09:00:01Z"}, ("failed", "not_yet_valid")),
        ({"validUntil": "2026-99-02T09:00:01Z"}, ("not_checked", "not_readable")),
    ):
        assert checks(await found(api, compact(foreign(**dates))))["expiry"] == expected
    # "For ever", in whose year 10000 in UTC no date can be shown.
    answer = await found(api, compact(foreign(validUntil="9999-12-31T23:59:59-05:00")))
    assert checks(answer)["expiry"] == ("passed", "valid")
    assert answer["badge"]["valid_until"] == "9999-12-31T23:59:59Z"
    old = {
        name: value for name, value in foreign().items() if name not in ("validFrom", "validUntil", "proof")
    }
    token = jwt.encode({"vc": old, "exp": 1_700_000_000}, "x" * 32, "HS256")
    for file in (compact({**old, "expirationDate": "2020-01-01T00:00:00Z"}), token.encode()):
        assert checks(await found(api, file))["expiry"] == ("failed", "expired")
    endless = foreign()
    for part in ("validUntil", "credentialStatus", "proof"):
        del endless[part]
    answer = checks(await found(api, compact(endless)))
    assert (answer["expiry"], answer["status"]) == (("passed", "no_expiry"), ("not_checked", "no_status"))


def photo(text: str, kind: str = "JPEG", size: int = 400) -> bytes:
    """Return a picture of a QR code on a desk, a little turned."""
    code, file = BytesIO(), BytesIO()
    segno.make(text, error="m").save(code, kind="png", scale=4)
    picture = Image.new("L", (size * 2, size), 90)
    picture.paste(Image.open(code).convert("L"), (size // 2, size // 4))
    pillow_heif.register_heif_opener()
    picture.rotate(7, fillcolor=90).save(file, kind)
    return file.getvalue()


def heic_of_size(width: int, height: int) -> bytes:
    """Return a small HEIC photo that says that it has this size."""
    content = photo("hello", "HEIF")
    place = content.index(b"ispe") + 8
    return content[:place] + struct.pack(">II", width, height) + content[place + 8 :]


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "PNG", "HEIF"])
async def test_the_qr_code_in_a_photo_is_read(api: httpx.AsyncClient, number: str, kind: str):
    url = f"https://certs.example:8443/de/verify/{number}"
    answer = await found(api, photo(url, kind, size=3000 if kind in ("JPEG", "HEIF") else 400))
    assert (answer["kind"], answer["certificate"]["number"]) == ("photo", number)
    assert checks(answer) == {
        "signature": ("not_checked", "photo"),
        "issuer": ("passed", "us"),
        "expiry": ("passed", "valid"),
        "status": ("passed", "current"),
    }


async def test_what_else_a_photo_may_show_gets_a_clear_error(api: httpx.AsyncClient):
    for text, status, code in (
        ("https://certs.example.evil/verify/WDC-RE-0000-0000-2", 422, "file_qr_foreign"),
        ("https://certs.example:8443@evil.example/verify/WDC-RE-0000-0000-2", 422, "file_qr_foreign"),
        ("hello", 422, "file_qr_foreign"),
        # No URLs, though they begin like one.
        ("http://[", 422, "file_qr_foreign"),
        ("https://certs.example\uff1a8443/verify/WDC-RE-0000-0000-2", 422, "file_qr_foreign"),
        ("https://certs.example:8443/verify/WDC-RE-0000-0001-2", 422, "certificate_mistyped"),
        (f"https://certs.example:8443/verify/{UNKNOWN}", 404, "certificate_unknown"),
    ):
        problem(await upload(api, photo(text)), status, code)


def blank(width: int, height: int) -> bytes:
    file = BytesIO()
    Image.new("1", (width, height)).save(file, "PNG")
    return file.getvalue()


def harmful() -> dict[str, tuple[bytes, str | None]]:
    """Return the files, and the code of each error; None: any code that begins with `file_`.

    Some take seconds to make.
    """
    return {
        "a photo without a QR code": (blank(300, 300), "file_empty"),
        "a broken photo": (b"\xff\xd8\xff" + b"\0" * 999, "file_unreadable"),
        "a picture of 400 million pixels": (blank(20_000, 20_000), "file_too_complex"),
        "a HEIC photo of 400 million pixels": (heic_of_size(20_000, 20_000), "file_too_complex"),
        "a HEIC photo of 4 billion pixels a side": (heic_of_size(2**32 - 1, 2**32 - 1), None),
        "a HEIC photo that says to be larger": (heic_of_size(7_000, 7_000), None),
        "a HEIC photo that is cut off": (photo("hello", "HEIF")[:-400], None),
        "a HEIC photo without content": (photo("hello", "HEIF")[:64] + b"\0" * 999, "file_unreadable"),
        "nothing": (b"", "file_unreadable"),
        "another kind of file": (b"GIF89a" + b"\0" * 99, "file_unreadable"),
        "a broken PDF": (pdf(b"{}")[:-400] + b"\0" * 99, "file_unreadable"),
        "a PDF that is no PDF": (b"%PDF-1.7\n" + b"\xff" * 999, "file_unreadable"),
        "a PDF with a password": (pdf(compact(foreign()), password="x"), "file_encrypted"),
        "a PDF without a credential": (pdf(b"hello"), "file_empty"),
        "a PDF with two credentials": (pdf(compact(foreign()), compact(foreign(name="B"))), "file_several"),
        "a PDF that unpacks to 1 GB": (uploading.pdf_bomb(10**9), "file_too_complex"),
        "a PDF that unpacks twice": (uploading.pdf_bomb(10**9, layers=2), "file_too_complex"),
        "a PDF that contains itself": (uploading.pdf_loop(), None),
        "a PNG without a credential or a picture": (png(), "file_unreadable"),
        "a PNG that is cut off": (png(compact(foreign()))[:-20], "file_unreadable"),
        "a PNG with a wrong checksum": (
            png(compact(foreign())).replace(b"React", b"Reagt", 1),
            "file_unreadable",
        ),
        "a PNG with two credentials": (png(compact(foreign()), compact(foreign(name="B"))), "file_several"),
        "a PNG that unpacks to 1 GB": (uploading.png_bomb(10**9), "file_too_complex"),
        "a PDF that begins as a PNG": (uploading.PNG + pdf(compact(foreign())), "file_unreadable"),
        "an SVG with a script": (svg("{}", more="<script>alert(1)</script>"), "file_unsafe"),
        "an SVG with a handler": (svg("{}", attributes=' onload="alert(1)"'), "file_unsafe"),
        "an SVG with a link to a script": (svg("{}", more='<a href="javascript:alert(1)"/>'), "file_unsafe"),
        "an SVG with entities": (b'<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>', "file_unsafe"),
        "an SVG that reads a file": (
            b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
            "file_unsafe",
        ),
        "an SVG nested deeply": (b"<a>" * 200_000 + b"</a>" * 200_000, "file_too_complex"),
        "a broken SVG": (b"<svg><a></svg>", "file_unreadable"),
        "JSON nested deeply": (nested(10_000), "credential_unreadable"),
        "JSON nested 25 times": (
            compact({**foreign(), "a": json.loads(nested(25))}),
            "credential_unreadable",
        ),
        "JSON of 1 MB": (b'{"a": "' + b"a" * 10**6 + b'"}', "file_too_complex"),
        "JSON that is no badge": (b'{"issuer": "did:web:academy.example"}', "credential_unreadable"),
        "text that is not UTF-8": (b'{"\xff": 1}', "credential_unreadable"),
    }


async def test_files_that_do_harm_get_a_clear_error_soon(api: httpx.AsyncClient):
    for name, (content, code) in harmful().items():
        # If a file is read for ever, the captured output names it.
        print(name)
        assert len(content) <= MAX_FILE_BYTES, name
        started = time.monotonic()
        response = await upload(api, content)
        assert time.monotonic() - started < 30, name
        if code is None:
            assert response.json()["code"].startswith("file_"), name
        assert problem(response, 422, code or response.json()["code"])["detail"].endswith("."), name


async def test_larger_files_are_refused_before_they_are_read(api: httpx.AsyncClient):
    sent = 0

    async def parts():
        nonlocal sent
        while sent < 50 * 1024 * 1024:
            sent += 64 * 1024
            yield b"x" * 64 * 1024

    headers = {"Content-Length": str(50 * 1024 * 1024)}
    response = await api.post("/api/verify/file", content=parts(), headers=headers)
    problem(response, 413, "body_too_large")
    assert sent == 0 or sent <= 64 * 1024
    sent = 0
    problem(await api.post("/api/verify/file", content=parts()), 413, "body_too_large")
    assert sent <= MAX_FILE_BYTES + 128 * 1024


async def test_too_many_files_at_once_are_refused_and_others_are_served(api: httpx.AsyncClient, number: str):
    uploads = [asyncio.create_task(upload(api, pdf(b"x" * place))) for place in range(30)]
    lookup = await api.get(f"/api/verify/{number}")
    assert lookup.json()["status"] == "valid"
    codes = [(await task).json()["code"] for task in uploads]
    assert set(codes) == {"file_empty", "busy"}
    assert codes.count("file_empty") >= 13
