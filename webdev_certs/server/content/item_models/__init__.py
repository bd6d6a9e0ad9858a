"""Item models: templates that make many items of one kind, each with a key computed by running its code.

From the top: `generating` makes instances of models, `instances` makes one, `answers` makes options and
keys of statements, `rendering` fills in templates, `drawing` draws values for parameters, `format` is what an
author writes, `storing` reads and writes instances, and `loading` puts models and instances into the bank.
"""
