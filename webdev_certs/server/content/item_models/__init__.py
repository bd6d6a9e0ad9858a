"""Item models: templates that make many items of one kind.

`format` is what an author writes, `parameters` are the values that differ, `drawing` draws them from `names`,
`rendering` fills in templates, `storing` reads and writes instances, and `loading` puts models and instances
into the bank.
"""
