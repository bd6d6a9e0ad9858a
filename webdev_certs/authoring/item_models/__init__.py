"""Make instances of item models, each with a key computed by running its code.

From the top: `generating` makes instances of models, `instances` makes one, `answers` makes options and keys
of statements, and `seeds` holds what they are made from.
"""
