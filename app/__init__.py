"""Sweepscope: the window, the command line and everything that is shown."""

__version__ = "0.1.0"
