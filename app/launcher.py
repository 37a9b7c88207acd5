"""The installed `sweepscope` command. The wheel carries this file as the module `sweepscope`, outside both packages.

`app` and `engine` are common names: if somebody else's package of that name comes first on the path, it is named here
before anything of it is imported.
"""

from __future__ import annotations

import importlib.util
import os
import sys


def find_foreign_package(home: str) -> str | None:
    """Return where a package called `app` or `engine` that is not in `home` would be imported from."""
    for name in ("app", "engine"):
        spec = importlib.util.find_spec(name)
        places = list(spec.submodule_search_locations or [spec.origin or ""]) if spec else []
        if not places:
            return f"{name} is not installed"
        if os.path.realpath(places[0]) != os.path.realpath(os.path.join(home, name)):  # noqa: PTH118
            return places[0]
    return None


def main() -> int:
    """Check that the packages are ours, then run the command line."""
    home = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
    foreign = find_foreign_package(home)
    if foreign:
        sys.stderr.write(
            f"sweepscope: another package is in the way of its own: {foreign} (expected in {home}); "
            "remove it from PYTHONPATH or install sweepscope into a virtual environment of its own\n"
        )
        return 2
    from app.cli import main as run_command_line

    return run_command_line()
