"""Make instances of item models, each with a key computed by running its code.

`generating` makes the instances of models in batches; `instances` makes a single instance.
"""
