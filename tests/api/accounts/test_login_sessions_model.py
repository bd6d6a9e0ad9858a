"""Login sessions against a model: after any calls in any order, exactly the right tokens are valid."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

import httpx
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tests.factories import registration
from tests.mailbox import newest_token
from tests.world import World

_SESSION_LASTS = timedelta(days=30)
_ACCESS_LASTS = timedelta(minutes=15)


@dataclass
class Login:
    """What the model knows about one login session."""

    refresh_token: str
    expires_at: datetime
    ended: bool = False
    access: list[tuple[str, datetime]] = field(default_factory=list)
    """Access tokens with their expiry, the newest last."""


class Sessions(RuleBasedStateMachine):
    """One user with several devices, while time passes."""

    world: World

    def __init__(self) -> None:
        super().__init__()
        self.logins: list[Login] = []
        self.passwords = 0

    @property
    def now(self) -> datetime:
        return self.world.clock()

    @property
    def password(self) -> str:
        return f"horses, {self.passwords} plain ones"

    def is_live(self, login: Login) -> bool:
        return not login.ended and self.now < login.expires_at

    def bearer(self, login: Login) -> tuple[str, bool]:
        """Return the device's newest access token, and whether it is still valid."""
        token, end = login.access[-1]
        return token, self.now < end

    def pick(self, number: int) -> Login:
        return self.logins[number % len(self.logins)]

    def started(self, response: httpx.Response) -> None:
        body = response.json()
        login = Login(body["refresh_token"], self.now + _SESSION_LASTS)
        login.access.append((body["access_token"], self.now + _ACCESS_LASTS))
        self.logins.append(login)

    def end(self, *, but: Login | None = None) -> None:
        for login in self.logins:
            login.ended = login.ended or login is not but

    @initialize()
    def register(self) -> None:
        form = registration(password=self.password)
        self.email = form["email"]
        response = self.world.call("POST", "auth/register", form)
        assert response.status_code == 201, response.text
        self.started(response)

    @rule(right=st.booleans())
    def sign_in(self, right: bool) -> None:
        password = self.password if right else f"horses, {self.passwords + 1} plain ones"
        response = self.world.call("POST", "auth/login", {"email": self.email, "password": password})
        assert response.status_code == (200 if right else 401), response.text
        if right:
            self.started(response)

    @rule(number=st.integers(0, 9))
    def refresh(self, number: int) -> None:
        login = self.pick(number)
        response = self.world.call("POST", "auth/refresh", {"refresh_token": login.refresh_token})
        assert response.status_code == (200 if self.is_live(login) else 401), response.text
        if self.is_live(login):
            login.access.append((response.json()["access_token"], self.now + _ACCESS_LASTS))

    @rule(number=st.integers(0, 9))
    def log_out(self, number: int) -> None:
        login = self.pick(number)
        token, readable = self.bearer(login)
        response = self.world.call("POST", "auth/logout", token=token)
        assert response.status_code == (204 if readable else 401), response.text
        login.ended = login.ended or readable

    @rule(number=st.integers(0, 9))
    def end_others(self, number: int) -> None:
        login = self.pick(number)
        token, readable = self.bearer(login)
        response = self.world.call("DELETE", "profile/login-sessions", token=token)
        may = readable and self.is_live(login)
        assert response.status_code == (204 if may else 401), response.text
        if may:
            self.end(but=login)

    @rule(number=st.integers(0, 9), right=st.booleans())
    def change_password(self, number: int, right: bool) -> None:
        login = self.pick(number)
        token, readable = self.bearer(login)
        new = f"horses, {self.passwords + 1} plain ones"
        form = {"current_password": self.password if right else new, "new_password": new}
        response = self.world.call("POST", "profile/password", form, token)
        may = readable and self.is_live(login)
        assert response.status_code == ((204 if right else 422) if may else 401), response.text
        if may and right:
            self.passwords += 1
            self.end(but=login)

    @rule()
    def reset_password(self) -> None:
        # So that it is newer than all mails before it.
        self.world.clock.advance(seconds=1)
        self.world.call("POST", "auth/forgot-password", {"email": self.email})
        self.passwords += 1
        form = {"token": self.world.run(lambda api: newest_token(api, self.email)), "password": self.password}
        response = self.world.call("POST", "auth/reset-password", form)
        assert response.status_code == 204, response.text
        self.end()

    @rule(minutes=st.sampled_from([1, 14, 15, 60, 24 * 60, 29 * 24 * 60]))
    def time_passes(self, minutes: int) -> None:
        self.world.clock.advance(minutes=minutes)

    @invariant()
    def exactly_the_right_tokens_are_good(self) -> None:
        for login in self.logins:
            for token, end in login.access:
                response = self.world.call("POST", "auth/verify", token=token)
                good = self.is_live(login) and self.now < end
                assert response.status_code == (200 if good else 401), response.text

    @invariant()
    def exactly_the_live_sessions_are_listed(self) -> None:
        live = [login for login in self.logins if self.is_live(login)]
        shown = next((token for login in live for token, end in login.access if self.now < end), None)
        if shown:
            listed = self.world.call("GET", "profile/login-sessions", token=shown).json()
            assert len(listed) == len(live)
            assert sum(session["current"] for session in listed) == 1


def test_exactly_the_right_tokens_are_valid_whatever_happens(world: World):
    Sessions.world = world
    run_state_machine_as_test(
        Sessions,
        settings=hypothesis_settings(
            max_examples=8,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
