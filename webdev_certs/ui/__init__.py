"""The UI tier: screens in Python that Reflex compiles to React. It reaches the server only over HTTP."""
