"""Work that any machine may do: jobs in the database, what they are, and who does them."""
