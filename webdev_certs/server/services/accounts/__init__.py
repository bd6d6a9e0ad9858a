"""Accounts: registration, sign-in, login sessions, profile, export, deletion."""
