"""Mails are sent encrypted or not at all."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.smtp import Certificates, MailServer, make_certificates, only
from tests.unit.server.gateways.test_mail import ID, TO_ADA, WRITTEN, certificates
from webdev_certs.server.gateways.mail import MailUnavailable

__all__ = ["certificates"]
PASSWORD, WRONG = SecretStr("s3cret"), SecretStr("wrong")


async def test_starttls_encrypts_and_signs_in(certificates: Certificates):
    options = {"tls_context": certificates.server, "require_starttls": True, "auth_required": True}
    async with MailServer(authenticator=only("certs", "s3cret"), **options) as server:
        mailer = server.mailer(security="starttls", tls=certificates.client, user="certs", password=PASSWORD)
        await mailer.send(TO_ADA, ID, WRITTEN)
    assert (server.taken[0].encrypted, server.taken[0].user) == (True, "certs")


async def test_tls_encrypts_from_the_first_byte(certificates: Certificates):
    async with MailServer(
        implicit_tls=certificates.server, authenticator=only("certs", "s3cret"), auth_require_tls=False
    ) as server:
        mailer = server.mailer(security="tls", tls=certificates.client, user="certs", password=PASSWORD)
        await mailer.send(TO_ADA, ID, WRITTEN)
    assert (server.taken[0].encrypted, server.taken[0].user) == (True, "certs")


async def test_a_server_without_starttls_gets_nothing(certificates: Certificates):
    async with MailServer(authenticator=only("certs", "s3cret"), auth_require_tls=False) as server:
        mailer = server.mailer(security="starttls", tls=certificates.client, user="certs", password=PASSWORD)
        with pytest.raises(MailUnavailable):
            await mailer.send(TO_ADA, ID, WRITTEN)
    assert not server.arrived.is_set()


@pytest.mark.parametrize("security", ["starttls", "tls"])
async def test_a_server_with_a_strange_certificate_gets_nothing(
    certificates: Certificates, tmp_path: Path, security: str
):
    stranger = make_certificates(tmp_path, "mail.evil.example")
    options = {"implicit_tls": stranger.server} if security == "tls" else {"tls_context": stranger.server}
    for trusted in (certificates.client, stranger.client):
        async with MailServer(**options) as server:
            with pytest.raises(MailUnavailable):
                await server.mailer(security=security, tls=trusted).send(TO_ADA, ID, WRITTEN)
        assert not server.arrived.is_set()


async def test_a_refused_smtp_sign_in_loses_no_mail(certificates: Certificates):
    async with MailServer(
        tls_context=certificates.server, authenticator=only("certs", "s3cret"), auth_required=True
    ) as server:
        mailer = server.mailer(security="starttls", tls=certificates.client, user="certs", password=WRONG)
        with pytest.raises(MailUnavailable) as refusal:
            await mailer.send(TO_ADA, ID, WRITTEN)
    assert refusal.value.code == "535 5.7.8"
