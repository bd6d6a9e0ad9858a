"""How long certificates are valid."""

from datetime import UTC, datetime, timedelta

from webdev_certs.server.domain.certificates import expiry, status


def test_expiry_is_the_same_day_years_later():
    assert expiry(datetime(2026, 3, 2, 9, tzinfo=UTC), 2) == datetime(2028, 3, 2, 9, tzinfo=UTC)


def test_a_leap_day_expires_on_the_first_of_march():
    assert expiry(datetime(2028, 2, 29, tzinfo=UTC), 2) == datetime(2030, 3, 1, tzinfo=UTC)
    assert expiry(datetime(2028, 2, 29, tzinfo=UTC), 4) == datetime(2032, 2, 29, tzinfo=UTC)


def test_a_certificate_expires_at_its_expiry_time():
    moment = datetime(2028, 3, 2, tzinfo=UTC)
    assert status(moment, moment - timedelta(microseconds=1)) == "valid"
    assert status(moment, moment) == "expired"


def test_revoked_comes_before_replaced_and_replaced_before_suspended():
    moment = datetime(2028, 3, 2, tzinfo=UTC)
    before = moment - timedelta(days=2)
    new = "WDC-RE-7K3M-92QF-Z"
    for now in (moment - timedelta(days=1), moment):
        assert status(moment, now, suspended_at=before) == "suspended"
        assert status(moment, now, suspended_at=before, replaced_by=new) == "replaced"
        assert status(moment, now, suspended_at=before, replaced_by=new, revoked_at=before) == "revoked"
