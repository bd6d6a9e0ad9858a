"""Rules for all wire models."""

import pytest
from pydantic import ValidationError

from webdev_certs.schemas.base import Problem
from webdev_certs.schemas.profile import AccountDeletion


def test_validation_errors_do_not_contain_the_input():
    with pytest.raises(ValidationError) as refusal:
        AccountDeletion.model_validate({"password": ["seven plain horses"]})
    assert "horses" not in str(refusal.value)
    with pytest.raises(ValidationError) as refusal:
        Problem.model_validate({"detail": ["seven plain horses"]})
    assert "horses" not in str(refusal.value)
