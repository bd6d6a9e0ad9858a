"""Code that both tiers use and that is not part of the wire contract. Imports nothing of the project."""
