"""The wire contract: Pydantic models of every request and response, by area."""
