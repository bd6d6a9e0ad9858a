"""The public key, with which anyone can verify what this product signs."""

from typing import Any

from fastapi import APIRouter, Response

from webdev_certs.server.api.dependencies import ResourcesDep

router = APIRouter(tags=["keys"])


@router.get("/.well-known/jwks.json")
async def jwks(resources: ResourcesDep, response: Response) -> dict[str, Any]:
    """Return the key set (RFC 7517)."""
    response.headers["Cache-Control"] = "public, max-age=300"
    return resources.signing_key.jwks()
