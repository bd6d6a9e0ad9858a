"""`webdev-certs items draft` and `items review`, with a server of OpenAI's protocol that others wrote."""

import copy
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from click.testing import CliRunner, Result

from tests.author import Author, Tree, blueprint
from tests.contract.programs import free_port, running
from tests.drafts import agreeing, code_answer, drafting, pool_answer, rule, write_document, write_rules
from tests.jails import needs_jail
from webdev_certs.authoring.drafting import gates
from webdev_certs.authoring.drafting.documents import Documents
from webdev_certs.authoring.drafting.formats import Order, as_family
from webdev_certs.cli.main import cli
from webdev_certs.server.content.bank import load_bank
from webdev_certs.server.content.format import Blueprint
from webdev_certs.settings import get_settings

pytestmark = [pytest.mark.one_database, needs_jail]
REFERENCE = {"title": "The Book", "url": "https://doc.rust-lang.org/book/"}
UseRules = Callable[[Iterable[Tree]], str]
Draft = Callable[..., Result]


@pytest.fixture
def own(author: Author) -> Author:
    """A bank whose only topic names its documentation."""
    topic = {"id": "basics", "title": "Basics", "items": 20, "reference": REFERENCE}
    author.blueprint_file.write_text(yaml.safe_dump(blueprint(topics=[topic])))
    return author


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of vectors that all tests share."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def use_rules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[UseRules]:
    """Start a model that answers by the rules that it was given last; return a function that gives them."""
    port, file = free_port(), tmp_path_factory.mktemp("model") / "rules.yaml"
    write_rules(file, [])

    def use(rules: Iterable[Tree]) -> str:
        write_rules(file, rules)
        httpx.post(f"http://127.0.0.1:{port}/_fakellm/reload").raise_for_status()
        return f"http://127.0.0.1:{port}/v1"

    command = [sys.executable, "-m", "tests.fakellm_at_once", "serve", "--port", str(port)]
    with running([*command, "--config", str(file)], port):
        yield use


@pytest.fixture
def draft(
    own: Author, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, use_rules: UseRules
) -> Draft:
    """Call `items draft` for one family, with a model that answers by rules."""
    # A hundred runs of a program would take half a minute.
    monkeypatch.setattr(gates, "DRAWS", 5)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))

    def run(rules: Iterable[Tree], kind: str = "pool") -> Result:
        monkeypatch.setenv("LLM_BASE_URL", use_rules(rules))
        monkeypatch.setenv("LLM_MODEL", "gpt-4o")
        get_settings.cache_clear()
        document = write_document(tmp_path)
        options = ["--technology", "rust", "--topic", "basics", "--kind", kind]
        options += ["--difficulty", "intermediate", "--documents", str(document)]
        return CliRunner().invoke(cli, ["items", "draft", *options, "--bank", str(own.root)])

    return run


def family(answer: Tree, kind: Any, tmp_path: Path, number: int = 501) -> Tree:
    """Return the family that an answer becomes."""
    plan = Blueprint.model_validate(
        blueprint(topics=[{"id": "basics", "title": "Basics", "items": 20, "reference": REFERENCE}])
    )
    documents = Documents.read([write_document(tmp_path)])
    topic = plan.topics[0]
    assert topic.reference is not None
    order = Order(plan, topic, kind, "practice", topic.reference, documents, (), ())
    return as_family(order, f"rust-basics-m{number}", answer, lambda _: "24")


def waiting(own: Author) -> list[Path]:
    return sorted((own.root / "review").glob("*/*.json"))


def stopped(result: Result, own: Author) -> str:
    """Return the gate that stopped the only draft, of which nothing is kept."""
    assert result.exit_code == 1, result.output
    assert not waiting(own)
    return result.output.split("0 drafts passed all gates; stopped at: ")[1].split()[0]


def test_a_good_pool_waits_for_a_person_and_is_not_live(draft: Draft, own: Author, tmp_path: Path):
    answer = pool_answer()
    result = draft([drafting(answer), *agreeing(family(answer, "pool", tmp_path))])
    assert result.exit_code == 0, result.output
    (file,) = waiting(own)
    kept = json.loads(file.read_text())
    gates = {gate["name"]: gate for gate in kept["gates"]}
    assert list(gates) == [
        *("answer", "schema", "language", "evidence", "flaws", "duplicates", "execution"),
        *("explanations", "answering", "difficulty"),
    ]
    assert "“adds its arguments to the end and returns the new length” (arrays.md, line 3)" in str(
        gates["evidence"]
    )
    assert "5 calls without the key agree" in gates["answering"]["says"]
    bank = load_bank([own.root])
    assert "rust-basics-m501" not in bank.get("rust").families


def test_good_code_is_run_in_the_jail(draft: Draft, own: Author, tmp_path: Path):
    answer = code_answer()
    result = draft([drafting(answer), *agreeing(family(answer, "code", tmp_path))], "code")
    assert result.exit_code == 0, result.output
    assert "ran 5 draws in the jail, and each printed what `solve` says" in result.output
    assert len(waiting(own)) == 1


def changed_statement(place: int, **changes: Any) -> Tree:
    answer = pool_answer()
    answer["statements"][place] |= changes
    return answer


def test_a_wrong_key_of_a_pool_is_caught_by_answering(draft: Draft, own: Author, tmp_path: Path):
    wrong = changed_statement(8, holds=True, misconception="")
    truth = [each["holds"] for each in pool_answer()["statements"]]
    result = draft([drafting(wrong), *agreeing(family(wrong, "pool", tmp_path), truth)])
    assert stopped(result, own) == "answering"
    assert "did not choose 'The method `pop` removes the first element of the array.'" in result.output


