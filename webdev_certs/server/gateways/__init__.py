"""What lies outside the process or holds secrets: keys, password hashing, providers."""
