"""What states of all areas share: forms, messages, formatting, toasts."""
