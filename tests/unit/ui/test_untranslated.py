"""Every text on a page is a message that can be translated."""

import json
import os
import subprocess
import sys

from tests.built_in import built_in_bank
from tests.conftest import ROOT
from webdev_certs.ui.components.styling import unbroken
from webdev_certs.ui.pages.offers import OFFERS

# The same in all languages.
NAMES = {
    *("WebDev Certs", "TypeScript", "JavaScript", "GitHub", "Google"),
    *("LinkedIn", "Stripe", "Supabase", "English", "Deutsch", "Open Badges", "Ada Lovelace"),
    "· WebDev Certs",
    *(name for offer in OFFERS for name in (offer.name, offer.title)),
}


def test_no_text_on_a_page_is_in_english_only():
    done = subprocess.run(
        [sys.executable, "-m", "tests.untranslated"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PAGES_LANGUAGE": "de"},
    )
    topics = {
        str(unbroken(topic.title))
        for technology in built_in_bank().technologies.values()
        for topic in technology.blueprint.topics
    }
    found = {path: set(texts) - NAMES - topics for path, texts in json.loads(done.stdout).items()}
    assert {path: texts for path, texts in found.items() if texts} == {}
