"""Screens that need no account."""
