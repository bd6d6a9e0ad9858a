"""`webdev-certs translations` keeps the catalogs complete."""

import re
import shutil
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import Result

from tests.conftest import ROOT
from tests.unit.cli.operated import call
from webdev_certs.cli import translations
from webdev_certs.shared import texts
from webdev_certs.shared.texts import TEXTS

CODE = """
_("Sign in")
_("Hello {name}", name=name)
N_("Passed")
ngettext("{n} day", "{n} days", days)
_(variable)
"""


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The German catalog of a small product."""
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "page.py").write_text(CODE)
    monkeypatch.setattr(translations, "SOURCE", tmp_path / "code")
    monkeypatch.setattr(translations, "CATALOGS", tmp_path / "catalogs")
    return tmp_path / "catalogs" / "de" / "LC_MESSAGES" / "messages.po"


def run(command: str) -> Result:
    return call("translations", command)


def translate(catalog: Path, **words: str) -> None:
    """Fill in translations: a word of the English text → the German text."""
    lines = catalog.read_text().splitlines()
    for word, german in words.items():
        at = next(number for number, line in enumerate(lines) if line.startswith("msgid") and word in line)
        if lines[at + 1].startswith("msgid_plural"):
            lines[at + 2 : at + 4] = [f'msgstr[{form}] "{german}"' for form in (0, 1)]
        else:
            lines[at + 1] = f'msgstr "{german}"'
    catalog.write_text("\n".join(lines) + "\n")


ALL = {"Sign": "Anmelden", "Hello": "Hallo {name}", "Passed": "Bestanden", "day": "{n} Tage"}


def test_new_texts_are_added_without_a_translation_also_summaries_of_blueprints(catalog: Path):
    blueprint = catalog.parents[3] / "code" / "blueprint.yaml"
    blueprint.write_text("name: Rust\nsummary: What Rust developers do.\n")
    assert run("update").output == "Deutsch: 5 texts, 5 without a translation, 0 to look at\n"
    for text in ("Sign in", "What Rust developers do."):
        assert f'msgid "{text}"\nmsgstr ""\n' in catalog.read_text()


def test_translations_stay_and_texts_that_are_gone_are_removed(catalog: Path):
    run("update")
    translate(catalog, **ALL)
    (catalog.parents[3] / "code" / "page.py").write_text(CODE.replace('N_("Passed")', 'N_("Quickly")'))
    assert run("update").output == "Deutsch: 4 texts, 1 without a translation, 0 to look at\n"
    assert "Anmelden" in catalog.read_text()
    assert "Bestanden" not in catalog.read_text()


def test_a_changed_text_keeps_its_old_translation_with_a_mark(catalog: Path):
    run("update")
    translate(catalog, **ALL)
    (catalog.parents[3] / "code" / "page.py").write_text(CODE.replace("Passed", "You passed"))
    assert run("update").output == "Deutsch: 4 texts, 0 without a translation, 1 to look at\n"
    changed = '#, fuzzy\nmsgid "You passed"\nmsgstr "Bestanden"\n'
    assert "# English before: Passed\n" in catalog.read_text()
    assert changed in catalog.read_text()
    assert run("update").output == "Deutsch: 4 texts, 0 without a translation, 1 to look at\n"
    result = run("check")
    assert result.exit_code == 1
    assert "look at its translation and remove `fuzzy`: You passed" in result.output
    catalog.write_text(catalog.read_text().replace("#, fuzzy\n", ""))
    run("update")
    assert run("check").exit_code == 0
    assert "Passed" not in catalog.read_text()


def test_a_complete_catalog_passes(catalog: Path):
    run("update")
    translate(catalog, **ALL)
    assert (run("check").exit_code, run("check").output) == (0, "The translations are complete.\n")


def test_a_missing_translation_is_named(catalog: Path):
    run("update")
    translate(catalog, **{**ALL, "Passed": ""})
    result = run("check")
    assert result.exit_code == 1
    assert "de: no translation: Passed" in result.output


@pytest.mark.parametrize(
    ("word", "german"),
    [
        ("Hello", "Hallo"),
        ("Hello", "Hallo {vorname}"),
        ("Hello", "Hallo {name!r}"),
        ("Hello", "Hallo {name"),
        ("Sign", "Anmelden {n}"),
        ("day", "ein Tag"),
    ],
)
def test_a_translation_has_the_values_of_its_text(catalog: Path, word: str, german: str):
    run("update")
    translate(catalog, **{**ALL, word: german})
    result = run("check")
    assert result.exit_code == 1
    assert "de: other values: " in result.output


def test_a_catalog_that_is_not_up_to_date_is_named(catalog: Path):
    run("update")
    translate(catalog, **ALL)
    (catalog.parents[3] / "code" / "page.py").write_text(CODE.replace('N_("Passed")', ""))
    assert "de: not up to date" in run("check").output


def test_texts_have_typographic_apostrophes():
    with (ROOT / "webdev_certs/translations/de/LC_MESSAGES/messages.po").open("rb") as file:
        catalog = read_po(file)
    texts = [part for message in catalog for part in (message.id, message.string) if isinstance(part, str)]
    assert len(texts) > 1000
    assert [text for text in texts if re.search(r"[a-z]'[a-z]", text)] == []


@pytest.fixture
def german_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the German texts, to be changed, beside the English ones."""
    shutil.copytree(TEXTS, tmp_path / "texts")
    monkeypatch.setattr(texts, "TEXTS", tmp_path / "texts")
    return tmp_path / "texts" / "de"


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("terms", "title: Nutzungsbedingungen\n", "", "terms.md: no metadata `title`"),
        ("terms", "{{ validity }}", "2 Jahre", "the value “validity” is missing"),
        ("terms", "{{ validity }}", "{{ price }}", "the value “price” is not in the English text"),
        ("terms", "{{ validity }}", "{{ price }}", "the English text has no {{ price }}"),
        ("about", "(/verify)", "(/about)", "the link “/verify” is missing"),
        ("support", "<!-- id: payments -->\n", "", "support.md: “Zahlungen”: no <!-- id: … -->"),
        ("support", "id: payments", "id: zahlungen", "the id is “zahlungen”, and “payments” in English"),
        ("support", "### Wie kündige ich ein Abo?", "", "“Zahlungen”: 6 sections, 7 in English: “What do I"),
        ("certifications/vue", "### Pinia", "", "“Was die Prüfung umfasst”: 10 sections, 11 in English"),
        ("home", "- Für alle", "Für alle", "0 entries of lists, 3 in English"),
        ("home", "{{ technologies }}", "{{ technologies", "de/home.md:"),
    ],
)
def test_what_a_long_text_lacks_is_named(german_texts: Path, file: str, old: str, new: str, fault: str):
    path = german_texts / f"{file}.md"
    written = path.read_text()
    assert old in written
    path.write_text(written.replace(old, new, 1))
    assert fault in "\n".join(translations.text_faults("de"))


@pytest.mark.usefixtures("catalog")
def test_a_missing_long_text_is_named(german_texts: Path):
    run("update")
    (german_texts / "terms.md").rename(german_texts / "agb.md")
    output = run("check").output
    assert "de: no text: terms.md" in output
    assert "de: no English text: agb.md" in output


def test_long_texts_have_typographic_apostrophes():
    written = [(file.name, line) for file in TEXTS.rglob("*.md") for line in file.read_text().splitlines()]
    assert len(written) > 1000
    assert [found for found in written if re.search(r"[a-z]'[a-z]", found[1])] == []
