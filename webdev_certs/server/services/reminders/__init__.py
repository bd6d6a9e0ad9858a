"""Mails that time makes due: certificates that expire, retakes, and the weekly plan with due reviews."""
