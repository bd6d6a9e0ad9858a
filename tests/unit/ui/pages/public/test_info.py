"""The information pages in other languages."""

import json
from dataclasses import replace
from datetime import date

import pytest

from webdev_certs.shared.translation import LANGUAGES, SOURCE_LANGUAGE, _, in_language
from webdev_certs.ui.pages.public.info import info
from webdev_certs.ui.pages.public.info_texts import ABOUT, CONTACT, PRIVACY, SUPPORT, TERMS
from webdev_certs.ui.pages.public.info_texts.info_text import InfoText

BINDING = "This is a translation. The {english_version} is binding."
TRANSLATIONS = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]


@pytest.mark.parametrize("text", [ABOUT, CONTACT, PRIVACY, SUPPORT, TERMS], ids=lambda text: text.path)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_translations_of_legal_texts_say_that_the_english_version_is_binding(text: InfoText, language: str):
    with in_language(language):
        said, _name, _end = _(BINDING).partition("{english_version}")
        assert _says(text, said) == (text in (TERMS, PRIVACY))
        assert _says(text, _("English version")) == (text in (TERMS, PRIVACY))
        assert _(BINDING) != BINDING
    assert not _says(text, "This is a translation. The ")


@pytest.mark.parametrize("text", [PRIVACY, TERMS], ids=lambda text: text.path)
def test_legal_texts_say_when_they_last_changed(text: InfoText):
    changed = replace(text, updated=date(2026, 3, 2))
    assert _says(changed, "Last updated: March\u00a02,\u00a02026")
    with in_language("de"):
        assert _says(changed, "Zuletzt geändert: 2.\u00a0März\u00a02026")
    assert text.updated


def test_groups_of_answers_can_be_linked_to():
    ids = [group.id for group in SUPPORT.groups]
    assert len(set(ids)) == len(ids)
    assert all(group.answers for group in SUPPORT.groups)


def _says(text: InfoText, sentence: str) -> bool:
    # As JavaScript, whose strings escape umlauts.
    return repr(json.dumps(sentence))[1:-1] in repr(info(text).render())
