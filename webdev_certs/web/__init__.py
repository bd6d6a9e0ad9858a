"""ASGI middleware before both tiers (front door, forwarded requests, security headers), and prerendering."""
