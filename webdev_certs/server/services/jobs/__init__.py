"""Work that time makes due: what it is, and running it in one process at a time."""
