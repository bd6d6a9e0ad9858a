"""Stripe accepts the sandbox's parameters, and both refuse unknown ones."""

from typing import Any

import httpx
import pytest
from stripe.params.checkout import SessionCreateParams

from tests.contract.stripe import examples
from tests.contract.stripe.backends import Backend
from webdev_certs.sandbox.stripe.app import OPERATIONS
from webdev_certs.sandbox.stripe.operations import Operation

EACH = pytest.mark.parametrize(
    "operation", OPERATIONS, ids=lambda operation: f"{operation.method} {operation.path}"
)


async def call(backend: Backend, operation: Operation, values: dict[str, Any]) -> httpx.Response:
    fields = examples.form(values)
    headers = {"Authorization": f"Bearer {backend.key}"}
    url = backend.base + examples.path(operation)
    async with httpx.AsyncClient(headers=headers) as client:
        if operation.method == "POST":
            # Set explicitly, because httpx omits it for an empty form.
            client.headers["Content-Type"] = "application/x-www-form-urlencoded"
            return await client.post(url, data=fields)
        return await client.request(operation.method, url, params=fields)


@pytest.mark.about("schema")
@EACH
async def test_stripe_accepts_every_parameter_of_the_sandbox(backend: Backend, operation: Operation):
    values = examples.example(operation.parameters)
    known = {name: value for name, value in values.items() if name not in examples.SINCE_ENDIVE}

    answer = await call(backend, operation, known)

    assert answer.status_code == 200, answer.text


def test_the_sdk_has_the_parameters_newer_than_stripe_mock():
    assert set(SessionCreateParams.__annotations__) >= examples.SINCE_ENDIVE


@pytest.mark.about("parameters")
@EACH
async def test_an_unknown_parameter_is_refused(backend: Backend, operation: Operation):
    values = {**examples.example(operation.parameters), "no_such_parameter": "1"}

    answer = await call(backend, operation, values)

    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]["type"] == "invalid_request_error"
