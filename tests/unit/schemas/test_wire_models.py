"""Rules for all wire models."""

from typing import get_args

import pytest
from pydantic import ValidationError

from webdev_certs.schemas import items, technologies
from webdev_certs.schemas.base import Problem
from webdev_certs.schemas.profile import AccountDeletion
from webdev_certs.server.content import format as bank


def test_validation_errors_do_not_contain_the_input():
    with pytest.raises(ValidationError) as refusal:
        AccountDeletion.model_validate({"password": ["seven plain horses"]})
    assert "horses" not in str(refusal.value)
    with pytest.raises(ValidationError) as refusal:
        Problem.model_validate({"detail": ["seven plain horses"]})
    assert "horses" not in str(refusal.value)


def test_item_formats_and_difficulties_are_those_of_the_question_bank():
    """Each side defines them, because the wire contract and the bank may not import each other."""
    assert get_args(items.ItemFormat) == get_args(bank.ItemFormat)
    assert get_args(technologies.Difficulty) == get_args(bank.Difficulty)
