"""Many sign-ins at once leave the server responsive."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from tests.e2e.journeys import Learner
from tests.e2e.product import Product

_LOGINS = 20
_MOST_MEGABYTES = 300


def test_many_sign_ins_at_once_do_not_block_other_requests(
    product: Product, learner: Learner, tokens: Any
) -> None:
    """Each hash needs 64 MiB, so without a limit these sign-ins would need 1.3 gigabytes."""
    _forget_peaks(product)
    before = _peak_megabytes(product)
    done: list[str] = []
    with (
        httpx.Client(base_url=product.url, timeout=300) as client,
        ThreadPoolExecutor(_LOGINS + 1) as threads,
    ):

        def sign_in(_: int) -> int:
            form = {"email": learner.email, "password": learner.password}
            status = client.post("/api/auth/login", json=form).status_code
            done.append("login")
            return status

        first, *others = [threads.submit(sign_in, n) for n in range(_LOGINS)]
        first.result()
        assert client.get("/api/health").status_code == 200
        done.append("health")
        statuses = [first.result(), *(other.result() for other in others)]
    assert statuses == [200] * _LOGINS
    assert done.index("health") < _LOGINS / 2
    assert _peak_megabytes(product) - before < _MOST_MEGABYTES


def _forget_peaks(product: Product) -> None:
    """Let the peaks of the product's processes begin with the memory that they use now (proc(5))."""
    for process in product.processes():
        Path(f"/proc/{process}/clear_refs").write_text("5")


def _peak_megabytes(product: Product) -> float:
    """Return the peak memory of the serving process (VmHWM, proc(5)); the other process is its monitor."""
    peaks = []
    for process in product.processes():
        status = Path(f"/proc/{process}/status").read_text()
        peaks += [int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")]
    return max(peaks)
