"""The Stripe gateway: calls through the official SDK, and converting its objects to those of the domain."""
