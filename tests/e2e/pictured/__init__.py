"""States of the pages that pictures are taken of, besides those of `tests/e2e/scenes.py`.

The matrix of accessibility leaves them out: they differ from its scenes in their data, or by a click that
another test of accessibility makes (tests/e2e/accessibility/test_states.py).
"""

from tests.e2e.pictured.accounts import accounts
from tests.e2e.pictured.cast import Cast
from tests.e2e.pictured.certificates import certificates
from tests.e2e.pictured.learning import exams, practice
from tests.e2e.pictured.payments import payments
from tests.e2e.pictured.public import public
from tests.e2e.pictured.shot import Shot


def shots(cast: Cast) -> list[Shot]:
    """Return the states of all areas."""
    return [
        *public(cast),
        *accounts(cast),
        *exams(cast),
        *practice(cast),
        *certificates(cast),
        *payments(cast),
    ]
