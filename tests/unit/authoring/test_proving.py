"""Proofs: what fresh draws print is what `solve` says, and each difference is named with its values."""

from typing import Any

import pytest

from tests.author import Tree, item_model, selection_model
from webdev_certs.authoring.execution import MissingRuntime, Output, Verdict, claims, verify
from webdev_certs.authoring.execution.node import Node
from webdev_certs.authoring.proving import prove
from webdev_certs.server.content.item_models.format import ProgramModel
from webdev_certs.server.content.item_models.selections import SelectionModel


def proof(draws: int = 5, runtimes: Any = None, **changes: Any) -> Verdict:
    model = ProgramModel.model_validate(item_model(**changes))
    (verdict,) = prove([model], "one", draws, runtimes or {"node": Node()})
    return verdict


def test_a_true_solve_is_proved():
    assert proof(draws=30) == Verdict("rust-basics-m001")


def test_a_false_solve_is_named_with_its_values():
    message = proof(solve="output = a - b").message
    assert message.startswith("with a=")
    assert "printed [" in message
    assert "solve says [" in message


def test_a_solve_that_is_wrong_for_few_values_is_found():
    """One in three draws differs."""
    solve = "output = a - b * factor if factor < 5 else a"
    assert "factor=5" in proof(draws=30, solve=solve).message


def test_a_distractor_whose_program_prints_something_else_is_named():
    distractors = item_model()["distractors"]
    distractors[0]["text"] = "{= (a - b) * factor + 1 =}"
    message = proof(distractors=distractors).message
    assert "'Operators are applied from left to right' printed" in message


def test_an_edit_that_finds_nothing_is_named():
    distractors = item_model()["distractors"]
    distractors[0]["edits"][0]["find"] = "print("
    assert "does not find 'print('" in proof(distractors=distractors).message


@pytest.mark.parametrize(
    ("code", "message"),
    [("console.log({= a =}", "SyntaxError"), ("throw new Error('no {= a =}')", "Error: no ")],
)
def test_code_that_fails_is_named(code: str, message: str):
    distractors = [
        {"misconception": str(n), "text": f"{n}.5", "explanation": "Because it is so."} for n in range(3)
    ]
    assert message in proof(code={"language": "js", "text": code}, distractors=distractors).message


def test_a_small_family_is_run_whole():
    """All nine combinations are run, although 100 draws are asked for."""
    ran: list[int] = []

    class Counting(Node):
        def run(self, programs):
            ran.append(len(programs))
            yield from super().run(programs)

    parameters = {name: {"kind": "int", "min": 20 + n, "max": 22 + n} for n, name in enumerate("ab")}
    changes: Tree = {
        "parameters": {**parameters, "factor": {"kind": "choice", "of": [2, 3]}},
        "constraints": [],
        "distractors": [
            {"misconception": str(n), "text": f"{n}.5", "explanation": "Because it is so."} for n in range(3)
        ],
    }
    assert proof(100, {"node": Counting()}, **changes).message == ""
    assert ran == [18]


def test_a_missing_runtime_is_no_disagreement():
    class Missing(Node):
        def run(self, programs):
            raise MissingRuntime("no such thing is installed")

    verdict = proof(runtimes={"node": Missing()})
    assert (verdict.ran, verdict.disagrees, verdict.message) == (False, False, "no such thing is installed")


def test_a_program_that_hangs_is_given_up():
    class Hangs(Node):
        def run(self, programs):
            yield from (Output(program.item_id, failure="ran for more than 30 s") for program in programs)

    assert proof(draws=2, runtimes={"node": Hangs()}).message.endswith("ran for more than 30 s")


def test_the_evidence_of_statements_is_run():
    tree = selection_model()
    executed = {"kind": "executed", "runtime": "node", "version": "24", "program": "console.log(1 + 1)"}
    tree["statements"][0]["evidence"] = executed | {"stdout": "2\n"}
    tree["statements"][8]["evidence"] = executed | {"stdout": "3\n"}
    model = SelectionModel.model_validate(tree)
    right, wrong = sorted(verify(claims([model])), key=lambda verdict: len(verdict.message))
    assert (right.name, right.message) == ("rust-basics-m002 1", "")
    assert (wrong.name, wrong.message) == ("rust-basics-m002 9", "printed '2', the evidence says '3'")


CHECKING = {"runtime": "node", "version": "24", "program": "const a = [1, 2];\nconsole.log(@check);"}


def test_statements_are_checked_by_the_program_of_their_model():
    """The check is the statement's text, which is code, or is given; all run in one process."""
    tree = selection_model(run=CHECKING)
    checks = {
        0: ("`a.length === 2`", {}),
        1: ("The sum is 3.", {"check": "a[0] + a[1] === 3"}),
        2: ("`` `${a}` === '1,2' ``", {}),
        7: ("`a.at(-1) === 1`", {}),
        8: ("`a.at(2) === undefined`", {}),
    }
    for place, (text, check) in checks.items():
        tree["statements"][place] |= {"text": text, "evidence": {"kind": "checked", **check}}
    claimed = list(claims([SelectionModel.model_validate(tree)]))
    assert {claim.group for claim in claimed} == {"rust-basics-m002"}
    faults = {verdict.name.split()[1]: verdict.message for verdict in verify(claimed) if verdict.message}
    assert len(claimed) == 5
    assert faults == {"9": "printed 'true', the evidence says 'false'"}


def test_the_code_that_statements_are_about_is_run_with_each_check():
    code = {"language": "js", "text": "const a = [1, 2];\n"}
    tree = selection_model(run=CHECKING | {"program": "// @code\nconsole.log(@check);"}, code=code)
    for place in (0, 7):
        tree["statements"][place]["evidence"] = {"kind": "checked", "check": "a.length === 2"}
    verdicts = list(verify(claims([SelectionModel.model_validate(tree)])))
    assert sorted(verdict.message for verdict in verdicts) == [
        "",
        "printed 'true', the evidence says 'false'",
    ]
