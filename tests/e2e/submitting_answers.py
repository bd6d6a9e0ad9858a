"""The buttons for tests, practice and certificates, prepared like those in `submitting.py`."""

import re

from tests.e2e.answers import question_number
from tests.e2e.journeys import question
from tests.e2e.learning import ApiLearner
from tests.e2e.submitting import Prepared, Scene, Visits


def reissue(scene: Scene) -> Prepared:
    learner = ApiLearner(scene.product, scene.tokens)
    learner.take_exam("react", right=True)
    learner.rename("Ada King")
    page = scene.open("/dashboard/my-certificates")
    page.get_by_role("button", name="Reissue with my new name").click()
    dialog = page.get_by_role("dialog", name="Reissue this certificate?")
    return dialog.get_by_role("button", name="Reissue it"), page.get_by_text("Replaced by")


def retry(scene: Scene) -> Prepared:
    learner = ApiLearner(scene.product, scene.tokens)
    learner.get_access()
    page = scene.open(f"/practice-results/{learner.practice('react', wrong=(2, 5))}")
    return page.get_by_role("link", name="Retry the 2 you missed"), question(page)


def begin_exam(scene: Scene) -> Prepared:
    scene.open("/test/react")
    return scene.button("Start the test"), question(scene.page)


def next_item(scene: Scene) -> Prepared:
    """On the question of `begin_exam` or of this."""
    number = question_number(scene.page) + 1
    scene.key.answer(scene.page)
    heading = scene.page.get_by_role("heading", name=re.compile(f"question {number} of"))
    return scene.button("Next question"), heading


def end_exam(scene: Scene) -> Prepared:
    scene.button("End the test now…").click()
    dialog = scene.page.get_by_role("dialog", name="End the test now?")
    return dialog.get_by_role("button", name="Submit"), re.compile("/test-results/")


def practice(scene: Scene) -> Prepared:
    page = scene.open("/dashboard/practice")
    return page.get_by_role("link", name=re.compile("React")).first, question(page)


def check(scene: Scene) -> Prepared:
    """On the question of `practice`."""
    scene.key.answer(scene.page)
    return scene.button("Check answer"), scene.page.locator("#verdict")


def report(scene: Scene) -> Prepared:
    """On the question of `check`."""
    scene.page.get_by_role("button", name="Report this question").click()
    dialog = scene.page.get_by_role("dialog", name="Report this question")
    dialog.get_by_label("What’s wrong?").select_option("unclear")
    return dialog.get_by_role("button", name="Send report"), scene.says("We’ll check this question.")


LEARNING_VISITS: Visits = {
    "exam": [
        (begin_exam, "POST /api/tests"),
        (next_item, "POST /api/tests/[^ ]+/advance"),
        (next_item, "POST /api/tests/[^ ]+/advance"),
        (end_exam, "POST /api/tests/[^ ]+/submit"),
    ],
    "practice": [
        (practice, "POST /api/practice"),
        (check, "POST /api/practice/[^ ]+/answers/1"),
        (report, "POST /api/practice/[^ ]+/items/1/report"),
    ],
    "results": [
        (reissue, "POST /api/certificates/[^ ]+/reissue"),
        (retry, "POST /api/practice/[^ ]+/retry"),
    ],
}
