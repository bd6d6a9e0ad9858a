"""`webdev-certs items review`: a person accepts, edits or refuses drafts, in the terminal and on the page."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result

from tests.author import Author, Tree, selection_model
from webdev_certs.authoring.drafting.folder import Draft, ReviewFolder
from webdev_certs.authoring.drafting.gates import Gate
from webdev_certs.cli.items.review_page import ReviewServer
from webdev_certs.cli.main import cli
from webdev_certs.server.content.bank import load_bank

pytestmark = pytest.mark.one_database
PASSED = Gate("schema", True, "is a family", ("a detail",))
FAILED = Gate("flaws", False, "breaks a rule")


def tree(number: int) -> Tree:
    return selection_model(
        id=f"rust-basics-m{number}", stem=f"Which statement about matter {number} is right?"
    )


def put(author: Author, number: int = 501, *gates: Gate, **changes: Any) -> Draft:
    """Write a draft in the review folder of the author's bank."""
    family = tree(number) | changes
    draft = Draft(family["id"], "rust", family, tree(number), gates or (PASSED,))
    ReviewFolder(author.root).write(draft)
    return draft


def review(author: Author, *typed: str) -> Result:
    options = ["items", "review", "--bank", str(author.root)]
    return CliRunner().invoke(cli, options, input="\n".join(typed) + "\n")


def live(author: Author) -> set[str]:
    return {model.id for model in load_bank([author.root]).get("rust").models}


def test_an_accepted_draft_is_in_the_bank_and_no_longer_waits(author: Author):
    put(author)
    put(author, 502)
    assert live(author) == set()
    result = review(author, "a", "s")
    assert "2 drafts to review" in result.output
    assert "Which statement about matter 501 is right?" in result.output
    assert "passed  schema: is a family" in result.output
    assert live(author) == {"rust-basics-m501"}
    assert [draft.id for draft in ReviewFolder(author.root).drafts()] == ["rust-basics-m502"]
    review(author, "a")
    assert live(author) == {"rust-basics-m501", "rust-basics-m502"}


def test_a_draft_that_failed_a_gate_cannot_be_accepted(author: Author):
    put(author, 501, PASSED, FAILED)
    assert "edit it first" in review(author, "a", "q").output
    assert live(author) == set()


def test_a_refused_draft_is_gone_and_its_reason_is_kept_for_prompts(author: Author):
    put(author)
    review(author, "r", "Too easy to guess")
    folder = ReviewFolder(author.root)
    assert folder.drafts() == []
    assert folder.reasons("rust") == ["Too easy to guess (topic basics)"]
    assert live(author) == set()


def test_what_a_person_edited_is_shown(author: Author):
    put(author, 501, PASSED, stem="Which statement about this matter is right?")
    output = review(author, "q").output
    assert "-  stem: Which statement about matter 501 is right?" in output
    assert "+  stem: Which statement about this matter is right?" in output


