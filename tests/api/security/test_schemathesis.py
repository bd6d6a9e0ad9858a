"""The API against its own description: no request causes a 5xx, and every answer is as described.

Nearly all random cases are refused. So each call is also sent a request that it has to grant, and a
call that is never granted fails the test. What a new call needs for that is added to `granted.py`.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode, checks
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi import checks as openapi_checks

from tests.api.security.furnished import settings, stage, stripe, supabase
from tests.api.security.granted import granted_call
from tests.api.security.stage import Stage
from tests.factories import Account, sign_in
from tests.world import World

__all__ = ["settings", "stage", "stripe", "supabase"]

_EXAMPLES = 7
"""How many examples are tried for each call and each kind of data."""
_CHECKS = [
    checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_headers_conformance,
    openapi_checks.response_schema_conformance,
    openapi_checks.negative_data_rejection,
]
_SETTINGS = {
    # The size of a body is checked before its content.
    "negative_data_rejection": {"expected-statuses": ["400", "401", "403", "404", "409", "413", "422", "429"]}
}
# These calls come last, because they end or delete what other calls need.
_LAST = ("/api/auth/logout", "/api/profile/password", "/api/profile/login-sessions", "/api/profile")

T = TypeVar("T")


# PostgreSQL refuses all texts and numbers that SQLite refuses, and more.
@pytest.mark.on_postgresql
def test_every_answer_is_documented(world: World, stage: Stage):
    description = schemathesis.openapi.from_dict(
        world.app.openapi(), config=SchemathesisConfig.from_dict({"checks": _SETTINGS})
    )
    # A malformed part of the description would be an `Err`, which stops the test here.
    operations = [cast(Any, found).ok() for found in description.get_all_operations()]
    assert len(operations) == sum(map(len, world.app.openapi()["paths"].values()))
    answers = {operation.label: _send(world, *_granted(world, stage, operation)) for operation in operations}
    refused = {label: answer.text for label, answer in answers.items() if answer.is_error}
    assert refused == {}
    for operation in sorted(operations, key=lambda operation: operation.path in _LAST):
        _try_out(world, operation, stage)


def _granted(world: World, stage: Stage, operation: Any) -> tuple[Case, Account]:
    """Return a request that the call has to grant, and its user."""
    call = world.run(lambda _: granted_call(stage, operation.method.upper(), operation.path))
    names = [parameter.name for parameter in operation.path_parameters]
    case = operation.Case(path_parameters={name: call.ids[name] for name in names}, query=call.query)
    if call.body is not None:
        case.body, case.media_type = call.body, "application/json"
    return case, call.who


def _send(world: World, case: Case, account: Account | None) -> httpx.Response:
    """Send the request, and check its answer against the description."""
    headers = account.headers if account else {}
    request = case.as_transport_kwargs(base_url="http://api.test", headers=headers)
    # No call reads cookies.
    request.pop("cookies", None)
    response = world.run(lambda api: api.request(**request))
    case.validate_response(response, checks=_CHECKS)
    return response


def _try_out(world: World, operation: Any, stage: Stage) -> None:
    """Send valid and invalid requests to one call, some of them with ids that exist."""
    account = world.run(lambda api: sign_in(api, stage.owner))

    def send(case: Case, existing: bool, signed_in: int) -> None:
        if existing and case.path_parameters:
            # A text in the place of a number stays, because the request is to be refused for it.
            known = {
                name: stage.ids[name]
                for name, value in case.path_parameters.items()
                if name in stage.ids and (name != "position" or isinstance(value, int))
            }
            case.path_parameters = {**case.path_parameters, **known}
        _send(world, case, account if signed_in else None)

    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        cases = operation.as_strategy(mode)
        run = given(case=cases, existing=st.booleans(), signed_in=st.integers(0, 5))(send)
        # A call that allows everything or takes nothing has no invalid requests.
        with suppress(Unsatisfiable):
            _repeatable(run)()


def _repeatable(test: Callable[..., T]) -> Callable[..., T]:
    """Return settings that make the same cases every time, so that a failure comes from a change."""
    limits = hypothesis_settings(
        max_examples=_EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    return cast(Callable[..., T], seed(20)(limits(test)))
