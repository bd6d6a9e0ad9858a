"""What our mails say, and what can never be said through them."""

from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.mail import Message, mask_address
from webdev_certs.server.services import mail_texts

TO, NAME = "ada@example.com", "Ada Lovelace"
LINK = "https://certs.example/auth/somewhere?token=AbC-_123&next=%2Fdashboard"
OTHER = "https://certs.example/auth/elsewhere"
UNTIL = datetime(2026, 3, 9, tzinfo=UTC)

Write = Callable[[str], Message]
MAILS: dict[str, tuple[Write, list[str]]] = {
    "confirm_address": (lambda name: mail_texts.confirm_address(TO, name, LINK, 24), [LINK]),
    "already_registered": (lambda name: mail_texts.already_registered(TO, name, LINK, OTHER), [LINK, OTHER]),
    "no_account": (lambda name: mail_texts.no_account(TO, name, LINK), [LINK]),
    "reset_password": (lambda name: mail_texts.reset_password(TO, name, LINK, 30), [LINK]),
    "password_changed": (lambda name: mail_texts.password_changed(TO, name, LINK), [LINK]),
    "address_change": (lambda name: mail_texts.address_change(TO, name, LINK, 1), [LINK]),
    "address_in_use": (lambda name: mail_texts.address_in_use(TO, name, LINK), [LINK]),
    "address_changed": (
        lambda name: mail_texts.address_changed(TO, name, mask_address("grace@navy.example"), LINK),
        [LINK],
    ),
    "account_deleted": (lambda name: mail_texts.account_deleted(TO, name), []),
    "sign_in_method_added": (lambda name: mail_texts.sign_in_method_added(TO, name, "GitHub", LINK), [LINK]),
    "sign_in_method_removed": (
        lambda name: mail_texts.sign_in_method_removed(TO, name, "Google", LINK),
        [LINK],
    ),
    "payment_failed": (lambda name: mail_texts.payment_failed(TO, name, UNTIL, LINK), [LINK]),
    "subscription_ended": (lambda name: mail_texts.subscription_ended(TO, name, LINK), [LINK]),
}
EVERY_MAIL = pytest.mark.parametrize(("write", "links"), MAILS.values(), ids=MAILS)


class Page(HTMLParser):
    """The tags of a document with their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, list[str]]] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, [name for name, _ in attrs]))
        self.links += [value for name, value in attrs if name in ("href", "src") and value]

    def handle_data(self, data: str) -> None:
        self.text += data


def words(text: str) -> str:
    return " ".join(text.split())


def test_every_mail_is_in_the_table():
    own = {
        name
        for name, thing in vars(mail_texts).items()
        if getattr(thing, "__module__", "") == mail_texts.__name__ and not name.startswith("_")
    }
    assert own == set(MAILS)


@EVERY_MAIL
def test_text_and_html_say_the_same_with_the_same_links(write: Write, links: list[str]):
    message = write(NAME)
    page = Page(message.html)
    assert message.recipient == TO
    assert words("Hello Ada Lovelace,") in words(page.text)
    assert message.text.startswith("Hello Ada Lovelace,\n")
    assert list(dict.fromkeys(page.links)) == links
    assert [line for line in message.text.splitlines() if "://" in line] == links
    plain = message.text.replace("-- \nWebDev Certs\n", "")
    for paragraph in plain.split("\n\n"):
        if "://" not in paragraph:
            assert words(paragraph) in words(page.text)


@EVERY_MAIL
def test_html_is_a_document_that_loads_nothing_and_has_a_heading(write: Write, links: list[str]):
    message = write(NAME)
    page = Page(message.html)
    tags = [tag for tag, _ in page.tags]
    assert tags.count("h1") == tags.count("title") == 1
    assert not {"img", "script", "link", "iframe", "form"} & set(tags)
    assert "url(" not in message.html
    assert '<html lang="en">' in message.html
    assert "prefers-color-scheme: dark" in message.html
    assert "<h1 style=" in message.html
    assert message.subject in unescape(page.text)


@EVERY_MAIL
def test_lines_fit_and_the_subject_says_what_it_is(write: Write, links: list[str]):
    message = write(NAME)
    assert 15 <= len(message.subject) <= 60
    assert NAME not in message.subject
    for line in message.text.splitlines():
        assert len(line) <= 72 or "://" in line


def test_subjects_are_told_apart():
    assert len({write(NAME).subject for write, _ in MAILS.values()}) == len(MAILS)


@EVERY_MAIL
@given(name=st.text(max_size=60) | st.text("<>&\"'/aZ =\n", max_size=60))
def test_no_name_changes_what_a_mail_is_made_of(write: Write, links: list[str], name: str):
    message = write(name)
    page = Page(message.html)
    assert page.tags == Page(write(NAME).html).tags
    assert list(dict.fromkeys(page.links)) == links
    assert message.subject == write(NAME).subject
    assert message.text.split("\n\n")[1:] == write(NAME).text.split("\n\n")[1:]


@pytest.mark.parametrize(
    "name",
    ["O’Brien & Söhne", "J. R. R. Tolkien", "李小龍", "محمد"],
)
def test_names_are_greeted_as_they_are(name: str):
    message = mail_texts.account_deleted(TO, name)
    assert f"Hello {name}," in message.text
    assert f"Hello {name}," in unescape(message.html)


@pytest.mark.parametrize(
    "name",
    [
        "Claim it at evil.example/now",
        "https://evil.example",
        "www.evil.example",
        "evil.example",
        "Write to eve@evil",
        "Call 0800 123456",
        "<b>Ada</b>",
        "a" * 61,
        "Ada\u202eecalevoL",
        "",
        " \n ",
    ],
)
def test_what_may_be_more_than_a_name_is_not_repeated(name: str):
    """Whoever registers a stranger's address chooses the name in a mail that comes from us."""
    message = mail_texts.confirm_address(TO, name, LINK, 24)
    assert message.text.startswith("Hello,\n")
    assert "Hello," in message.html


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "/auth/login", "certs.example", "", "data:text/html,x"]
)
def test_a_link_is_an_absolute_address(link: str):
    with pytest.raises(ValueError, match="link"):
        mail_texts.confirm_address(TO, NAME, link, 24)


def test_a_link_cannot_leave_its_attribute():
    message = mail_texts.confirm_address(TO, NAME, 'https://certs.example/"><script>alert(1)</script>', 24)
    assert "script" not in [tag for tag, _ in Page(message.html).tags]


def test_durations_and_dates_read_as_people_write_them():
    assert "within 1 hour." in words(mail_texts.address_change(TO, NAME, LINK, 1).text)
    assert "within 24 hours." in words(mail_texts.confirm_address(TO, NAME, LINK, 24).text)
    assert "within 30 minutes." in words(mail_texts.reset_password(TO, NAME, LINK, 30).text)
    assert "until 9 March 2026." in words(mail_texts.payment_failed(TO, NAME, UNTIL, LINK).text)


def test_the_old_address_does_not_learn_the_new_one():
    message = mail_texts.address_changed(TO, NAME, mask_address("grace@navy.example"), LINK)
    assert "g•••@navy.example" in message.text
    assert "grace" not in message.text + message.html
