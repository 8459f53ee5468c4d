"""How the database came to be as it is; Alembic applies what is missing when the server starts."""
