"""What the search on the Support page finds. Its rule is JavaScript, which Node runs here."""

import json
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from webdev_certs.shared.translation import LANGUAGES, _, in_language
from webdev_certs.ui.components import behavior
from webdev_certs.ui.pages.page_texts import page_text
from webdev_certs.ui.pages.public.support import searched

_RULE = Path(behavior.__file__).with_name("find_answers.js")
_RUN = f"""
const {{ findAnswers }} = await import({json.dumps(_RULE.as_uri())});
const {{ typed, answers, stopWords }} = JSON.parse(process.argv[1]);
console.log(JSON.stringify(typed.map((words) => findAnswers(words, answers, stopWords))));
"""


_BEST = {
    "reset password": "I can’t sign in",
    "forgot password": "I can’t sign in",
    "I forgot my password!": "I can’t sign in",
    "log-in": "I can’t sign in",
    "money back": "Can I get a refund?",
    "refunds": "Can I get a refund?",
    "invoice pdf": "Where are my invoices?",
    "receipt": "Where are my invoices?",
    "retake exam": "I want to take a test again",
    "exam offline": "I lost my connection during a test",
    "lost my conn": "I lost my connection during a test",
    "cancel subscription": "How do I cancel a subscription?",
    "certificate expired": "How long is a certificate valid?",
    "delete account": "I want to delete my account or download my data",
    "GDPR": "I want to delete my account or download my data",
    "change e-mail": "I want to change my name, email or password",
    "  QR  Code ": "I’m an employer. How do I verify a certificate?",
    "chance of passing": "What does my chance of passing mean?",
    "readiness": "What does my chance of passing mean?",
    "dark mode": "Can I use a phone, a keyboard or a screen reader?",
}
_BEST_GERMAN = {
    "Passwort zurücksetzen": "I can’t sign in",
    "passwort zurucksetzen": "I can’t sign in",
    "Geld zurück": "Can I get a refund?",
    "Rechnung PDF": "Where are my invoices?",
    "Quittung": "Where are my invoices?",
    "Login": "I can’t sign in",
    "Test wiederholen": "I want to take a test again",
    "Chance zu bestehen": "What does my chance of passing mean?",
    "Abo kündigen": "How do I cancel a subscription?",
    "E-Mail nicht bekommen": "I didn’t get an email",
    "email bekommen": "I didn’t get an email",
    "qr-code": "I’m an employer. How do I verify a certificate?",
    "Bildschirm WEISS": "A page doesn’t load or respond",
}


def test_answers_are_found_by_words():
    found = _found("en", *_BEST)
    assert {typed: best for typed, (best, *_others) in found.items()} == _BEST


def test_german_answers_are_found_by_words():
    found = _found("de", *_BEST_GERMAN)
    german = dict(zip(_texts("en")[0], _texts("de")[0], strict=True))
    wanted = {typed: german[best] for typed, best in _BEST_GERMAN.items()}
    assert {typed: best for typed, (best, *_others) in found.items()} == wanted


def test_questions_come_before_answers():
    (found,) = _found("en", "card").values()
    asked = [question for question in found if "card" in question]
    assert asked == ["My card was declined, or a renewal failed", "Is my card safe?"]
    assert found[: len(asked)] == asked
    assert "Can I get a refund?" in found[len(asked) :]


def test_an_answer_has_all_words_and_urls_and_words_that_tell_nothing_find_nothing():
    # Most answers have links to pages of the dashboard.
    found = _found("en", "dashboard", "password kangaroo")
    assert found == {"dashboard": ["I didn’t get an email"], "password kangaroo": []}
    (of_nothing, of_stop_words) = _run([" ?! ", "How do I"], [], _texts("en")[2])
    assert of_nothing is None
    assert of_stop_words is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_of_the_search_find_answers(language: str):
    with in_language(language):
        examples = _("For example: password, refund, certificate").partition(": ")[2].split(", ")
    assert len(examples) == 3
    assert all(_found(language, *examples).values())


def _found(language: str, *typed: str) -> dict[str, list[str]]:
    """Return the questions that are found for each text, in the language."""
    questions, answers, stop_words = _texts(language)
    found = _run(typed, answers, stop_words)
    return {words: [questions[place] for place in places] for words, places in zip(typed, found, strict=True)}


@cache
def _texts(language: str) -> tuple[list[str], list[dict[str, str]], str]:
    with in_language(language):
        text = page_text("support")
        answers = [answer for group in text.sections for answer in group.sections]
    questions = [answer.heading for answer in answers]
    return questions, [searched(answer) for answer in answers], text.metadata["stop_words"]


def _run(typed: Sequence[str], answers: Sequence[dict[str, str]], stop_words: str) -> list[list[int]]:
    given = json.dumps({"typed": typed, "answers": answers, "stopWords": stop_words})
    command = ["node", "--input-type=module", "--eval", _RUN, given]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
