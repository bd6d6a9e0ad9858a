"""Products: https://docs.stripe.com/api/products."""

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import (
    Clearable,
    DatedListParameters,
    Flag,
    Listed,
    Metadata,
    Parameters,
    Text,
    merged,
)

_UNUSED = dict.fromkeys(
    ("package_dimensions", "shippable", "statement_descriptor", "tax_code", "unit_label", "url")
)


class UpdateProduct(Parameters):
    active: Flag | None = None
    description: Clearable | None = None
    metadata: Metadata | None = None
    name: Text | None = None


class CreateProduct(UpdateProduct):
    id: Text | None = None
    name: Text  # pyright: ignore[reportGeneralTypeIssues, reportIncompatibleVariableOverride]


class ListProducts(DatedListParameters):
    active: Flag | None = None
    ids: Listed[Text] | None = None


def create(account: Account, parameters: CreateProduct) -> Json:
    """Create a product, with the given id if there is one."""
    identifier = parameters.id or account.new_id("prod")
    if account.store.get("product", identifier):
        raise ApiError("Product already exists.", code="resource_already_exists", param="id")
    now = account.now()
    product = {
        **_UNUSED,
        "id": identifier,
        "object": "product",
        "active": True,
        "created": now,
        "default_price": None,
        "description": None,
        "images": [],
        "livemode": False,
        "marketing_features": [],
        "metadata": {},
        "name": parameters.name,
        "type": "service",
        "updated": now,
    }
    _change(account, product, parameters)
    account.emit("product.created", product)
    return product


def update(account: Account, parameters: UpdateProduct, product: str) -> Json:
    """Change the given fields."""
    found = account.get("product", product)
    _change(account, found, parameters)
    account.emit("product.updated", found)
    return found


def retrieve(account: Account, _parameters: Parameters, product: str) -> Json:
    """Return the product."""
    return account.get("product", product)


def list_all(account: Account, parameters: ListProducts) -> Json:
    """List the products, newest first."""
    found = account.store.find("product", active=parameters.active)
    if parameters.ids is not None:
        found = [product for product in found if product["id"] in parameters.ids]
    return lists.page(found, parameters, "/v1/products")


def _change(account: Account, product: Json, parameters: UpdateProduct) -> None:
    changes = parameters.model_dump(exclude_none=True, include={"active", "name"})
    if parameters.description is not None:
        changes["description"] = parameters.description or None
    metadata = merged(product["metadata"], parameters.metadata)
    account.save(product, **changes, metadata=metadata, updated=account.now())


OPERATIONS = (
    Operation("POST", "/v1/products", CreateProduct, create),
    Operation("GET", "/v1/products", ListProducts, list_all),
    Operation("GET", "/v1/products/{product}", Parameters, retrieve),
    Operation("POST", "/v1/products/{product}", UpdateProduct, update),
)
