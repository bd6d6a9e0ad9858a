"""Use-cases: what people can do, independent of how they ask."""
