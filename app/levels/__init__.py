"""The levels that ship, from a few figures: `python -m app.levels` writes them to the assets.

The files are made, never edited: a test makes them again and compares.
"""
