"""The invented result that specimens show: on public pages and on the specimen certificate."""

SCORE, STANDARD_ERROR = 620, 48
LOW, HIGH = 549, 763
"""Ends of the 95% interval, as exams give it (`likely_points` of server/domain/score_and_interval.py)."""
