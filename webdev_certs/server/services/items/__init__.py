"""Items: the bank in the database, the catalog, and items frozen for one learner."""
