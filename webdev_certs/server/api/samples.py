"""Sample questions, which need no account."""

from fastapi import APIRouter

from webdev_certs.schemas.samples import SampleRequest, SampleState
from webdev_certs.server.api.dependencies import ResourcesDep
from webdev_certs.server.api.limits import LimitsDep
from webdev_certs.server.services.practice import samples

router = APIRouter(prefix="/api/samples", tags=["practice"])


@router.post("")
async def continue_sample(form: SampleRequest, resources: ResourcesDep, limits: LimitsDep) -> SampleState:
    """Grade sample answers and get the estimate, the feedback and the next question."""
    await limits.count("sample")
    return samples.continue_sample(resources.bank, form.technology, form.answers)
