"""Test clocks: https://docs.stripe.com/api/test_clocks."""

from webdev_certs.sandbox.stripe import billing, lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import Integer, ListParameters, Parameters, Text
from webdev_certs.sandbox.stripe.resources import customers

KIND = "test_helpers.test_clock"
_KEPT_SECONDS = 30 * 86_400
_PATH = "/v1/test_helpers/test_clocks"


class CreateClock(Parameters):
    frozen_time: Integer
    name: Text | None = None


class AdvanceClock(Parameters):
    frozen_time: Integer


def create(account: Account, parameters: CreateClock) -> Json:
    """Create a clock that stands still; customers can be created with it."""
    now = account.now()
    clock = {
        "id": account.new_id("clock"),
        "object": KIND,
        "created": now,
        "deletes_after": now + _KEPT_SECONDS,
        "frozen_time": parameters.frozen_time,
        "livemode": False,
        "name": parameters.name,
        "status": "ready",
        "status_details": {},
    }
    account.save(clock)
    account.emit("test_helpers.test_clock.created", clock)
    return clock


def retrieve(account: Account, _parameters: Parameters, clock: str) -> Json:
    """Return the test clock."""
    return account.get(KIND, clock)


def list_all(account: Account, parameters: ListParameters) -> Json:
    """List the test clocks, newest first."""
    return lists.page(account.store.find(KIND), parameters, _PATH)


def advance(account: Account, parameters: AdvanceClock, clock: str) -> Json:
    """Move the clock ahead and do everything that becomes due.

    The answer has the status `advancing`, as Stripe's, so that callers wait until they read `ready`.
    """
    found = account.get(KIND, clock)
    if parameters.frozen_time <= found["frozen_time"]:
        message = "The `frozen_time` must be later than the test clock's current time."
        raise ApiError(message, param="frozen_time")
    account.emit("test_helpers.test_clock.advancing", {**found, "status": "advancing"})
    billing.advance(account, parameters.frozen_time, clock)
    account.save(found, frozen_time=parameters.frozen_time)
    account.emit("test_helpers.test_clock.ready", found)
    details = {"advancing": {"target_frozen_time": parameters.frozen_time}}
    return {**found, "status": "advancing", "status_details": details}


def delete(account: Account, _parameters: Parameters, clock: str) -> Json:
    """Delete the clock and its customers."""
    found = account.get(KIND, clock)
    for customer in account.store.find("customer", test_clock=clock):
        customers.delete(account, Parameters(), customer["id"])
    account.store.delete(clock)
    account.emit("test_helpers.test_clock.deleted", found)
    return {"id": clock, "object": KIND, "deleted": True}


OPERATIONS = (
    Operation("POST", _PATH, CreateClock, create),
    Operation("GET", _PATH, ListParameters, list_all),
    Operation("GET", _PATH + "/{clock}", Parameters, retrieve),
    Operation("DELETE", _PATH + "/{clock}", Parameters, delete),
    Operation("POST", _PATH + "/{clock}/advance", AdvanceClock, advance),
)
