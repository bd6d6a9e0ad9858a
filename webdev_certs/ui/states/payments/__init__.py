"""States of plans, checkout, the return from Stripe, and billing."""
