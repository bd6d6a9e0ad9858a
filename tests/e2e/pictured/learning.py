"""Pictures of tests, their results, practice, mistakes and progress."""

from typing import get_args

from playwright.sync_api import Page, expect

from tests.e2e.learning import ApiLearner
from tests.e2e.pictured.cast import Cast
from tests.e2e.pictured.shot import Act, Shot, click, open_details, send
from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import ItemFormat

# Few items are true/false, and they look like a single choice.
_FORMATS: tuple[ItemFormat, ...] = tuple(one for one in get_args(ItemFormat) if one != "true_false")
_REPORT = "dialog[open] form"


def exams(cast: Cast) -> list[Shot]:
    """Return the pictures of tests and their results."""

    def running(item_format: ItemFormat) -> Shot:
        return Shot(
            f"test-{item_format}",
            lambda: f"/test/{cast.exam_at(item_format)[1]}?resume",
            _question,
            lambda: cast.exam_at(item_format)[0],
        )

    def test(name: str, act: Act, *, window: bool = False) -> Shot:
        return Shot(f"test-{name}", "/test/angular?resume", act, lambda: cast.slow, window=window)

    def report(*, sent: bool, whole: bool = False) -> Act:
        def act(page: Page) -> None:
            click(page, _("Report this question"))
            expect(page.get_by_role("dialog")).to_be_visible()
            if whole:
                page.locator("#report_kind").select_option("unclear")
            if sent:
                send(page, _REPORT)
                said = page.get_by_text(_("Thanks! We’ll check this question."))
                expect(said if whole else page.locator("dialog[open] [aria-invalid=true]")).to_be_visible()

        return act

    def reporter() -> ApiLearner:
        learner = cast.newcomer()
        learner.start_exam("angular")
        return learner

    def end(page: Page) -> None:
        click(page, _("End the test now…"))
        expect(page.get_by_role("dialog")).to_be_visible()

    def leave(page: Page) -> None:
        page.get_by_role("main").locator('a[href*="/test/angular"]').click()
        expect(page.locator('[data-leave-guard="active"]')).to_have_count(1)
        page.evaluate("history.back()")
        expect(page.get_by_role("dialog")).to_be_visible()

    def result(certificate: str) -> Shot:
        return Shot(
            f"result-{certificate}",
            lambda: f"/test-results/{cast.holder.tests[certificate]}",
            viewer=lambda: cast.holder.learner,
        )

    def offline(page: Page) -> None:
        _question(page)
        page.context.set_offline(True)
        expect(
            page.get_by_text(_("You’re offline. You can keep answering. The timer keeps running."))
        ).to_be_visible()

    return [
        *[running(one) for one in _FORMATS],
        Shot("test-introduction-with-extra-time", "/test/react", viewer=lambda: cast.slow),
        test("with-extra-time", _question),
        test("end-dialog", end, window=True),
        test("report-dialog", report(sent=False), window=True),
        test("report-invalid", report(sent=True), window=True),
        # By somebody new in each language, because an item is reported once.
        Shot(
            "test-report-sent", "/test/angular?resume", report(sent=True, whole=True), reporter, window=True
        ),
        test("offline", offline),
        Shot("test-leave-dialog", "/dashboard/certifications", leave, lambda: cast.slow, window=True),
        *[result(state) for state in ("expired", "suspended", "revoked")],
        Shot(
            "result-unconfirmed",
            lambda: f"/test-results/{cast.unconfirmed[1]}",
            viewer=lambda: cast.unconfirmed[0],
        ),
        Shot(
            "result-without-score",
            lambda: f"/test-results/{cast.ended_early[1]}",
            viewer=lambda: cast.ended_early[0],
        ),
        Shot(
            "result-undecided",
            lambda: f"/test-results/{cast.undecided[1]}",
            viewer=lambda: cast.undecided[0],
        ),
        Shot(
            "result-under-review",
            lambda: f"/test-results/{cast.under_review[1]}",
            viewer=lambda: cast.under_review[0],
        ),
    ]


def practice(cast: Cast) -> list[Shot]:
    """Return the pictures of practice, mistakes and progress."""

    def answered(item_format: ItemFormat, *, right: bool) -> Shot:
        def act(page: Page) -> None:
            # In the second language it may be answered already.
            _question(page)
            cast.key.answer(page, right=right)
            click(page, _("Check answer"))
            expect(page.locator("#verdict")).to_be_visible()

        held: list[tuple[ApiLearner, str]] = []

        def viewer() -> ApiLearner:
            held.append(cast.round_at(item_format))
            return held[-1][0]

        name = f"practice-{'right' if right else 'wrong'}-{item_format}"
        return Shot(name, lambda: f"/practice-test/{held[-1][1]}", act, viewer)

    def end(name: str, *wrong: int, paid: bool = False) -> Shot:
        def viewer() -> ApiLearner:
            learner = cast.member() if paid else cast.newcomer()
            learner.practice("react", answered=9, wrong=wrong)
            return learner

        def act(page: Page) -> None:
            cast.key.answer(page, right=10 not in wrong)
            click(page, _("Check answer"))
            click(page, _("Show result"))
            expect(page.get_by_role("heading", name=_("Practice round finished"))).to_be_visible()

        return Shot(f"practice-end-{name}", "/practice-test/react", act, viewer)

    def steady(name: str, path: str, act: Act = lambda _page: None) -> Shot:
        return Shot(name, path, act, lambda: cast.steady)

    def unpaid() -> ApiLearner:
        learner = cast.newcomer()
        learner.practice("react", wrong=(2, 5))
        return learner

    return [
        *[answered(one, right=False) for one in _FORMATS],
        answered("single_choice", right=True),
        answered("order_lines", right=True),
        answered("match_pairs", right=True),
        end("free", 2, 5, 10),
        end("paid", 2, 5, paid=True),
        end("perfect"),
        steady("reviews-overview", "/dashboard"),
        steady("reviews-practice", "/dashboard/practice"),
        steady("reviews-practice-topics", "/dashboard/practice", open_details),
        steady("reviews-progress", "/dashboard/progress"),
        steady("reviews-progress-opened", "/dashboard/progress", open_details),
        steady("reviews-round", "/practice-test/all?round=review", _question),
        steady("mistakes-many", "/practice-mistakes/react", open_details),
        steady("mistakes-of-topic", "/practice-mistakes/react", _choose_topic),
        steady("mistakes-round", "/practice-test/react?round=mistakes", _question),
        Shot("mistakes-unpaid", "/dashboard/practice", viewer=unpaid),
        Shot("ready-overview", "/dashboard", viewer=lambda: cast.ready),
        Shot("passed-overview", "/dashboard", viewer=lambda: cast.passed),
        Shot("failed-overview", "/dashboard", viewer=lambda: cast.failed[0]),
        Shot("ready-progress", "/dashboard/progress", open_details, lambda: cast.ready),
        Shot("practice-unknown", "/practice-test/cobol", viewer=lambda: cast.somebody),
        Shot("practice-unknown-topic", "/practice-test/react?topic=cobol", viewer=lambda: cast.somebody),
    ]


def _question(page: Page) -> None:
    expect(page.locator("#question")).to_be_visible()


def _choose_topic(page: Page) -> None:
    open_details(page)
    page.get_by_role("navigation", name=_("Topics")).get_by_role("link").nth(1).click()
    expect(page.get_by_role("navigation", name=_("Topics")).get_by_role("link").nth(1)).to_have_attribute(
        "aria-current", "page"
    )
