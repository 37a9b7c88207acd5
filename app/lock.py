"""The lock files: exact versions of every package, and whether an environment holds just those.

Standard library only: this runs before anything is installed, and at every start, so it looks at folder names rather
than reading metadata.
"""

from __future__ import annotations

import ast
import os
import platform
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)\s*(?:;(?P<marker>[^\\]+))?")
_DISTRIBUTION = re.compile(r"^(?P<name>[A-Za-z0-9._]+)-(?P<version>[^-]+)(?:-py[\d.]+)?\.(?:dist|egg)-info$")


@dataclass(frozen=True)
class Mismatch:
    """A package whose installed version is not the locked one."""

    name: str
    locked: str
    installed: str | None
    """None: it is missing."""

    def __str__(self) -> str:
        if self.installed is None:
            return f"{self.name} {self.locked} is missing"
        return f"{self.name} is {self.installed}, locked is {self.locked}"


def normalize_name(name: str) -> str:
    """Return a package's name as the index compares it: PyOpenGL and pyopengl are one."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_lock(path: Path) -> dict[str, str]:
    """Return name → version of the packages that the lock asks for on this Python and platform."""
    pins: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        pin = _PIN.match(line)
        if pin and (pin["marker"] is None or evaluate_marker(pin["marker"])):
            pins[normalize_name(pin["name"])] = pin["version"]
    return pins


def installed_versions(folders: Iterable[str] | None = None) -> dict[str, str]:
    """Return name → version of what is installed in `folders` (sys.path), the first found winning as in imports."""
    found: dict[str, str] = {}
    for folder in sys.path if folders is None else folders:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208 - names are enough
        except OSError:
            continue
        for match in filter(None, map(_DISTRIBUTION.match, names)):
            found.setdefault(normalize_name(match["name"]), match["version"])
    return found


def find_mismatches(lock: Path, folders: Iterable[str] | None = None) -> list[Mismatch]:
    """Compare what is installed with a lock; packages beyond the lock do no harm and are passed over."""
    installed = installed_versions(folders)
    return [
        Mismatch(name, version, installed.get(name))
        for name, version in sorted(read_lock(lock).items())
        if installed.get(name) != version
    ]


def evaluate_marker(marker: str) -> bool:
    """Evaluate an environment marker such as `python_full_version < '3.12' and sys_platform == 'win32'`.

    Only what the lock's generator writes: comparisons of a name with a string, joined by and, or and parentheses.
    """
    return _evaluate(ast.parse(marker.strip(), mode="eval").body)


_MARKER_VALUES = {
    "python_version": f"{sys.version_info[0]}.{sys.version_info[1]}",
    "python_full_version": platform.python_version(),
    "sys_platform": sys.platform,
    "platform_system": platform.system(),
    "platform_machine": platform.machine(),
    "platform_python_implementation": platform.python_implementation(),
    "implementation_name": sys.implementation.name,
    "os_name": os.name,
}


def _evaluate(node: ast.expr) -> bool:
    if isinstance(node, ast.BoolOp):
        combine = all if isinstance(node.op, ast.And) else any
        return combine(_evaluate(value) for value in node.values)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = _operand(node.left), _operand(node.comparators[0])
        return _compare(node.ops[0], left, right)
    raise ValueError(f"cannot read the marker {ast.unparse(node)}")


def _operand(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return _MARKER_VALUES[node.id]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise ValueError(f"cannot read the marker's value {ast.unparse(node)}")


def _compare(operator: ast.cmpop, left: str, right: str) -> bool:
    a, b = _version_key(left), _version_key(right)
    if isinstance(operator, ast.Eq):
        return a == b
    if isinstance(operator, ast.NotEq):
        return a != b
    if isinstance(operator, ast.Lt):
        return a < b
    if isinstance(operator, ast.LtE):
        return a <= b
    if isinstance(operator, ast.Gt):
        return a > b
    if isinstance(operator, ast.GtE):
        return a >= b
    if isinstance(operator, ast.In):
        return left in right
    return left not in right


def _version_key(text: str) -> tuple[tuple[int, str], ...]:
    """Split so that 3.9 < 3.12, and words compare as words."""
    parts = re.findall(r"\d+|[A-Za-z_]+", text)
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in parts)
