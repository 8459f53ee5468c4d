"""The arena: bots play the same games and are compared."""
