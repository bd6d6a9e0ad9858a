"""Learners whose tests and practice sessions are taken over the API, which is faster than in a browser."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Self

from playwright.sync_api import Page

from tests.built_in import built_in_bank
from tests.e2e.journeys import expect_question
from tests.e2e.paying import GOOD
from tests.e2e.product import Product
from webdev_certs.server.content.bank import TECHNOLOGIES
from webdev_certs.server.content.format import Item
from webdev_certs.shared.vocabulary import ItemFormat

PASSWORD = "seven plain horses"
_Texts = tuple[str, str, frozenset[str]]


class ApiLearner:
    """A signed-in learner who knows the answers of the built-in question bank."""

    def __init__(self, product: Product, tokens: Mapping[str, Any]) -> None:
        """Use a login session.

        Args:
            product: The running product.
            tokens: The response of the login or the registration.
        """
        self._product, self.tokens = product, tokens
        self._headers = {"Authorization": f"Bearer {tokens['access_token']}"}

    @classmethod
    def register(cls, product: Product, name: str, email: str, *, confirmed: bool = True) -> Self:
        """Register a learner with this name and email, which is confirmed at once or not."""
        form = {"full_name": name, "email": email, "password": PASSWORD, "accept_terms": True}
        answer = product.http.post("/api/auth/register", json=form)
        assert answer.is_success, answer.text
        tokens = answer.json()
        if confirmed:
            confirm(product, tokens)
        return cls(product, tokens)

    @property
    def email(self) -> str:
        return self.tokens["user"]["email"]

    def take_exam(self, technology: str, *, right: bool) -> str:
        """Take a whole exam with answers that are all right or all wrong; return its id."""
        state = self.start_exam(technology)
        while state["status"] == "open":
            state = self.advance(state, right=right)
        return state["test_id"]

    def start_exam(self, technology: str, *, mock: bool = False) -> dict[str, Any]:
        """Start an exam or mock exam, or resume it, and return its state."""
        return self._post("/tests", {"technology": technology, "mock": mock})

    def take_mock_exam(self, technology: str, *, wrong: Collection[int]) -> str:
        """Take a whole mock exam and return its id.

        Args:
            technology: The technology.
            wrong: The places, from 1, of the items to answer wrongly.
        """
        state = self.start_exam(technology, mock=True)
        while state["status"] == "open":
            state = self.advance(state, right=state["position"] not in wrong)
        return state["test_id"]

    def advance(self, state: Mapping[str, Any], *, right: bool = True) -> dict[str, Any]:
        """Answer the item of a running exam and go on; return the state after it."""
        place = f"/tests/{state['test_id']}"
        body = {"response": self._answer(state["item"], right=right)}
        self.call("PUT", f"{place}/answers/{state['position']}", body)
        return self._post(f"{place}/advance", {"position": state["position"]})

    def go_to_last(self, technology: str, *, mock: bool = False) -> int:
        """Answer an exam correctly up to the question with which it may end; return its number."""
        state = self.start_exam(technology, mock=mock)
        while state["position"] < _shortest(state):
            state = self.advance(state)
        return state["position"]

    def practice(
        self, technology: str, *, answered: int = 10, wrong: Sequence[int] = (), **choice: str
    ) -> str:
        """Answer a practice session and return its id.

        Args:
            technology: The technology.
            answered: How many of its ten items to answer.
            wrong: The places, from 1, of the items to answer wrongly.
            **choice: `difficulty` or `topic`.
        """
        state = self._post("/practice", {"technology": technology, **choice})
        place = f"/practice/{state['practice_session_id']}"
        for number in range(1, answered + 1):
            self.answer_practice(state, number, right=number not in wrong)
            state = self.call("GET", place)
        return state["practice_session_id"]

    def answer_practice(self, state: Mapping[str, Any], number: int, *, right: bool = True) -> None:
        """Answer the item at a position of a practice session."""
        place = f"/practice/{state['practice_session_id']}/answers/{number}"
        self._post(place, {"response": self._answer(state["item"], right=right)})

    def practice_to(self, technology: str, *formats: ItemFormat) -> int:
        """Answer practice up to an item of one of these formats; return its number, 0 without one."""
        state = self._post("/practice", {"technology": technology})
        for number in range(1, 11):
            if state["item"]["format"] in formats:
                return number
            self.answer_practice(state, number)
            state = self.call("GET", f"/practice/{state['practice_session_id']}")
        return 0

    def checkout(self, product_type: str) -> dict[str, Any]:
        """Choose a plan without paying for it; return the checkout session."""
        returns = {
            "success_url": f"{self._product.url}/payment/success?session_id={{CHECKOUT_SESSION_ID}}",
            "cancel_url": f"{self._product.url}/payment/canceled",
        }
        return self._post("/payments/create-checkout-session", {"product_type": product_type, **returns})

    def buy(self, product_type: str, card: str = GOOD) -> str:
        """Pay for a plan; return the id of the checkout session."""
        checkout = self.checkout(product_type)
        form = {"number": card, "expiry": "12 / 44", "cvc": "123", "name": "Ada Lovelace"}
        paid = self._product.http.post(checkout["url"], data=form)
        assert paid.status_code == 303, paid.text
        return checkout["sessionId"]

    def get_access(self) -> None:
        """Pay for lifetime access, and return when the product knows of it."""
        self._post("/payments/verify-payment", {"session_id": self.buy("lifetime")})

    def rename(self, name: str) -> None:
        """Change the name of the account."""
        self.call("PATCH", "/profile", {"full_name": name})

    def certificates(self) -> list[str]:
        """Return the numbers of the learner's certificates."""
        return [one["number"] for one in self.call("GET", "/certificates")]

    def _answer(self, shown: Mapping[str, Any], *, right: bool) -> dict[str, Any]:
        """Return a right or a wrong answer to an item as the API shows it."""
        name, written = _name(shown["stem"], shown["code"], shown["options"]), _written()
        # What an exam has made is not in the question bank.
        item = written[name] if name in written else _by_texts(self._product.asked_instances())[name]
        return _answer(item, shown, right=right)

    def _post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        return self.call("POST", path, body)

    def call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Call the API with the learner's token and return its answer, None if it has no body."""
        response = self._product.http.request(method, f"/api{path}", json=body, headers=self._headers)
        assert response.is_success, f"{method} {path}: {response.text}"
        return response.json() if response.content else None


