"""The resources of the API: the parameters, object shape and operations of each."""
