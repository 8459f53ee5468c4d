"""A table: what is known of it (`state`), what may happen to it, and the room in which that happens in order.

States and what is made of them know neither disk nor page; `room`, `rooms` and `rematch` write and show them.
"""
