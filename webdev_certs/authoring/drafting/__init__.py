"""Let a language model draft families, and let through only those that pass every gate.

`formats` turns an answer of the model into a family, `gates` judge it one by one (`judging` has those that
ask the model again), and `folder` keeps what passed until a person accepts or refuses it.
"""
