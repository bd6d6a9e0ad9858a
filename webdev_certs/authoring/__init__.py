"""The workshop for questions, which the running product does not know."""
