"""Items as the screens draw them, and answers as the API takes them."""
