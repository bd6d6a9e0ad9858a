"""The accounts behind the pictures. Each is created when a picture first needs it."""

from datetime import UTC, datetime, timedelta
from functools import cached_property
from uuid import UUID

from sqlalchemy import insert
from sqlmodel import col, update

from tests.e2e.answers import AnswerKey
from tests.e2e.learning import ApiLearner
from tests.e2e.pictured.holders import Holder, create_holder, create_left, create_renamed
from tests.e2e.pictured.registration import Registration
from tests.e2e.pictured.subscribers import Subscribers, create_subscribers
from tests.e2e.product import Product
from webdev_certs.server.content.bank import TECHNOLOGIES
from webdev_certs.server.models.exams import Attempt, AttemptReview
from webdev_certs.server.models.practice import PracticeItem, PracticeSession, ReviewCard
from webdev_certs.shared.vocabulary import ItemFormat


class Cast(Registration):
    """Accounts with data on a running product."""

    def __init__(self, product: Product) -> None:
        super().__init__(product)
        self._exams: dict[ItemFormat, tuple[ApiLearner, str]] = {}

    @cached_property
    def key(self) -> AnswerKey:
        """The answers to the items on the screen."""
        return AnswerKey(self.product)

    @cached_property
    def somebody(self) -> ApiLearner:
        """Somebody with a confirmed email, for what changes nothing."""
        return self.newcomer()

    @cached_property
    def steady(self) -> ApiLearner:
        """Somebody with access who practices on many days and has reviews due."""
        learner = self.member("Margaret Hamilton")
        for days, technology, wrong in (
            (33, "react", range(2, 10)),
            (26, "react", (1, 3, 4, 6, 8, 10)),
            (19, "java", (2, 3, 7)),
            (12, "react", (2, 5, 7, 9)),
            (6, "csharp", (4, 8)),
            (5, "react", (3, 6)),
            (2, "java", (1, 9)),
            (1, "react", (7,)),
        ):
            self._move_round(learner.practice(technology, wrong=wrong), days)
        learner.practice("react", answered=4, wrong=(2,))
        now = datetime.now(UTC)
        mine = col(ReviewCard.user_id) == UUID(learner.tokens["user"]["id"])
        self.product.execute(update(ReviewCard).where(mine).values(due=now - timedelta(hours=1)))
        return learner

    def _move_round(self, session: str, days: int) -> None:
        """Move a practice session some days back."""
        start = datetime.now(UTC) - timedelta(days=days)
        ours = col(PracticeSession.id) == UUID(session)
        times = {"started_at": start, "finished_at": start + timedelta(minutes=9)}
        self.product.execute(update(PracticeSession).where(ours).values(**times))
        items = col(PracticeItem.practice_session_id) == UUID(session)
        for position in range(1, 11):
            place = col(PracticeItem.position) == position
            time = start + timedelta(seconds=50 * position)
            self.product.execute(update(PracticeItem).where(items, place).values(answered_at=time))

    @cached_property
    def ready(self) -> ApiLearner:
        """Somebody who is likely to pass."""
        learner = self.newcomer("Radia Perlman")
        for _round in range(3):
            learner.practice("vue")
        return learner

    def round_at(self, wanted: ItemFormat) -> tuple[ApiLearner, str]:
        """Return somebody new whose practice session in a technology is at an item of this format."""
        while True:
            learner = self.newcomer()
            for technology in TECHNOLOGIES:
                if learner.practice_to(technology, wanted):
                    return learner, technology

    def exam_at(self, wanted: ItemFormat) -> tuple[ApiLearner, str]:
        """Return somebody whose exam in a technology is at an item of this format."""
        if wanted not in self._exams:
            self._exams[wanted] = self._exam_at(wanted)
        return self._exams[wanted]

    def _exam_at(self, wanted: ItemFormat) -> tuple[ApiLearner, str]:
        while True:
            learner = self.newcomer()
            for technology in TECHNOLOGIES:
                state = learner.start_exam(technology)
                while state["status"] == "open" and state["item"]["format"] != wanted:
                    state = learner.advance(state, right=state["position"] % 3 != 0)
                if state["status"] == "open":
                    return learner, technology

    @cached_property
    def slow(self) -> ApiLearner:
        """Somebody with extra time."""
        learner = self.newcomer()
        learner.call("POST", "/profile/extra-time", {"percent": 50, "reason": "I read with a magnifier."})
        granted = ("exams", "extra-time", "grant", learner.email, "--note", "Good luck!", "--yes")
        self.product.command(*granted)
        learner.start_exam("angular")
        return learner

    @cached_property
    def unconfirmed(self) -> tuple[ApiLearner, str]:
        """Somebody whose certificate waits for a confirmed email, and the passed exam."""
        learner = self.newcomer(confirmed=False)
        return learner, self.pass_unconfirmed(learner)

    def pass_unconfirmed(self, learner: ApiLearner) -> str:
        """Pass an exam that began before exams needed a confirmed email; return its id."""
        self.product.set_confirmed(learner.email)
        learner.start_exam("vue")
        self.product.set_confirmed(learner.email, False)
        return learner.take_exam("vue", right=True)

    @cached_property
    def passed(self) -> ApiLearner:
        """Somebody who has just passed a test."""
        learner = self.newcomer("Grace Hopper")
        learner.practice("react")
        learner.take_exam("react", right=True)
        return learner

    @cached_property
    def failed(self) -> tuple[ApiLearner, str]:
        """Somebody who failed a test, and the test."""
        learner = self.newcomer()
        return learner, learner.take_exam("csharp", right=False)

    @cached_property
    def ended_early(self) -> tuple[ApiLearner, str]:
        """Somebody who ended a test with few answers, and the test."""
        learner = self.newcomer()
        state = learner.start_exam("java")
        for _question in range(8):
            state = learner.advance(state)
        learner.call("POST", f"/tests/{state['test_id']}/submit")
        return learner, state["test_id"]

    @cached_property
    def undecided(self) -> tuple[ApiLearner, str]:
        """Somebody who ended a test above the pass mark, but without a decision, and the test."""
        learner = self.newcomer()
        state = learner.start_exam("react")
        while state["status"] == "open":
            state = learner.advance(state, right=state["position"] % 3 == 0)
        mine = col(Attempt.id) == UUID(state["test_id"])
        early = {"ended_by": "submitted", "passed": False, "score": 552, "standard_error": 38}
        self.product.execute(update(Attempt).where(mine).values(**early))
        return learner, state["test_id"]

    @cached_property
    def under_review(self) -> tuple[ApiLearner, str]:
        """Somebody whose passed test waits for an operator, and the test."""
        learner = self.newcomer(confirmed=False)
        attempt = self.pass_unconfirmed(learner)
        held = {"attempt_id": UUID(attempt), "reasons": ["misfit"], "held_at": datetime.now(UTC)}
        self.product.execute(insert(AttemptReview).values(**held))
        self.product.set_confirmed(learner.email)
        return learner, attempt

    @cached_property
    def newly_named(self) -> ApiLearner:
        """Somebody whose certificate has an earlier name."""
        learner = self.newcomer("Ada Lovelace")
        learner.take_exam("react", right=True)
        learner.rename("Ada King, Countess of Lovelace")
        return learner

    @cached_property
    def holder(self) -> Holder:
        """Somebody with certificates in every state but replaced."""
        return create_holder(self)

    @cached_property
    def renamed(self) -> Holder:
        """Somebody with a certificate that has replaced another one."""
        return create_renamed(self)

    @cached_property
    def left(self) -> str:
        """The number of a certificate whose holder has deleted the account."""
        return create_left(self)

    @cached_property
    def subscribers(self) -> Subscribers:
        """Somebody for each state of the plan."""
        return create_subscribers(self)