def test_a_wrong_key_of_code_is_caught_by_execution(draft: Draft, own: Author):
    result = draft([drafting(code_answer(solve="output = 4 * b + 1"))], "code")
    assert stopped(result, own) == "execution"
    assert "printed [" in result.output


def test_one_answer_of_five_that_differs_is_caught(draft: Draft, own: Author, tmp_path: Path):
    answer = code_answer()
    rules = list(agreeing(family(answer, "code", tmp_path)))
    fifth = json.loads(rules[4]["respond"]["content"])
    other = next(name for name in "abcd" if name not in fifth["answer"])
    rules[4]["respond"]["content"] = json.dumps({"answer": [other], "reason": "It is a copy."})
    result = draft([drafting(answer), *rules], "code")
    assert stopped(result, own) == "answering"
    assert "because: It is a copy." in result.output


def test_an_explanation_against_the_key_is_caught(draft: Draft, own: Author, tmp_path: Path):
    answer = changed_statement(0, explanation="This is not so, because `push` gives back nothing.")
    rules = list(agreeing(family(answer, "pool", tmp_path)))
    read = next(each for each in rules if each["when"]["previous_message_contains"].startswith("what its"))
    said = json.loads(read["respond"]["content"])
    read["respond"]["content"] = json.dumps({"right": said["right"][1:], "wrong": [*said["wrong"], 1]})
    assert stopped(draft([drafting(answer), *rules]), own) == "explanations"


def in_german() -> Tree:
    answer = pool_answer(stem="Welche Aussage über die Methoden von Feldern in JavaScript ist wahr?")
    for number, each in enumerate(answer["statements"]):
        each["text"] = f"Die Methode mit der Nummer {number} verändert das Feld und gibt es wieder zurück."
        each["explanation"] = f"So steht es im Handbuch, weil Methode {number} das Feld selbst bearbeitet."
    return answer


FAULTS: dict[str, tuple[Tree, str]] = {
    "an invented quote": (changed_statement(2, quote="is the fastest method of all arrays"), "evidence"),
    "a quote that is too short": (changed_statement(2, quote="new length"), "evidence"),
    "a quote from a file that is not there": (changed_statement(2, document="other.md"), "evidence"),
    "no quote": (changed_statement(2, quote=""), "schema"),
    "another language": (in_german(), "language"),
    "what the checks refuse": (pool_answer(stem="Which is NOT true of arrays in JavaScript?"), "flaws"),
    "an endless solve": (code_answer(solve="while True: pass\noutput = 1"), "schema"),
    "a huge output": (code_answer(solve="output = 'x' * 10 ** 11"), "schema"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_draft_with_a_fault_stops_at_its_gate(draft: Draft, own: Author, fault: str):
    answer, gate = FAULTS[fault]
    assert stopped(draft([drafting(answer)], "code" if "solve" in answer else "pool"), own) == gate


def test_a_duplicate_of_a_draft_and_of_the_bank_is_caught(draft: Draft, own: Author, tmp_path: Path):
    answer = pool_answer()
    assert draft([drafting(answer), *agreeing(family(answer, "pool", tmp_path))]).exit_code == 0
    again = draft([drafting(answer), *agreeing(family(answer, "pool", tmp_path, 502))])
    assert "stopped at: duplicates 1" in again.output
    (file,) = waiting(own)
    own.write_models(json.loads(file.read_text())["family"])
    file.unlink()
    result = draft([drafting(answer), *agreeing(family(answer, "pool", tmp_path, 502))])
    assert stopped(result, own) == "duplicates"


@pytest.mark.parametrize(
    ("content", "response", "reason"),
    [
        ("x" * 250_000, {}, "too_long"),
        ("", {"tool_calls": [{"name": "sh", "arguments": {}}]}, "calls a tool"),
        ("", {}, "empty"),
        ("I would rather not.", {}, "malformed"),
        ("[]", {}, "malformed"),
        ({"statements": 7}, {}, "form"),
    ],
    ids=["endless output", "a tool call", "an empty answer", "prose", "a list", "another form"],
)
def test_an_answer_that_cannot_be_used_is_caught(
    draft: Draft, own: Author, content: Any, response: Tree, reason: str
):
    result = draft([rule(content, asked="You draft questions", **response)])
    assert stopped(result, own) == ("schema" if reason == "form" else "answer")
    assert reason in result.output


def test_ratings_that_differ_are_caught(draft: Draft, own: Author, tmp_path: Path):
    answer = pool_answer(difficulty="advanced")
    result = draft([drafting(answer), *agreeing(family(answer, "pool", tmp_path))])
    assert stopped(result, own) == "difficulty"


def test_a_program_cannot_leave_the_jail(draft: Draft, own: Author, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LLM_API_KEY", "sk-secret-of-this-test")
    answer = copy.deepcopy(code_answer())
    answer["code"] = "console.log(process.env.LLM_API_KEY ?? 'nothing', {= a + b + c =});\n"
    answer["solve"] = "output = 'sk-secret-of-this-test ' + str(a + b + c)"
    for distractor in answer["distractors"]:
        distractor["edits"] = []
    result = draft([drafting(answer)], "code")
    assert stopped(result, own) == "execution"
    assert "nothing" in result.output


def test_without_a_model_the_command_says_what_to_set(own: Author, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("LLM_BASE_URL", raising=False)
    get_settings.cache_clear()
    options = ["--technology", "rust", "--topic", "basics", "--bank", str(own.root)]
    result = CliRunner().invoke(cli, ["items", "draft", *options])
    assert result.exit_code == 1
    assert "LLM_BASE_URL" in result.output
