"""Sample questions, which need no account, and claiming their answers for an account."""

from fastapi import APIRouter

from webdev_certs.schemas.practice import ClaimSample, PracticeState, SampleRequest, SampleState
from webdev_certs.server.api.context import ContextDep, LimitsDep
from webdev_certs.server.api.dependencies import LiveUserIdDep, ResourcesDep
from webdev_certs.server.services.practice import sample_questions

router = APIRouter(prefix="/api/samples", tags=["practice"])


@router.post("")
async def continue_sample(form: SampleRequest, resources: ResourcesDep, limits: LimitsDep) -> SampleState:
    """Grade sample answers and get the estimate, the feedback and the next question."""
    await limits.count("sample")
    return sample_questions.answer_sample_questions(resources.bank, form.technology, form.answers)


@router.post("/claim")
async def claim_sample(
    form: ClaimSample, context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep
) -> PracticeState:
    """Continue sample questions as a practice session; a second claim returns that of the first."""
    # Every claim counts against the limit of samples, but only an accepted one against that of practice.
    await limits.count("sample")
    practice = await sample_questions.claim_sample_questions(context, user_id, form)
    await limits.count_own("practice", user_id)
    return practice
