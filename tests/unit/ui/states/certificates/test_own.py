"""The holder's own certificates."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tests.fake_api import FakeApi, refusal
from tests.records import NUMBER, certificate
from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.certificates.own import OwnCertificatesState, certificate_card, usable_first


async def test_a_choice_that_is_not_saved_goes_back(learner: Tab, fake: FakeApi):
    fake.answer(Api.share_certificate, refusal("certificate_unknown", 404))
    own = learner.state(OwnCertificatesState)
    own.cards = [certificate_card(certificate())]
    await learner.fire(OwnCertificatesState.share, NUMBER, "score_public", True)
    assert (own.error, own.failed_changes) == ("Refused: certificate_unknown.", 1)


async def test_reissuing_twice_sends_once(learner: Tab, fake: FakeApi):
    new = f"{NUMBER[:-1]}0"
    fake.answer(Api.reissue_certificate, certificate(new))
    own = learner.state(OwnCertificatesState)
    own.cards = [replace(certificate_card(certificate()), reissuable=True)]
    for _ in range(2):
        await learner.fire(OwnCertificatesState.reissue, NUMBER)
    assert len(fake.calls(Api.reissue_certificate)) == 1
    assert [(card.number, card.status, card.replaced_by) for card in own.cards] == [
        (new, "valid", ""),
        (NUMBER, "replaced", new),
    ]


def test_usable_certificates_come_first_and_keep_their_order():
    card = certificate_card(certificate())
    states = ("revoked", "valid", "replaced", "expired", "suspended", "valid")
    cards = [replace(card, number=str(which), status=status) for which, status in enumerate(states)]
    assert [shown.number for shown in usable_first(cards)] == ["1", "3", "5", "0", "2", "4"]


def test_a_certificate_can_be_renewed_from_sixty_days_before_it_expires():
    for days, due in ((61, False), (59, True), (-1, True)):
        expires_at = datetime.now(UTC) + timedelta(days=days)
        card = certificate_card(certificate(expires_at=expires_at))
        assert card.due is due
        from_date, expires = (
            datetime.strptime(date, "%B\u00a0%d,\u00a0%Y") for date in (card.renew_from, card.expires)
        )
        assert (expires - from_date).days == 60
    assert certificate_card(certificate(expires_at=expires_at, status="revoked")).due is False
