"""Games on disk: the database and its schema, states as rows, and the lists that people are shown of them."""
