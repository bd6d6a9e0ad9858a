"""Events: https://docs.stripe.com/api/events."""

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import DatedListParameters, Listed, Parameters, Text


class ListEvents(DatedListParameters):
    type: Text | None = None
    types: Listed[Text] | None = None


def retrieve(account: Account, _parameters: Parameters, event: str) -> Json:
    """Return the event with its object as it was when the event was recorded."""
    return account.get("event", event)


def list_all(account: Account, parameters: ListEvents) -> Json:
    """List the events, newest first; a type can end with a star: `invoice.*`."""
    found = account.store.find("event")
    wanted = parameters.types or ([parameters.type] if parameters.type else ["*"])
    exact = {name for name in wanted if not name.endswith("*")}
    prefixes = tuple(name[:-1] for name in wanted if name.endswith("*"))
    found = [event for event in found if event["type"] in exact or event["type"].startswith(prefixes)]
    return lists.page(found, parameters, "/v1/events")


OPERATIONS = (
    Operation("GET", "/v1/events", ListEvents, list_all),
    Operation("GET", "/v1/events/{event}", Parameters, retrieve),
)
