"""Gates that ask a language model: what they make of answers that do not have the form."""

from typing import Any

import pytest

from tests.author import selection_model
from webdev_certs.authoring.drafting.judging import judge_answering
from webdev_certs.server.content.item_models.format import model_kind


@pytest.mark.parametrize("answer", [5, True, 0.5, None, {"s1": True}, [["s1"]]])
def test_an_answer_that_is_no_list_of_options_does_not_agree(answer: Any):
    tree = selection_model()
    gate = judge_answering(
        model_kind(tree).model_validate(tree), lambda _: {"answer": answer, "reason": "It is so."}
    )
    assert (gate.passed, gate.says) == (False, "a call without the key answers something else")
