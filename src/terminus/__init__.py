"""Terminus: an unofficial implementation of the Next Station games."""
