"""What is on screen, as data: pure functions from a trace, a cursor and view options to a DrawList."""
