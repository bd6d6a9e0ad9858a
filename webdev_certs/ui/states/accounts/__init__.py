"""States of sign-in, registration, confirmation, password recovery and the profile."""
