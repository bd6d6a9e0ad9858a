"""Plans, checkout, the return from Stripe, and billing."""
