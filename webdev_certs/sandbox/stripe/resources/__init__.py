"""The API's resources: each its parameters, its objects' shape and its operations."""
