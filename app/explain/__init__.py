"""Plain words, with units, for everything that a trace holds. No window here: panels, reports and tests read it.

Nothing is guessed: where the trace lacks a figure, the words say so.
"""

from app.explain.acceptance import explain_acceptance
from app.explain.bodies import find_body, name_surface, triangle_corners
from app.explain.exits import explain_exit
from app.explain.frames import explain_frame
from app.explain.hud import is_grounded, list_hud_rows, list_touched, name_cursor
from app.explain.iterations import explain_iteration
from app.explain.passes import PURPOSES, explain_pass, label_pass
from app.explain.picks import describe_pick
from app.explain.slopes import Gate, explain_slope, slope_gates
from app.explain.words import NOT_RECORDED, Explanation, Row, Words

__all__ = [
    "NOT_RECORDED",
    "PURPOSES",
    "Explanation",
    "Gate",
    "Row",
    "Words",
    "describe_pick",
    "explain_acceptance",
    "explain_exit",
    "explain_frame",
    "explain_iteration",
    "explain_pass",
    "explain_slope",
    "find_body",
    "is_grounded",
    "label_pass",
    "list_hud_rows",
    "list_touched",
    "name_cursor",
    "name_surface",
    "slope_gates",
    "triangle_corners",
]
