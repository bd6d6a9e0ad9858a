"""Engine, transaction scope, group commit and batched reads."""
