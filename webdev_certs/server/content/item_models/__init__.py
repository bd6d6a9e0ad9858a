"""Item models: templates that make many items of one kind.

`format` is what an author writes, `parameters` are the values that differ, `drawing` draws them, `rendering`
fills in templates, and `files` reads models and reads and writes instances.
"""
