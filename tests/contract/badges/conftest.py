"""An issuer on the network, over TLS as did:web needs it, with one certificate."""

import random
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from argon2.profiles import CHEAPEST
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from fastapi import FastAPI
from pydantic import SecretStr

from tests import factories
from tests.answering import pass_exam
from tests.api_client import ApiClient
from tests.factories import Account, register
from tests.ports import free_port
from tests.serving import TlsFiles, served
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.models import Certificate
from webdev_certs.settings import Settings


@dataclass(frozen=True)
class Issuer:
    """A running API whose holder has made one credential public."""

    app: FastAPI
    origin: str
    holder: Account
    number: str
    tls: TlsFiles

    async def credential(self, form: str = "") -> str:
        """Return the holder's credential as text: as JSON, or as VC-JWT with `.jwt`."""
        async with ApiClient(self.app) as api:
            path = f"/api/certificates/{self.number}/credential{form}"
            return (await api.get(path, headers=self.holder.headers)).text

    async def file(self, form: str) -> bytes:
        """Return the PDF or a badge, such as `badge.png`."""
        async with ApiClient(self.app) as api:
            path = f"/api/certificates/{self.number}/{form}"
            return (await api.get(path, headers=self.holder.headers)).content

    async def revoke(self) -> None:
        async with self.app.state.resources.database.transaction() as db:
            certificate = await db.get(Certificate, self.number)
            certificate.revoked_at = datetime.now(UTC)
            certificate.revocation_reason = "holder_left"

    async def suspend(self) -> None:
        async with self.app.state.resources.database.transaction() as db:
            certificate = await db.get(Certificate, self.number)
            certificate.suspended_at = datetime.now(UTC)
            certificate.suspension_reason = "under_review"


@pytest.fixture(scope="session")
def tls(tmp_path_factory: pytest.TempPathFactory) -> TlsFiles:
    """Make a self-signed certificate for localhost."""
    folder = tmp_path_factory.mktemp("tls")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    files = TlsFiles(folder / "certificate.pem", folder / "key.pem")
    files.certificate.write_bytes(certificate.public_bytes(Encoding.PEM))
    files.key.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return files


@pytest.fixture
async def issuer(sqlite_template: Path, tmp_path: Path, tls: TlsFiles) -> AsyncIterator[Issuer]:
    """Run an API whose keys and status lists others can look up by its origin. It uses the real time."""
    port = free_port()
    shutil.copy(sqlite_template, tmp_path / "test.db")
    settings = Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        smtp_host="",
        data_dir=tmp_path,
        database_url=SecretStr(f"sqlite+aiosqlite:///{tmp_path / 'test.db'}"),
        public_url=f"https://localhost:{port}",
        hold_attempts=False,
        limits=factories.generous_limits(),
    )
    hasher = PasswordHasher(1, CHEAPEST)
    app = create_api(settings, rng=random.Random(1), bank=factories.bank(), password_hasher=hasher)
    async with lifespan_resources(app), ApiClient(app) as api, served(app, port, tls) as origin:
        holder = await register(api)
        number = (await pass_exam(holder))["certificate_number"]
        choice = {"score_public": True, "credential_public": True}
        await api.patch(f"/api/certificates/{number}", json=choice, headers=holder.headers)
        yield Issuer(app, origin, holder, number, tls)
