"""Item models: templates that make many items of one kind.

`format` and `selections` are what an author writes, `parameters` are the values that differ and how they are
drawn, `rendering` fills in templates, `solving` computes what a program prints, and `making` makes instances.
"""
