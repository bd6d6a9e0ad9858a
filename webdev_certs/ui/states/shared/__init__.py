"""What states of all areas share: forms, messages, toasts, background events."""
