"""What is shown of a table, a city and a bot: views with nothing in them that is not known to everybody."""
