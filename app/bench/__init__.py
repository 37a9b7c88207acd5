"""Measurements: worlds of a given size, made on the spot, what is done in them, and the limits that must hold."""
