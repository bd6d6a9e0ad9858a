"""Accounts, limits and a small question bank for tests."""

from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import httpx

from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.format import Blueprint, Item
from webdev_certs.settings.limits import (
    LimitSettings,
    NetworkRates,
    OwnRates,
    PublicRates,
    Rates,
    SharedRates,
)

ADA = "ada@example.com"
PASSWORD = "seven plain horses"
_TOPICS = ("basics", "state", "effects", "testing")
_DIFFICULTIES = ("beginner", "intermediate", "advanced")
_numbers = count(1)


@dataclass(frozen=True)
class Account:
    """A registered user and their tokens, and the client with which they call the API."""

    user: dict[str, Any]
    access_token: str
    refresh_token: str
    password: str
    client: httpx.AsyncClient | None = field(default=None, repr=False, compare=False)

    @property
    def api(self) -> httpx.AsyncClient:
        assert self.client
        return self.client

    @property
    def headers(self) -> dict[str, str]:
        return bearer(self.access_token)

    def through(self, api: httpx.AsyncClient) -> "Account":
        """Return the same user with another client, such as that of another process."""
        return replace(self, client=api)

    async def request(
        self, method: str, path: str, headers: dict[str, str] | None = None, **options: Any
    ) -> httpx.Response:
        """Call the API with the access token; the options are those of `httpx`."""
        return await self.api.request(method, path, headers=self.headers | (headers or {}), **options)

    async def get(self, path: str, **options: Any) -> httpx.Response:
        return await self.request("GET", path, **options)

    async def post(self, path: str, json: Any = None, **options: Any) -> httpx.Response:
        return await self.request("POST", path, json=json, **options)

    async def put(self, path: str, json: Any = None, **options: Any) -> httpx.Response:
        return await self.request("PUT", path, json=json, **options)

    async def patch(self, path: str, json: Any, **options: Any) -> httpx.Response:
        return await self.request("PATCH", path, json=json, **options)

    async def delete(self, path: str, **options: Any) -> httpx.Response:
        return await self.request("DELETE", path, **options)

    async def read(self, path: str, **query: Any) -> Any:
        """Return what a GET finds, which must succeed."""
        # Without any, `httpx` would remove those of the path.
        response = await self.get(path, params=query or None)
        assert response.status_code == 200, response.text
        return response.json()


def bearer(access_token: str) -> dict[str, str]:
    """Return the header with a token."""
    return {"Authorization": f"Bearer {access_token}"}


def registration(**changes: Any) -> dict[str, Any]:
    """Return a valid registration form with a new email; `changes` replaces fields."""
    return {
        "full_name": "Ada Lovelace",
        "email": f"learner{next(_numbers)}@example.com",
        "password": PASSWORD,
        "accept_terms": True,
    } | changes


async def register(
    api: httpx.AsyncClient,
    *,
    email: str | None = None,
    name: str = "Ada Lovelace",
    password: str = PASSWORD,
    language: str = "en",
) -> Account:
    """Register a user, by default with a new email."""
    form = registration(full_name=name, password=password)
    if email is not None:
        form["email"] = email
    response = await api.post("/api/auth/register", json=form, headers={"Accept-Language": language})
    assert response.status_code == 201, response.text
    body = response.json()
    return Account(body["user"], body["access_token"], body["refresh_token"], password, api)


async def sign_in(account: Account, *, password: str | None = None) -> Account:
    """Sign in again: return the same user with a new login session."""
    credentials = {"email": account.user["email"], "password": password or account.password}
    response = await account.api.post("/api/auth/login", json=credentials)
    assert response.status_code == 200, response.text
    body = response.json()
    tokens = {name: body[name] for name in ("user", "access_token", "refresh_token")}
    return replace(account, **tokens, password=credentials["password"])