def open_exam_at(page: Page, learner: ApiLearner, *formats: ItemFormat) -> int:
    """Answer an exam up to an item of one of these formats, open it in the browser; return its number.

    Items are selected at random. If an exam has no item of these formats, the next technology is tried.
    """
    for technology in TECHNOLOGIES:
        state = learner.start_exam(technology)
        while state["status"] == "open" and state["item"]["format"] not in formats:
            state = learner.advance(state, right=state["position"] % 3 != 0)
        if state["status"] == "open":
            page.goto(f"/test/{technology}")
            expect_question(page, state["position"])
            return state["position"]
    raise AssertionError(f"no exam has an item of these formats: {formats}")


def open_practice_at(page: Page, learner: ApiLearner, *formats: ItemFormat) -> int:
    """Answer practice up to an item of one of these formats, open it in the browser; return its number.

    Items are selected at random. If a practice session has no such item, the next technology is tried.
    """
    for technology in TECHNOLOGIES:
        if number := learner.practice_to(technology, *formats):
            page.goto(f"/practice-test/{technology}")
            expect_question(page, number)
            return number
    raise AssertionError(f"no practice session has an item of these formats: {formats}")


def skip_formats(page: Page, learner: ApiLearner, technology: str, seen: Collection[ItemFormat]) -> None:
    """Answer a running exam correctly up to an item of another format, or to its last one, and show that."""
    state = learner.start_exam(technology)
    before = state["position"]
    while state["item"]["format"] in seen and state["position"] < _shortest(state):
        state = learner.advance(state)
    if state["position"] > before:
        page.reload()
        expect_question(page, state["position"])


def _shortest(state: Mapping[str, Any]) -> int:
    """Return how many questions an exam has whose answers are all right."""
    return 20 + state["pretest_items"]


def confirm(product: Product, tokens: Mapping[str, Any]) -> None:
    """Confirm the email of a learner without a mailed link, and note it where their browser would."""
    product.set_confirmed(tokens["user"]["email"])
    tokens["user"]["email_confirmed"] = True


def _answer(item: Item, shown: Mapping[str, Any], *, right: bool) -> dict[str, Any]:
    option = {one["text"]: one["id"] for one in shown["options"]}
    by_id = {one.id: option[one.text] for one in item.options}
    match item.format:
        case "fill_in":
            typed = item.accept[0] if item.accept else f"{item.number:g}"
            return {"text": typed if right else "-98765"}
        case "order_lines":
            order = [by_id[line] for line in item.key or ()]
            return {"order": order if right else order[::-1]}
        case "match_pairs":
            assert isinstance(item.key, dict)
            match = {one["text"]: one["id"] for one in shown["matches"]}
            partner = {one.id: match[one.text] for one in item.matches}
            pairs = {by_id[prompt]: partner[chosen] for prompt, chosen in item.key.items()}
            return {"pairs": pairs if right else dict(zip(pairs, [*pairs.values()][::-1], strict=True))}
        case _:
            keys = {by_id[one] for one in item.key or ()}
            return {"choices": sorted(keys) if right else sorted({*by_id.values()} - keys)[:1]}


def _name(stem: str, code: Mapping[str, str] | None, options: Sequence[Mapping[str, str]]) -> _Texts:
    return stem, code["text"] if code else "", frozenset(one["text"] for one in options)


def _by_texts(items: Iterable[Item]) -> dict[_Texts, Item]:
    found: dict[_Texts, Item] = {}
    for item in items:
        texts = frozenset(option.text for option in item.options)
        found[item.stem, item.code.text if item.code else "", texts] = item
    return found


@cache
def _written() -> dict[_Texts, Item]:
    return _by_texts(
        item for technology in built_in_bank().technologies.values() for item in technology.items
    )
