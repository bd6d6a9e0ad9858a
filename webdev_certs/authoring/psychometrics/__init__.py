"""Statistics that a psychometrician asks for: functions of arrays, and the technical report of an exam.

They read no database. The commands pass the answers in (`webdev_certs/cli/items/answers.py`).
"""