def generous_limits(**changes: PublicRates | OwnRates | NetworkRates) -> LimitSettings:
    """Return enabled limits that no test reaches by chance; `changes` replaces some."""
    rate = "1000000/hour"
    shared = SharedRates(ip=rate, account=rate, account_from_ip=rate)
    rates = Rates(ip=rate, account=rate)
    return LimitSettings.model_validate(
        {
            "login": shared,
            "registration": shared,
            "forgot_password": rates,
            "resend": rates,
            "mail": OwnRates(account=rate),
            "refresh": rates,
            "verify": rates,
            "certificate": PublicRates(ip=rate),
            "credential": PublicRates(ip=rate),
            "checkout": OwnRates(account=rate),
            "payment": OwnRates(account=rate),
            "social": PublicRates(ip=rate),
            "exam_start": NetworkRates(network=rate),
            "mock_exam": OwnRates(account=rate),
            "practice": OwnRates(account=rate),
            "pdf": OwnRates(account=rate),
            "export": OwnRates(account=rate),
            "exam_events": OwnRates(account=rate),
            "extra_time": OwnRates(account=rate),
            "report": OwnRates(account=rate),
            "reissue": OwnRates(account=rate),
            "upload": PublicRates(ip=rate),
            "card": PublicRates(ip=rate),
            "standing": OwnRates(account=rate),
        }
        | changes
    )


def bank(pretest: int = 0) -> Bank:
    """Return a bank of React and Java, each with four topics of twelve certification and nine practice items.

    `pretest` is the number of pretest items in each topic.
    They have all formats. The key is the same in all items: option `a` (and `b` if there are two), the text
    `42`, the order a-b-c-d, and the pairs a–x, b–y, c–z.
    """
    return Bank([_technology("react", "React", pretest), _technology("java", "Java", pretest)])


def _technology(technology: str, name: str, pretest: int) -> TechnologyBank:
    blueprint = Blueprint.model_validate(
        {
            "technology": technology,
            "name": name,
            "title": f"Certified {name} Developer",
            "summary": f"What {name} developers do every day.",
            "cut_score": 500,
            "minutes": 45,
            "official_hosts": ["example.com"],
            "topics": [{"id": topic, "title": topic.title(), "items": 5} for topic in _TOPICS],
        }
    )
    items = [
        _item(technology, topic, _DIFFICULTIES[number % 3], number, pool)
        for topic in _TOPICS
        for pool, numbers in (
            ("certification", range(1, 13)),
            ("practice", range(106, 115)),
            ("pretest", range(201, 201 + pretest)),
        )
        for number in numbers
    ]
    return TechnologyBank(blueprint, tuple(items))


def _item(technology: str, topic: str, difficulty: str, number: int, pool: str) -> Item:
    formats = tuple(_FORMATS)
    item_format = formats[number % len(formats)]
    return Item.model_validate(
        {
            "id": f"{technology}-{topic}-{number:03}",
            "version": 1,
            "topic": topic,
            "pool": pool,
            "difficulty": difficulty,
            "format": item_format,
            "stem": f"Question {number} about {topic}?",
            "reference": {"title": "Reference", "url": f"https://example.com/{topic}"},
            "expected_seconds": 60,
            "evidence": {"kind": "cited", "location": "first paragraph"},
        }
        | _FORMATS[item_format]
    )


def _options(*ids: str) -> list[dict[str, str]]:
    return [{"id": id_, "text": f"Option {id_}", "explanation": f"Why {id_}."} for id_ in ids]


_FORMATS: dict[str, dict[str, Any]] = {
    "single_choice": {"options": _options("a", "b", "c", "d"), "key": ["a"]},
    "multiple_choice": {"options": _options("a", "b", "c", "d"), "key": ["a", "b"]},
    "true_false": {"options": _options("true", "false"), "key": ["true"]},
    "output": {
        "options": _options("a", "b", "c"),
        "key": ["a"],
        "code": {"language": "js", "text": "console.log('Option a')"},
    },
    "fill_in": {"accept": ["42"], "explanation": "It is 42."},
    "order_lines": {"options": _options("a", "b", "c", "d"), "key": ["a", "b", "c", "d"]},
    "match_pairs": {
        "options": _options("a", "b", "c"),
        "matches": [{"id": id_, "text": f"Match {id_}"} for id_ in ("x", "y", "z")],
        "key": {"a": "x", "b": "y", "c": "z"},
    },
}
