"""Simulated learners take an exam: how long it is, how exact, how fair, and how often items are seen."""
