"""The API against its own description: whatever is sent, no 5xx, and every answer is one that is described."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from tests.api.test_strangers import belongings
from tests.factories import Account, register, sign_in
from tests.world import World

_EXAMPLES = 12


@pytest.fixture
def owner(world: World) -> Account:
    return world.run(register)


def test_every_answer_is_one_that_is_described(world: World, owner: Account):
    ids = world.run(lambda api: belongings(api, owner))
    description = schemathesis.openapi.from_dict(world.app.openapi())
    for found in description.get_all_operations():
        _try_out(world, found.ok(), owner, ids)


def _try_out(world: World, operation: Any, owner: Account, ids: dict[str, str]) -> None:
    """Sends to one call what its description allows and what it does not, also about things that exist."""
    account = world.run(lambda api: sign_in(api, owner))

    @seed(20)
    @hypothesis_settings(
        max_examples=_EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=st.one_of(
            operation.as_strategy(GenerationMode.POSITIVE), operation.as_strategy(GenerationMode.NEGATIVE)
        ),
        existing=st.booleans(),
        signed_in=st.integers(0, 9),
    )
    def send(case: schemathesis.Case, existing: bool, signed_in: int) -> None:
        if existing:
            known = {name: ids[name] for name in case.path_parameters if name in ids}
            case.path_parameters = {**case.path_parameters, **known}
        if signed_in:
            case.headers = {**(case.headers or {}), **account.headers}
        request = case.as_transport_kwargs(base_url="http://api.test")
        print(request)
        response = world.run(lambda api: api.request(**request))
        case.validate_response(response)

    send()
