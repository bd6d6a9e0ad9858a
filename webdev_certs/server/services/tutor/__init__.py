"""Use-cases of the tutor, which explains answered practice questions with a language model."""
