"""The log of a run: the documents' lines ([Slide], [GROUND], [SNAP], [DEPEN], warnings), made from its trace."""

from engine.log_lines.determinism import determinism_line
from engine.log_lines.log import Log, LogLine, build_log
from engine.log_lines.rows import Severity, Tag

__all__ = ["Log", "LogLine", "Severity", "Tag", "build_log", "determinism_line"]
