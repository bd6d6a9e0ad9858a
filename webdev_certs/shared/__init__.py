"""What both tiers use beside the wire contract. Imports nothing of the project."""
