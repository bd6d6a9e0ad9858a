"""What all wire models share."""

import pytest
from pydantic import ValidationError

from webdev_certs.schemas.base import Problem
from webdev_certs.schemas.profile import AccountDeletion


def test_what_was_typed_is_not_repeated_by_an_error():
    with pytest.raises(ValidationError) as refusal:
        AccountDeletion.model_validate({"password": ["seven plain horses"]})
    assert "horses" not in str(refusal.value)
    with pytest.raises(ValidationError) as refusal:
        Problem.model_validate({"detail": ["seven plain horses"]})
    assert "horses" not in str(refusal.value)
