"""States of the certification test and its result."""
