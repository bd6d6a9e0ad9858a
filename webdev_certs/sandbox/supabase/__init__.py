"""Supabase Auth for development: the `/auth/v1` protocol, and a provider page with test accounts."""

from webdev_certs.sandbox.supabase.app import create_supabase_sandbox

__all__ = ["create_supabase_sandbox"]
