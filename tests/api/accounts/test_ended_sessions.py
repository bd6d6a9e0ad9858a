"""What an access token can still do for up to 15 minutes after its login session has ended.

The calls are read from the API's own description, so a new one has to ask the database whose session it is,
or is named here with a reason.
"""

import re
from typing import Any
from uuid import uuid4

import httpx
from fastapi import FastAPI

from tests.api.accounts.test_auth import problem
from tests.factories import PASSWORD, register

# Reads cost one query less, and what they show was the holder's to read when the token was given.
_READS = {
    "GET /api/certificates",
    "GET /api/certificates/{number}",
    "GET /api/certificates/{number}/pdf",
    "GET /api/payments/history",
    "GET /api/payments/invoice/{invoice_id}",
    "GET /api/payments/status",
    "GET /api/payments/subscription",
    "GET /api/practice",
    "GET /api/practice/{practice_session_id}",
    "GET /api/practice/{practice_session_id}/answers/{position}",
    "GET /api/practice/{practice_session_id}/result",
    "GET /api/tests",
    "GET /api/tests/{test_id}",
    "GET /api/tests/{test_id}/result",
}
_HOT = {
    # The most frequent writes; a saved answer counts only once the test is submitted.
    "PUT /api/tests/{test_id}/answers/{position}",
    "POST /api/practice/{practice_session_id}/answers/{position}",
}
_OTHERS = {
    # Ending an ended login session changes nothing.
    "POST /api/auth/logout",
    # Checks the login session after the provider was asked (test_identities.py).
    "POST /api/profile/identities",
}
_BODIES: dict[str, Any] = {
    "POST /api/profile/email": {"email": "new@example.com", "password": PASSWORD},
    "POST /api/profile/password": {"current_password": PASSWORD, "new_password": "eight plain horses"},
    "DELETE /api/profile": {"certificates": "revoke", "password": PASSWORD},
    "DELETE /api/profile/identities/{identity_id}": {"password": PASSWORD},
}


def secured_calls(app: FastAPI) -> list[str]:
    """Return the method and path of every call that takes a bearer token."""
    return [
        f"{method.upper()} {path}"
        for path, operations in app.openapi()["paths"].items()
        for method, operation in operations.items()
        if operation.get("security")
    ]


async def test_an_ended_login_session_changes_nothing(api: httpx.AsyncClient, api_app: FastAPI):
    account = await register(api)
    assert (await api.delete("/api/profile/login-sessions", headers=account.headers)).status_code == 204
    await api.post("/api/auth/logout", headers=account.headers)
    exceptions = _READS | _HOT | _OTHERS
    calls = secured_calls(api_app)
    assert exceptions < set(calls)
    for call in calls:
        if call in exceptions:
            continue
        method, template = call.split()
        path = re.sub(r"{\w+}", lambda found: "1" if found[0] == "{position}" else str(uuid4()), template)
        response = await api.request(method, path, json=_BODIES.get(call), headers=account.headers)
        assert response.status_code == 401, call
        problem(response, 401, "session_ended")
