"""Plain words, with units, for everything that a trace holds. No window here: panels, reports and tests read it.

Nothing is guessed: where the trace lacks a figure, the words say so.
"""

from app.explain.acceptance import explain_acceptance, explain_exemption
from app.explain.bodies import find_body, name_surface, triangle_corners
from app.explain.candidates import list_candidate_rows
from app.explain.deciding import list_refusals, list_shown
from app.explain.decisions import DecisionLine, explain_decision, list_decisions, list_sentences, tell_verdict
from app.explain.exits import explain_exit
from app.explain.frames import explain_frame
from app.explain.ghosts import explain_ghost, ghost_row, name_producer, tell_difference
from app.explain.hud import WARNING, is_grounded, list_hud_rows, list_touched, name_cursor
from app.explain.iterations import explain_iteration
from app.explain.passes import PURPOSES, explain_pass, label_pass
from app.explain.picks import describe_pick
from app.explain.slopes import Gate, explain_slope, slope_gates
from app.explain.words import NOT_RECORDED, Explanation, Row, Words

__all__ = [
    "NOT_RECORDED",
    "PURPOSES",
    "WARNING",
    "DecisionLine",
    "Explanation",
    "Gate",
    "Row",
    "Words",
    "describe_pick",
    "explain_acceptance",
    "explain_decision",
    "explain_exemption",
    "explain_exit",
    "explain_frame",
    "explain_ghost",
    "explain_iteration",
    "explain_pass",
    "explain_slope",
    "find_body",
    "ghost_row",
    "is_grounded",
    "label_pass",
    "list_candidate_rows",
    "list_decisions",
    "list_hud_rows",
    "list_refusals",
    "list_sentences",
    "list_shown",
    "list_touched",
    "name_cursor",
    "name_producer",
    "name_surface",
    "slope_gates",
    "tell_difference",
    "tell_verdict",
    "triangle_corners",
]
