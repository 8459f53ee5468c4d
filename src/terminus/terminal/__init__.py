"""The game in a terminal: boards and score pads as text, the line mode, and the full-screen game."""
