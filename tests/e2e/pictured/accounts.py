"""Pictures of signing in, recovery, confirmation and the profile."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.learning import ApiLearner
from tests.e2e.mails import confirm_email
from tests.e2e.pictured.cast import Cast
from tests.e2e.pictured.registration import PASSWORD
from tests.e2e.pictured.shot import Act, Shot, click, expect_outcome, expect_refusal, fill, send
from webdev_certs.shared.translation import _

_PROFILE = "/dashboard/profile"
_NEW = "eight quiet donkeys"
_PHONE, _DESKTOP = 390, 1280


def accounts(cast: Cast) -> list[Shot]:
    """Return the pictures."""
    return [*_signed_out(cast), *_confirming(cast), *_profile(cast)]


def _signed_out(cast: Cast) -> list[Shot]:
    def reset_link() -> str:
        email = cast.newcomer().email
        cast.somebody.call("POST", "/auth/forgot-password", {"email": email})
        return cast.link(email, "/auth/reset-password")

    return [
        Shot("login-invalid", "/auth/login", _refused()),
        Shot("login-refused", "/auth/login", _refused(email="ada@example.com", password="not my password")),
        Shot(
            "register-weak-password",
            "/auth/register",
            _refused(full_name="Ada", email="ada.example.com", password="password1234"),
        ),
        Shot("forgot-password-invalid", "/auth/forgot-password", _refused(email="ada")),
        Shot("forgot-password-sent", "/auth/forgot-password", _sent(email="ada@example.com")),
        Shot("reset-password-weak", reset_link, _refused(password="password1234")),
        Shot("reset-password-done", reset_link, _reset),
        Shot("reset-password-refused", "/auth/reset-password#token=unread", _refused(password=_NEW)),
    ]


def _confirming(cast: Cast) -> list[Shot]:
    def shot(name: str, prepare: Callable[[ApiLearner], object], act: Act = lambda _page: None) -> Shot:
        """Return the picture of a mailed link that its account opens after something has happened."""
        opened: list[ApiLearner] = []

        def viewer() -> ApiLearner:
            opened.append(cast.newcomer(confirmed=False))
            prepare(opened[-1])
            return opened[-1]

        return Shot(name, lambda: cast.link(opened[-1].email, "/auth/confirm"), act, viewer)

    def confirm_elsewhere(learner: ApiLearner) -> None:
        confirm_email(cast.product, learner.email, learner.tokens["access_token"])

    def confirmed(page: Page) -> None:
        expect(page.locator("#confirmed")).not_to_be_empty()

    def link_of_another() -> str:
        return cast.link(cast.newcomer(confirmed=False).email, "/auth/confirm")

    return [
        shot("confirm-done", lambda _learner: None, confirmed),
        shot("confirm-done-with-certificate", cast.pass_unconfirmed, confirmed),
        shot("confirm-used", confirm_elsewhere),
        Shot("confirm-of-another", link_of_another, viewer=lambda: cast.somebody),
        Shot("notice-sent-again", "/dashboard", _send_again, lambda: cast.newcomer(confirmed=False)),
    ]


def _send_again(page: Page) -> None:
    click(page, _("Send again"))
    expect(page.get_by_text(_("Sent. Check your email."))).to_be_visible()


def _profile(cast: Cast) -> list[Shot]:
    def changed(name: str, field: str, **fields: str) -> Shot:
        """Return the picture of a form of the profile that was sent."""
        form = f"form:has(#{field})"

        def act(page: Page) -> None:
            expect(page.locator(form)).to_be_visible()
            fill(page, **fields)
            send(page, form)
            outcome = f"{form} :is([role=alert], [role=status]) > *, {form} [aria-invalid=true]"
            expect(page.locator(outcome).first).to_be_visible()

        return Shot(f"profile-{name}", _PROFILE, act, cast.newcomer)

    def several_devices() -> ApiLearner:
        learner = cast.newcomer()
        form = {"email": learner.email, "password": PASSWORD}
        for _device in range(3):
            learner.call("POST", "/auth/login", form)
        return learner

    def delete(*, sent: bool = False) -> Act:
        def act(page: Page) -> None:
            click(page, _("Delete account…"))
            expect(page.get_by_role("dialog")).to_be_visible()
            if sent:
                send(page, "dialog[open] form")
                expect(page.locator("dialog[open] [aria-invalid=true]").first).to_be_visible()

        return act

    def ask_for_time(page: Page) -> None:
        page.locator("#percent").select_option("50")
        fill(page, reason="I read with a magnifier.")
        send(page, "form:has(#percent)")
        expect(page.locator("form:has(#percent)")).to_have_count(0)

    def account_menu(page: Page) -> None:
        name = _("Account: {name}", name=cast.somebody.tokens["user"]["full_name"])
        page.get_by_role("button", name=name).filter(visible=True).click()

    return [
        changed("name-saved", "full_name", full_name="Grace Brewster Murray Hopper"),
        changed("name-invalid", "full_name", full_name=""),
        changed("email-invalid", "new_email", new_email="grace", email_password=""),
        changed("email-pending", "new_email", new_email="grace.hopper@navy.example", email_password=PASSWORD),
        changed("password-invalid", "new_password", current_password="wrong", new_password="password1234"),
        changed("password-saved", "new_password", current_password=PASSWORD, new_password=_NEW),
        changed("setting-saved", "reduced_motion"),
        changed("extra-time-invalid", "percent"),
        Shot("profile-extra-time-asked", _PROFILE, ask_for_time, cast.newcomer),
        Shot("profile-extra-time-granted", _PROFILE, viewer=lambda: cast.slow),
        Shot("profile-devices", _PROFILE, viewer=several_devices),
        Shot("profile-delete", _PROFILE, delete(), lambda: cast.somebody, window=True),
        Shot("profile-delete-invalid", _PROFILE, delete(sent=True), lambda: cast.holder.learner, window=True),
        Shot("account-menu", _PROFILE, account_menu, lambda: cast.somebody, _DESKTOP, window=True),
        Shot("account-menu-of-phones", _PROFILE, account_menu, lambda: cast.somebody, _PHONE, window=True),
    ]


def _reset(page: Page) -> None:
    fill(page, password=_NEW)
    send(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(_("Password changed"))


def _refused(**fields: str) -> Act:
    def act(page: Page) -> None:
        fill(page, **fields)
        send(page)
        expect_refusal(page)

    return act


def _sent(**fields: str) -> Act:
    def act(page: Page) -> None:
        fill(page, **fields)
        send(page)
        expect_outcome(page)

    return act