def test_an_edit_that_is_not_a_family_changes_nothing(
    author: Author, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    put(author)
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf "just a text" > "$1"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    before = ReviewFolder(author.root).drafts()
    assert "not the YAML of one family" in review(author, "e", "q").output
    assert ReviewFolder(author.root).drafts() == before


def test_ids_of_drafts_are_not_given_twice(author: Author):
    folder = ReviewFolder(author.root)
    put(author)
    assert folder.free_id(load_bank([author.root]).get("rust"), "basics", ["rust-basics-m502"]) == (
        "rust-basics-m503"
    )


@pytest.fixture
def page(author: Author) -> Iterator[ReviewServer]:
    put(author, 501)
    with ReviewServer(ReviewFolder(author.root), 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()


def send(page: ReviewServer, choice: str, **changes: str) -> int:
    """Send the form of a draft, and return the status of the answer."""
    form = {"secret": page.secret, "id": "rust-basics-m501", "choice": choice} | changes
    return httpx.post(page.url, data=form).status_code


def test_the_page_shows_a_draft_and_accepts_it(page: ReviewServer, author: Author):
    shown = httpx.get(page.url)
    assert "Which statement about matter 501 is right?" in shown.text
    assert "schema: is a family" in shown.text
    assert "form-action 'self'" in shown.headers["content-security-policy"]
    assert f'name="secret" value="{page.secret}"' in shown.text
    assert send(page, "accept") == 303
    assert live(author) == {"rust-basics-m501"}
    assert "No drafts wait" in httpx.get(page.url).text


def test_the_page_refuses_with_a_reason_only(page: ReviewServer, author: Author):
    assert send(page, "refuse") == 400
    assert send(page, "refuse", reason="Not\nour words") == 303
    assert ReviewFolder(author.root).reasons("rust") == ["Not our words (topic basics)"]


def test_the_page_takes_no_forms_of_other_pages(page: ReviewServer, author: Author):
    for secret in ("", "guessed", "größer"):
        assert send(page, "accept", secret=secret) == 403
    form = {"id": "rust-basics-m501", "choice": "accept"}
    assert httpx.post(page.url, data=form).status_code == 403
    foreign = {"Host": f"evil.example:{page.server_port}"}
    assert httpx.get(page.url, headers=foreign).status_code == 403
    assert live(author) == set()


def test_the_page_cannot_accept_what_failed_a_gate(page: ReviewServer, author: Author):
    put(author, 501, PASSED, FAILED)
    assert "Accept into the bank" not in httpx.get(page.url).text
    assert send(page, "accept") == 400
    assert live(author) == set()


def test_markup_in_a_draft_is_shown_as_text(page: ReviewServer, author: Author):
    put(author, 501, Gate("schema", True, "<script>alert(1)</script>"), stem="Is <img src=x> right here?")
    shown = httpx.get(page.url).text
    assert "<script>alert" not in shown
    assert "<img src=x>" not in shown


def test_a_draft_is_accepted_once(author: Author):
    """Otherwise the family would be in the bank twice, which could then not be loaded."""
    draft = put(author)
    folder = ReviewFolder(author.root)
    folder.accept(draft)
    with pytest.raises(FileNotFoundError):
        folder.accept(draft)
    with pytest.raises(FileNotFoundError):
        folder.refuse(draft, "Too late")
    assert live(author) == {draft.id}
    assert folder.reasons("rust") == []


def test_a_draft_that_came_back_is_not_written_twice(author: Author):
    """Somebody may save an edit after somebody else has accepted the draft."""
    folder = ReviewFolder(author.root)
    folder.accept(put(author))
    draft = put(author)
    with pytest.raises(ValueError, match="already"):
        folder.accept(draft)
    assert folder.drafts() == [draft]
    assert live(author) == {draft.id}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  - id: rust-basics-m001\n", "is not a list of families at the left margin"),
        ("families: []\n", "is not a list of families at the left margin"),
        ("- id: rust-basics-m501\n", "has rust-basics-m501 already"),
    ],
)
def test_a_file_that_cannot_take_a_draft_is_named(
    page: ReviewServer, author: Author, text: str, message: str
):
    file = author.folder / "models" / "basics.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    form = {"secret": page.secret, "id": "rust-basics-m501", "choice": "accept"}
    answer = httpx.post(page.url, data=form)
    assert (answer.status_code, f"{file} {message}" in answer.text) == (409, True)
    folder = ReviewFolder(author.root)
    (draft,) = folder.drafts()
    with pytest.raises(ValueError, match=message):
        folder.accept(draft)
    assert [each.id for each in folder.drafts()] == ["rust-basics-m501"]
    assert file.read_text() == text


def test_a_person_is_told_why_a_draft_cannot_be_accepted(author: Author):
    ReviewFolder(author.root).accept(put(author))
    put(author)
    result = review(author, "a")
    assert "basics.yaml has rust-basics-m501 already" in result.output
    assert result.exit_code == 0


def test_a_form_that_is_sent_many_times_at_once_accepts_once(page: ReviewServer, author: Author):
    with ThreadPoolExecutor(8) as pool:
        codes = list(pool.map(lambda _: send(page, "accept"), range(8)))
    assert sorted(codes) == [303] + [404] * 7
    assert live(author) == {"rust-basics-m501"}


def test_the_page_refuses_forms_without_a_sensible_length(page: ReviewServer):
    for length in ("-1", "much", "10001"):
        request = f"POST / HTTP/1.0\r\nHost: {page.host}\r\nContent-Length: {length}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", page.server_port)) as connection:
            connection.sendall(request.encode())
            assert b" 400 " in connection.recv(100)


def test_a_person_sees_the_whole_family(page: ReviewServer, author: Author):
    """Instances show neither all statements nor the code that computes."""
    assert "version: 1" in httpx.get(page.url).text
    assert "version: 1" in review(author, "q").output


def test_control_characters_of_a_draft_do_not_reach_the_terminal(author: Author):
    put(author, 501, Gate("schema", True, "\x1b]0;title\x07", ("\x1b[2J",)), stem="Is \x1b[2J this right?")
    output = review(author, "q").output
    assert "this right?" in output
    assert not {"\x1b", "\x07"} & set(output)
