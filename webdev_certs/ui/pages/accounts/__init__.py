"""Sign-in, registration, password recovery and the profile."""
