"""Payments: plans, checkout, sync with Stripe, billing, and the access that follows."""
