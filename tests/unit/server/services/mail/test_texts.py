"""Mail texts, and that what users enter cannot add text or links to them."""

from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape
from html.parser import HTMLParser
from inspect import isfunction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.mail import Message, mask_email
from webdev_certs.server.services.mail import contact_texts, exam_texts, payment_texts, texts
from webdev_certs.shared.translation import in_language

TO, NAME = "ada@example.com", "Ada Lovelace"
LINK = "https://certs.example/auth/somewhere?token=AbC-_123&next=%2Fdashboard"
OTHER = "https://certs.example/auth/elsewhere"
UNTIL = datetime(2026, 3, 9, tzinfo=UTC)
PAID = payment_texts.Paid(
    product_type="monthly",
    amount=1_490,
    currency="eur",
    paid_at=datetime(2026, 2, 9, tzinfo=UTC),
    number="ABCD-0001",
    renews_at=UNTIL,
    is_canceled=False,
    is_test=False,
)

Write = Callable[[str], Message]
MAILS: dict[str, tuple[Write, list[str]]] = {
    "confirm_email": (lambda name: texts.confirm_email(TO, name, LINK, 24), [LINK]),
    "already_registered": (lambda name: texts.already_registered(TO, name, LINK, OTHER), [LINK, OTHER]),
    "no_account": (lambda name: texts.no_account(TO, name, LINK), [LINK]),
    "reset_password": (lambda name: texts.reset_password(TO, name, LINK, 30), [LINK]),
    "password_changed": (lambda name: texts.password_changed(TO, name, LINK), [LINK]),
    "email_change": (lambda name: texts.email_change(TO, name, LINK, 1), [LINK]),
    "email_in_use": (lambda name: texts.email_in_use(TO, name, LINK), [LINK]),
    "email_changed": (
        lambda name: texts.email_changed(TO, name, mask_email("grace@navy.example"), LINK),
        [LINK],
    ),
    "account_deleted": (lambda name: texts.account_deleted(TO, name), []),
    "sign_in_method_added": (lambda name: texts.sign_in_method_added(TO, name, "GitHub", LINK), [LINK]),
    "sign_in_method_removed": (
        lambda name: texts.sign_in_method_removed(TO, name, "Google", LINK),
        [LINK],
    ),
    "extra_time_granted": (lambda name: exam_texts.extra_time_granted(TO, name, 50, "Good luck!"), []),
    "extra_time_refused": (lambda name: exam_texts.extra_time_refused(TO, name, 25, ""), []),
    "contact_receipt": (lambda name: contact_texts.contact_receipt(TO, name, "Hello!"), []),
    "payment_receipt": (
        lambda name: payment_texts.payment_receipt(TO, name, PAID, LINK, OTHER),
        [LINK, OTHER],
    ),
    "payment_failed": (lambda name: payment_texts.payment_failed(TO, name, UNTIL, LINK), [LINK]),
    "subscription_ended": (lambda name: payment_texts.subscription_ended(TO, name, LINK), [LINK]),
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
        for module in (texts, exam_texts, payment_texts)
        for name, thing in vars(module).items()
        if isfunction(thing) and thing.__module__ == module.__name__ and not name.startswith("_")
    } | {"contact_receipt"}
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


@EVERY_MAIL
def test_a_german_mail_has_no_english_sentences(write: Write, links: list[str]):
    english = write(NAME)
    with in_language("de"):
        german = write(NAME)
    assert '<html lang="de">' in german.html
    assert 15 <= len(german.subject) <= 60
    assert Page(german.html).links == Page(english.html).links
    shared = set(german.text.split("\n\n")) & set(english.text.split("\n\n"))
    # The signature, and what the learner wrote.
    assert shared <= {"-- \nWebDev Certs", "Hello!"}


def test_the_operator_gets_english_mails():
    with in_language("de"):
        mail = contact_texts.contact_message(TO, NAME, "eve@example.com", "Hallo!")
    assert mail == contact_texts.contact_message(TO, NAME, "eve@example.com", "Hallo!")


def test_all_german_subjects_differ():
    with in_language("de"):
        assert len({write(NAME).subject for write, _ in MAILS.values()}) == len(MAILS)


def test_all_subjects_differ():
    assert len({write(NAME).subject for write, _ in MAILS.values()}) == len(MAILS)


@EVERY_MAIL
@given(name=st.text(max_size=60) | st.text("<>&\"'/aZ =\n", max_size=60))
def test_no_name_changes_the_structure_of_a_mail(write: Write, links: list[str], name: str):
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
    message = texts.account_deleted(TO, name)
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
def test_names_that_read_like_links_or_numbers_are_not_repeated(name: str):
    """Anyone who registers a stranger's email chooses the name in the mail that the stranger gets."""
    message = texts.confirm_email(TO, name, LINK, 24)
    assert message.text.startswith("Hello,\n")
    assert "Hello," in message.html


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "/auth/login", "certs.example", "", "data:text/html,x"]
)
def test_a_link_must_be_an_absolute_url(link: str):
    with pytest.raises(ValueError, match="link"):
        texts.confirm_email(TO, NAME, link, 24)


def test_a_link_cannot_leave_its_attribute():
    message = texts.confirm_email(TO, NAME, 'https://certs.example/"><script>alert(1)</script>', 24)
    assert "script" not in [tag for tag, _ in Page(message.html).tags]


def test_durations_and_dates_read_as_people_write_them():
    assert "within 1 hour." in words(texts.email_change(TO, NAME, LINK, 1).text)
    assert "within 24 hours." in words(texts.confirm_email(TO, NAME, LINK, 24).text)
    assert "within 30 minutes." in words(texts.reset_password(TO, NAME, LINK, 30).text)
    assert "until March 9, 2026." in words(payment_texts.payment_failed(TO, NAME, UNTIL, LINK).text)


def test_the_old_email_is_not_told_the_new_one():
    message = texts.email_changed(TO, NAME, mask_email("grace@navy.example"), LINK)
    assert "g•••@navy.example" in message.text
    assert "grace" not in message.text + message.html
