"""The verdicts of verification can be told apart without colors."""

from typing import get_args

from webdev_certs.schemas.certificates import VerifiedStatus
from webdev_certs.shared.vocabulary import CertificateStatus
from webdev_certs.ui.components.status import VERDICTS
from webdev_certs.ui.pages.certificates.verify_found import SHOWN

STATES = (*get_args(CertificateStatus), "unknown", "mistyped")


def test_each_state_of_a_number_has_an_icon_of_its_own():
    assert len(STATES) == 7
    assert len({VERDICTS[state].icon for state in STATES}) == len(STATES)


def test_each_verdict_has_words_of_its_own():
    assert len({verdict.words for verdict in VERDICTS.values()}) == len(VERDICTS)


def test_a_certificate_is_shown_in_each_state_that_it_can_have():
    assert set(SHOWN) == set(get_args(VerifiedStatus))
