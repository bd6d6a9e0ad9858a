"""The buttons for tests, practice and certificates, prepared like those in `submitting.py`."""

import re

from playwright.sync_api import expect

from tests.e2e.journeys import answer_and_check, question, start_exam
from tests.e2e.learning import ApiLearner
from tests.e2e.mails import confirm_email
from tests.e2e.submitting import Cases, Prepared, Scene


def reissue(scene: Scene) -> Prepared:
    learner = ApiLearner(scene.product.url, scene.tokens)
    learner.take_exam("react", right=True)
    confirm_email(scene.product, learner.email, scene.tokens["access_token"])
    learner.rename("Ada King")
    page = scene.open("/dashboard/my-certificates")
    page.get_by_role("button", name="Issue it in my new name").click()
    dialog = page.get_by_role("dialog", name="Issue this certificate again?")
    return dialog.get_by_role("button", name="Issue it again"), page.get_by_text("Replaced by")


def report(scene: Scene) -> Prepared:
    page = scene.open("/practice-test/java/beginner")
    answer_and_check(page, scene.key)
    page.get_by_role("button", name="Report this question").click()
    dialog = page.get_by_role("dialog", name="Report this question")
    dialog.get_by_label("What is wrong?").select_option("unclear")
    return dialog.get_by_role("button", name="Send report"), scene.says("We will check this question.")


def begin_exam(scene: Scene) -> Prepared:
    scene.open("/test/react")
    return scene.button("Start the test"), question(scene.page)


def next_item(scene: Scene) -> Prepared:
    start_exam(scene.page, "react")
    scene.key.answer(scene.page)
    return scene.button("Next question"), scene.page.get_by_role("heading", name=re.compile("question 2 of"))


def end_exam(scene: Scene) -> Prepared:
    start_exam(scene.page, "react")
    scene.button("End the test now…").click()
    dialog = scene.page.get_by_role("dialog", name="End the test now?")
    return dialog.get_by_role("button", name="Submit"), re.compile("/test-results/")


def check(scene: Scene) -> Prepared:
    scene.open("/practice-test/react")
    expect(question(scene.page)).to_be_visible()
    scene.key.answer(scene.page)
    return scene.button("Check answer"), scene.page.locator("#verdict")


def practice(scene: Scene) -> Prepared:
    page = scene.open("/dashboard/practice")
    return page.get_by_role("link", name=re.compile("React")).first, question(page)


def retry(scene: Scene) -> Prepared:
    scene.product.command("access", "grant", scene.learner.email, "--yes")
    practiced = ApiLearner(scene.product.url, scene.tokens).practice("react", wrong=(2, 5))
    page = scene.open(f"/practice-results/{practiced}")
    return page.get_by_role("link", name="Retry the 2 you missed"), question(page)


LEARNING_CASES: Cases = [
    (reissue, "POST /api/certificates/[^ ]+/reissue"),
    (report, "POST /api/practice/[^ ]+/items/1/report"),
    (begin_exam, "POST /api/tests"),
    (next_item, "POST /api/tests/[^ ]+/advance"),
    (end_exam, "POST /api/tests/[^ ]+/submit"),
    (practice, "POST /api/practice"),
    (retry, "POST /api/practice/[^ ]+/retry"),
    (check, "POST /api/practice/[^ ]+/answers/1"),
]
