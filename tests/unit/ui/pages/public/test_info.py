"""The information pages in other languages."""

import json
import re

import pytest
from limits import parse

from tests.conftest import ROOT
from webdev_certs.server.domain.mail import GIVE_UP_AFTER
from webdev_certs.server.services.accounts.login_sessions import KEEP_ENDED
from webdev_certs.server.services.accounts.one_time_tokens import KEPT as KEEP_TOKENS
from webdev_certs.server.services.exams.integrity import KEEP as KEEP_BEHAVIOR
from webdev_certs.server.services.mail.outbox import KEEP_DONE
from webdev_certs.server.services.payments.webhooks import KEEP_EVENTS
from webdev_certs.settings.limits import LimitSettings
from webdev_certs.shared.formatting import day_name
from webdev_certs.shared.texts import TEXTS
from webdev_certs.shared.translation import LANGUAGES, SOURCE_LANGUAGE, _, in_language
from webdev_certs.ui.pages.page_texts import page_text
from webdev_certs.ui.pages.public.info import info

BINDING = "This is a translation. The {english_version} is binding."
TRANSLATIONS = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]


@pytest.mark.parametrize("name", ["about", "contact", "privacy", "support", "terms"])
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_translations_of_legal_texts_say_that_the_english_version_is_binding(name: str, language: str):
    with in_language(language):
        said, _name, _end = _(BINDING).partition("{english_version}")
        assert _says(name, said) == (name in ("terms", "privacy"))
        assert _says(name, _("English version")) == (name in ("terms", "privacy"))
        assert _(BINDING) != BINDING
    assert not _says(name, "This is a translation. The ")


@pytest.mark.parametrize("name", ["privacy", "terms"])
def test_legal_texts_say_when_they_last_changed(name: str):
    changed = page_text(name).date("updated")
    assert changed
    assert _says(name, f"Last updated: {day_name(changed)}")
    with in_language("de"):
        assert page_text(name).date("updated") == changed
        assert _says(name, f"Zuletzt geändert: {day_name(changed)}")


def test_groups_of_answers_can_be_linked_to():
    groups = page_text("support").sections
    assert all(group.id and group.sections for group in groups)
    assert len({group.id for group in groups}) == len(groups)


def test_the_privacy_notice_names_everything_that_stays_in_the_browser():
    ui = ROOT / "webdev_certs" / "ui"
    keys: set[str] = set()
    for script in (ui / "components" / "behavior").glob("*.js"):
        text = script.read_text()
        names = dict(re.findall(r'const ([A-Z]+) = "(\w+)";', text))
        used = re.findall(r"Storage\.[gs]etItem\(\"?(\w+)", text)
        keys |= {names.get(name, name) for name in used} - {"key"}
    for state in (ui / "states").rglob("*.py"):
        keys |= set(re.findall(r'Storage\("", name="(\w+)"', state.read_text()))
    assert {"access_token", "unsaved_notes", "unsaved_answer", "wanted_page", "checkout_departed"} <= keys
    for language in LANGUAGES:
        notice = (TEXTS / language / "privacy.md").read_text()
        assert {key for key in keys if f"`{key}`" not in notice} == set(), language


def test_the_privacy_notice_says_how_long_things_are_really_kept():
    texts = [
        line.removeprefix("- ")
        for section in page_text("privacy").sections
        for part in section.parts
        for line in part.splitlines()
    ]

    def about(start: str) -> str:
        (found,) = (text for text in texts if text.startswith(start))
        return found

    assert f"{KEEP_ENDED.days} days after it ends" in about("Your sign-ins")
    assert f"after {KEEP_BEHAVIOR.days} days" in about("While a test runs")
    assert f"after {KEEP_EVENTS.days} days" in about("Your payments")
    mails = about("Emails to you")
    assert f"for {GIVE_UP_AFTER.days} days if we can’t send it" in mails
    assert f"the subject for {KEEP_DONE.days} days" in mails
    assert f"until {KEEP_TOKENS.days} days after the link expires" in mails
    assert f"up to {KEEP_DONE.days} days" in about("The last emails to you")
    limits = [own for own in LimitSettings().model_dump().values() if isinstance(own, dict)]
    assert max(parse(rate).get_expiry() for own in limits for rate in own.values()) <= 24 * 3600
    assert "for one day at most" in about("Counters against abuse")


def _says(name: str, sentence: str) -> bool:
    # As JavaScript, whose strings escape umlauts.
    return repr(json.dumps(sentence))[1:-1] in repr(info(page_text(name)).render())


def test_templates_of_german_law_are_binding_in_german():
    assert _says("imprint", "This is a translation. The ")
    assert _says("imprint", "German version")
    with in_language("de"):
        assert not _says("imprint", "deutsche Fassung")
