"""Mail texts, and that what users enter cannot add text or links to them."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.unit.server.services.mail.every_mail import MAILS, NAME, TO, TOKEN_OF
from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.settings import Settings
from webdev_certs.shared.texts import TEXTS
from webdev_certs.shared.translation import LANGUAGES

ORIGIN = "https://certs.example"
SETTINGS = Settings.model_construct(public_url=ORIGIN)
_URL = re.compile(r"https?://[^\s)]+")
EVERY_MAIL = pytest.mark.parametrize("text", MAILS)


def write(text: str, name: str = NAME, language: str = "en", **changes: Any) -> Message:
    """Return the mail with a text, with the values of `MAILS`."""
    recipient = Recipient(TO, name, language)
    token = TOKEN_OF.get(text, "")
    return write_mail(SETTINGS, text, recipient, unsubscribe_token=token, **MAILS[text][0] | changes)


def links(text: str, language: str = "en") -> list[str]:
    prefix = "" if language == "en" else f"/{language}"
    paths = list(MAILS[text][1])
    if text in TOKEN_OF:
        paths += [f"/unsubscribe#token={TOKEN_OF[text]}", "/dashboard/profile#your-emails"]
    return [path if "://" in path else f"{ORIGIN}{prefix}{path}" for path in paths]


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
    files = {file.stem for file in (TEXTS / "en" / "mails").iterdir()}
    assert files == {*MAILS, "contact_message", "cancellation_request", "withdrawal_request"}


@EVERY_MAIL
def test_text_and_html_say_the_same_with_the_same_links(text: str):
    message = write(text)
    page = Page(message.html)
    assert message.recipient == TO
    assert words("Hi Ada,") in words(page.text)
    assert message.text.startswith("Hi Ada,\n")
    assert list(dict.fromkeys(page.links)) == links(text)
    assert _URL.findall(message.text) == links(text)
    assert message.html.count('class="button"') == min(1, len(MAILS[text][1]))
    plain = message.text.replace("-- \nWebDev Certs\n", "")
    for paragraph in plain.split("\n\n"):
        without_urls = re.sub(rf" ?\(?{_URL.pattern}\)?", "", words(paragraph)).removesuffix(":")
        assert without_urls in words(page.text)


@EVERY_MAIL
def test_only_mails_that_can_be_switched_off_name_the_way(text: str):
    message = write(text)
    token = TOKEN_OF.get(text)
    assert message.unsubscribe == (f"{ORIGIN}/api/mails/unsubscribe?token={token}" if token else "")
    assert ("/unsubscribe" in message.text) == (token is not None)


@EVERY_MAIL
@pytest.mark.parametrize("language", LANGUAGES)
def test_mail_programs_preview_more_than_the_subject(text: str, language: str):
    message = write(text, language=language)
    preview = re.search(r'<div style="display:none[^"]*">([^<]+)</div>', message.html)
    assert preview
    assert 20 <= len(unescape(preview[1])) <= 90
    assert unescape(preview[1]) not in message.text


@EVERY_MAIL
def test_html_is_a_document_that_loads_nothing_and_has_a_heading(text: str):
    message = write(text)
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
def test_lines_fit_and_the_subject_says_what_it_is(text: str):
    message = write(text)
    assert 15 <= len(message.subject) <= 60
    assert NAME not in message.subject
    for line in message.text.splitlines():
        assert len(line) <= 72 or "://" in line


@EVERY_MAIL
def test_a_german_mail_has_no_english_sentences(text: str):
    english, german = write(text), write(text, language="de")
    assert '<html lang="de">' in german.html
    assert 15 <= len(german.subject) <= 60
    assert german.text.startswith("Guten Tag Ada Lovelace,\n\n")
    assert list(dict.fromkeys(Page(german.html).links)) == links(text, "de")
    shared = set(german.text.split("\n\n")) & set(english.text.split("\n\n"))
    # The signature, what the learner wrote, and facts that are names and numbers.
    assert shared <= {"-- \nWebDev Certs", "Hello!", "Vue: 9\nC#: 3"}


def test_no_line_of_a_german_mail_ends_within_a_word():
    message = write("confirm_email", language="de")
    assert "E-Mail-Adresse" in message.text
    assert "E\N{NON-BREAKING HYPHEN}Mail-Adresse" in Page(message.html).text
    assert "E-Mail" not in Page(message.html).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_subjects_differ(language: str):
    assert len({write(text, language=language).subject for text in MAILS}) == len(MAILS)


@EVERY_MAIL
@given(name=st.text(max_size=60) | st.text("<>&\"'/aZ =\n", max_size=60))
def test_no_name_changes_the_structure_of_a_mail(text: str, name: str):
    message, named = write(text, name), write(text)
    page = Page(message.html)
    assert page.tags == Page(named.html).tags
    assert list(dict.fromkeys(page.links)) == links(text)
    assert message.subject == named.subject
    assert message.text.split("\n\n")[1:] == named.text.split("\n\n")[1:]


@given(
    value=st.text(min_size=1, max_size=60) | st.text("<>&\"'/aZ =\n\r*_`[]()#-\\{}!", min_size=1, max_size=60)
)
def test_no_value_becomes_markup(value: str):
    """What operators and visitors write stays one paragraph of plain text."""
    assume(value.strip())
    message, usual = write("extra_time_granted", note=value), write("extra_time_granted")
    assert Page(message.html).tags == Page(usual.html).tags
    shown = words(f"Our note to you: {value}".replace("\0", "\N{REPLACEMENT CHARACTER}"))
    assert shown in words(Page(message.html).text)
    assert shown in words(message.text)
    assert len(message.text.split("\n\n")) == len(usual.text.split("\n\n"))


def test_each_paragraph_of_a_message_stays_one():
    message = ["Hello <b>*World*</b>", "- one", "1. [a](https://evil.example)", "## two", "{{ name }}"]
    mail = write("contact_receipt", message=message)
    assert mail.text.split("\n\n")[3:-2] == message
    assert Page(mail.html).links == []


@pytest.mark.parametrize(
    ("first", "name"),
    [("Maya", "Maya Rivera"), ("O’Brien", "O’Brien & Söhne"), ("J. R. R. Tolkien", "J. R. R. Tolkien")]
    + [(name, name) for name in ("李小龍", "محمد")],
)
def test_people_are_greeted_by_their_first_name(first: str, name: str):
    message = write("account_deleted", name)
    assert message.text.startswith(f"Hi {first},\n")
    assert f"Hi {first}," in unescape(message.html)


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
    message = write("confirm_email", name)
    assert message.text.startswith("Hi,\n")
    assert "Hi," in message.html


@pytest.mark.parametrize(
    "origin", ["javascript:alert(1)", "/auth/login", "certs.example", "data:text/html,x"]
)
def test_a_link_must_be_an_absolute_url(origin: str):
    elsewhere = SETTINGS.model_copy(update={"public_url": origin})
    with pytest.raises(ValueError, match="link"):
        write_mail(elsewhere, "no_account", Recipient(TO, NAME, "en"))


def test_a_link_cannot_leave_its_attribute():
    message = write("confirm_email", token='"><script>alert(1)</script>')
    assert "script" not in [tag for tag, _ in Page(message.html).tags]


def test_durations_and_dates_read_as_people_write_them():
    assert "expires in 1 hour." in words(write("email_change").text)
    assert "expires in 24 hours." in words(write("confirm_email").text)
    assert "expires in 30 minutes." in words(write("reset_password").text)
    assert "you keep Pro until March 9, 2026." in words(write("payment_failed").text)


def test_a_score_that_stays_is_not_said_to_change():
    assert "Your score changed from 498 to 503. You passed the test." in words(write("result_corrected").text)
    same = words(write("result_corrected", after=498, passed=False).text)
    assert "scored your answers again. You haven’t passed the test." in same


def test_a_result_says_what_is_known():
    text = words(write("not_passed").text)
    assert "Your score: 470 (likely 420–520) To pass: 535 Weakest topics: Reactivity, Routing" in text
    assert "Next try: from March 9, 2026" in text
    assert "ended too early" not in text
    assert "ended too early" in words(write("not_passed", score=540).text)
    few = words(write("not_passed", score=0, topics="").text)
    assert "too few answers for a score" in few
    assert "Your score" not in few


def test_the_old_email_is_not_told_the_new_one():
    message = write("email_changed")
    assert "g•••@navy.example" in message.text
    assert "grace" not in message.text + message.html


def receipt(language: str = "en", **changes: Any) -> str:
    """Return the text of a receipt, on one line and with plain spaces."""
    return words(write("payment_receipt", language=language, **changes).text)


def test_a_receipt_says_what_was_bought_when_and_for_how_much():
    assert (
        "You bought: Pro, monthly Amount: €14.90 Date: February 9, 2026 Invoice number: ABCD-0001"
        in receipt()
    )
    assert (
        "Gekauft: Pro, monatlich Betrag: 14,90 € Datum: 9. Februar 2026 Rechnungsnummer: ABCD-0001"
        in receipt("de")
    )
    assert "You bought: Pro, yearly" in receipt(product_type="yearly")


def test_a_payment_whose_invoice_is_not_made_yet_has_no_number():
    assert "Invoice number" not in receipt(number=None)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "Your subscription renews on March 9, 2026. You can cancel it in Billing any time"),
        ({"is_canceled": True, "renews_at": None}, "Your subscription is canceled. It won’t renew."),
        (
            {"product_type": "lifetime", "renews_at": None},
            "Pro never ends, and you won’t be charged",
        ),
    ],
)
def test_a_receipt_says_what_is_charged_next(changes: dict[str, Any], text: str):
    assert text in receipt(**changes)


def test_a_receipt_says_nothing_of_a_renewal_that_is_uncertain():
    text = receipt(renews_at=None)
    assert "renew" not in text
    assert "canceled" not in text


@pytest.mark.parametrize("is_test", [True, False])
def test_only_a_test_payment_says_so(is_test: bool):
    assert ("No real money was charged." in receipt(is_test=is_test)) == is_test
