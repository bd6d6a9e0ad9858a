"""Verifiers that others wrote accept the product's credentials, and no altered ones.

They run with the documented commands.
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.contract.badges.conftest import Issuer
from tests.contract.badges.documented import block, run
from tests.contract.badges.packages import npm_folder
from tests.contract.programs import Unavailable, skip_unless_required

ALTERED: list[dict[str, Any]] = [
    {"name": "Certified in everything"},
    {"validUntil": "2099-01-01T00:00:00Z"},
    {"issuer": {"id": "did:web:localhost%3A1", "type": ["Profile"]}},
]


@pytest.fixture
def node_folder(tmp_path: Path) -> Path:
    """Return a folder with the documented script and its packages."""
    try:
        packages = npm_folder()
    except Unavailable as reason:
        skip_unless_required("verifier-core", reason)
    (tmp_path / "node_modules").symlink_to(packages / "node_modules")
    (tmp_path / "verify.mjs").write_text(block("js", "verifyCredential"))
    return tmp_path


@pytest.fixture
def offline_folder(tmp_path: Path) -> Path:
    """Return a folder with the documented script."""
    (tmp_path / "verify.py").write_text(block("python", "openbadgeslib"))
    return tmp_path


async def test_a_certificate_is_verified_by_number(issuer: Issuer, tmp_path: Path):
    outcome = await run('"$ORIGIN/api/verify/$NUMBER"\n', issuer, tmp_path)
    assert json.loads(outcome.output)["status"] == "valid"


async def test_a_file_is_verified_by_us(issuer: Issuer, tmp_path: Path):
    file, send = tmp_path / "credential.json", "--data-binary @credential.json"
    assert (await run("-o credential.json", issuer, tmp_path)).succeeded
    assert json.loads((await run(send, issuer, tmp_path)).output)["status"] == "valid"
    file.write_text(json.dumps({**json.loads(file.read_text()), **ALTERED[0]}))
    assert json.loads((await run(send, issuer, tmp_path)).output)["code"] == "credential_altered"


async def test_a_pdf_is_verified_by_us(issuer: Issuer, tmp_path: Path):
    (tmp_path / "certificate.pdf").write_bytes(await issuer.file("pdf"))
    found = json.loads((await run("--data-binary @certificate.pdf", issuer, tmp_path)).output)
    assert [check["result"] for check in found["checks"]] == ["passed"] * 4


@pytest.mark.parametrize(
    ("form", "name", "command"),
    [("pdf", "certificate.pdf", "pypdf"), ("badge.png", "badge.png", "from PIL")],
)
async def test_others_take_the_credential_out_of_a_file(
    issuer: Issuer, offline_folder: Path, form: str, name: str, command: str
):
    (offline_folder / name).write_bytes(await issuer.file(form))
    taken = await run(command, issuer, offline_folder)
    assert taken.succeeded, taken.output
    assert (await run("-o status.json", issuer, offline_folder)).succeeded
    assert (await run("verify.py", issuer, offline_folder)).succeeded


async def test_verifier_core_accepts_credentials_and_notices_changes(issuer: Issuer, node_folder: Path):
    assert (await run("-o credential.json", issuer, node_folder)).succeeded
    outcome = await run("verify.mjs", issuer, node_folder)
    assert outcome.succeeded, outcome.output
    for check in ("valid_signature", "expiration", "revocation_status"):
        assert f"{check}: true" in outcome.output
    file = node_folder / "credential.json"
    credential = json.loads(file.read_text())
    for change in ALTERED:
        file.write_text(json.dumps({**credential, **change}))
        assert not (await run("verify.mjs", issuer, node_folder)).succeeded, change


async def test_verifier_core_notices_a_revocation(issuer: Issuer, node_folder: Path):
    assert (await run("-o credential.json", issuer, node_folder)).succeeded
    await issuer.revoke()
    outcome = await run("verify.mjs", issuer, node_folder)
    assert not outcome.succeeded
    assert "valid_signature: true" in outcome.output
    assert "revocation_status: false" in outcome.output


@pytest.mark.parametrize("form", ["json", "jwt"])
async def test_openbadgeslib_accepts_credentials_without_a_network(
    issuer: Issuer, offline_folder: Path, form: str
):
    file = offline_folder / "credential.json"
    file.write_text(await issuer.credential("" if form == "json" else ".jwt"))
    assert (await run("-o status.json", issuer, offline_folder)).succeeded
    command = "verify.py"
    if form == "jwt":
        (offline_folder / "credential.jwt").write_text(file.read_text())
        script = (offline_folder / "verify.py").read_text()
        (offline_folder / "verify.py").write_text(script.replace("sys.argv[2]", '"credential.jwt"'))
    outcome = await run(command, issuer, offline_folder)
    assert outcome.succeeded, outcome.output
    assert "Certified React Developer" in outcome.output
    assert str(datetime.now(UTC).year + 2) in outcome.output


async def test_openbadgeslib_notices_changes(issuer: Issuer, offline_folder: Path):
    file = offline_folder / "credential.json"
    credential = json.loads(await issuer.credential())
    assert (await run("-o status.json", issuer, offline_folder)).succeeded
    for change in ALTERED:
        file.write_text(json.dumps({**credential, **change}))
        assert "OB3VerificationError" in (await run("verify.py", issuer, offline_folder)).output
    file.write_text(json.dumps(credential))
    stranger = await run("verify.py", issuer, offline_folder, ISSUER="did:web:other.example")
    assert not stranger.succeeded


async def test_openbadgeslib_notices_a_revocation(issuer: Issuer, offline_folder: Path):
    (offline_folder / "credential.json").write_text(await issuer.credential())
    await issuer.revoke()
    assert (await run("-o status.json", issuer, offline_folder)).succeeded
    assert "'revocation' is set" in (await run("verify.py", issuer, offline_folder)).output


async def test_others_notice_a_suspension(issuer: Issuer, offline_folder: Path):
    (offline_folder / "credential.json").write_text(await issuer.credential())
    await issuer.suspend()
    assert (await run("-o status.json", issuer, offline_folder)).succeeded
    assert "'suspension' is set" in (await run("verify.py", issuer, offline_folder)).output


async def test_verifier_core_notices_a_suspension(issuer: Issuer, node_folder: Path):
    assert (await run("-o credential.json", issuer, node_folder)).succeeded
    await issuer.suspend()
    outcome = await run("verify.mjs", issuer, node_folder)
    assert not outcome.succeeded
    assert "valid_signature: true" in outcome.output


async def test_the_holders_email_can_be_checked(issuer: Issuer, tmp_path: Path):
    credential = json.loads(await issuer.credential())
    identity = credential["credentialSubject"]["identifier"][0]
    own = issuer.holder.user["email"]
    for email, same in ((own, True), (own.title(), True), ("other@example.com", False)):
        outcome = await run("sha256sum", issuer, tmp_path, EMAIL=email, SALT=identity["salt"])
        assert (f"sha256${outcome.output.split()[0]}" == identity["identityHash"]) is same
