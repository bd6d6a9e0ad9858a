"""What the page of a number that no certificate has says about forgeries."""

import pytest

from webdev_certs.ui.pages.certificates.verify import verify

FORGED = "If you think someone forged it"


@pytest.mark.parametrize("is_reachable", [True, False])
def test_a_forgery_can_be_reported_only_to_an_operator_who_can_be_reached(
    is_reachable: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("webdev_certs.ui.pages.certificates.verify.IS_REACHABLE", is_reachable)
    assert (FORGED in str(verify())) is is_reachable
