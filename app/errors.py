"""Errors that are about the machine, not about what a person gave."""

from __future__ import annotations


class NoGraphicsError(RuntimeError):
    """No OpenGL context could be made; the text is one line and names the packages that help."""
