"""GitHub and GitLab for the real Supabase Auth: as much of their protocols as it speaks with them.

Their authorization page takes the same form as the sandbox's own, so that one browser serves for both.
"""

import hashlib
import secrets
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.contract.supabase.browser import Person


def create_providers() -> Starlette:
    """Both providers, at one origin."""
    people: dict[str, Person] = {}

    async def authorize(request: Request) -> Response:
        query = request.query_params
        form = await request.form()
        if form["choice"] == "cancel":
            answer = {"error": "access_denied", "error_description": "The user has denied the request"}
        else:
            code = secrets.token_hex()
            people[code] = Person(str(form["name"]), str(form["email"]), "email_verified" in form)
            answer = {"code": code}
        return RedirectResponse(
            f"{query['redirect_uri']}?{urlencode({**answer, 'state': query['state']})}", 303
        )

    async def token(request: Request) -> Response:
        form = await request.form()
        if form["code"] not in people:
            return JSONResponse({"error": "bad_verification_code"}, 400)
        # The code serves as the access token too.
        return JSONResponse({"access_token": form["code"], "token_type": "bearer", "expires_in": 3600})

    def person(request: Request) -> Person:
        return people[request.headers["authorization"].partition(" ")[2]]

    async def github_user(request: Request) -> Response:
        someone = person(request)
        picture = "https://avatars.example/1.png"
        login = someone.email.partition("@")[0]
        return JSONResponse(
            {"id": _number(someone), "login": login, "name": someone.name, "avatar_url": picture}
        )

    async def github_emails(request: Request) -> Response:
        someone = person(request)
        return JSONResponse([{"email": someone.email, "primary": True, "verified": someone.email_verified}])

    async def gitlab_user(request: Request) -> Response:
        someone = person(request)
        confirmed = {"confirmed_at": "2026-01-01T00:00:00Z"} if someone.email_verified else {}
        named = {"id": _number(someone), "name": someone.name, "email": someone.email}
        return JSONResponse({**named, **confirmed, "avatar_url": "https://avatars.example/1.png"})

    async def gitlab_emails(request: Request) -> Response:
        return JSONResponse([])

    return Starlette(
        routes=[
            Route("/login/oauth/authorize", authorize, methods=["POST"]),
            Route("/login/oauth/access_token", token, methods=["POST"]),
            Route("/api/v3/user", github_user),
            Route("/api/v3/user/emails", github_emails),
            Route("/oauth/authorize", authorize, methods=["POST"]),
            Route("/oauth/token", token, methods=["POST"]),
            Route("/api/v4/user", gitlab_user),
            Route("/api/v4/user/emails", gitlab_emails),
        ]
    )


def _number(person: Person) -> int:
    return int.from_bytes(hashlib.sha256(person.email.encode()).digest()[:4])
