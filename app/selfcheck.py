"""Findings about this machine: each is tried, not guessed, and says what to do where it fails."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from app import __version__, lock, paths
from app.display import find_display
from engine.errors import InputError

PROBE_TIMEOUT_S = 120
"""A GL driver or a compiler that takes longer than this hangs."""


PIPE_WIDTH = 200
"""Columns of a table that is not printed on a terminal."""


@dataclass(frozen=True)
class Finding:
    """One row: what was looked at, what was found, and whether that will do."""

    subject: str
    words: str
    works: bool = True


def examine_machine() -> list[Finding]:
    """Look at everything that the program needs."""
    return [*examine_python(), *examine_packages(), examine_screen(), *examine_graphics(), *examine_files()]


def examine_python() -> Iterator[Finding]:
    """Tell the versions of the program, of Python and of the system."""
    yield Finding("Sweepscope", f"{__version__} in {paths.PACKAGE.parent}")
    yield Finding("Python", f"{platform.python_version()} ({sys.executable})", sys.version_info >= (3, 11))
    yield Finding("System", platform.platform())


def examine_packages() -> Iterator[Finding]:
    """Compare the installed packages with the lock."""
    locked = paths.lock_file(development=False)
    mismatches = lock.find_mismatches(locked)
    count = len(lock.read_lock(locked))
    if not mismatches:
        yield Finding("Packages", f"{count} of {count} as locked")
        return
    # Another version is no fault by itself: people install into environments of their own. A missing one is.
    missing = [mismatch for mismatch in mismatches if mismatch.installed is None]
    yield Finding("Packages", f"{count - len(mismatches)} of {count} as locked", works=not missing)
    for mismatch in mismatches:
        yield Finding(f"  {mismatch.name}", str(mismatch), works=mismatch.installed is not None)


def examine_screen() -> Finding:
    """Tell whether a window can be opened; none is not a failure, since everything but the window is headless."""
    display = find_display()
    return Finding("Display", display.words if display.available else f"{display.words}: no window, headless work only")


def examine_graphics() -> Iterator[Finding]:
    """Try GL and the compiler, each in a process of its own: a crashing driver must not take the report along."""
    graphics = probe_in_process("OpenGL", "from app.selfcheck import describe_gl; print(describe_gl())")
    yield graphics
    if graphics.works:
        yield probe_in_process("Shaders", "from app.selfcheck import describe_shaders; print(describe_shaders())")
    yield probe_in_process(
        "Compiler",
        "import numba; from engine.selfcheck import compile_small_kernel as f; "
        "print(f'numba {numba.__version__} compiled a kernel in {f():.2f} s')",
    )


def probe_in_process(subject: str, code: str) -> Finding:
    """Run a line of Python with our packages on its path; what it prints is the finding, a failure its last line."""
    environment = {**os.environ, "PYTHONPATH": str(paths.PACKAGE.parent)}
    command = [sys.executable, "-P", "-c", code]
    try:
        finished = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=PROBE_TIMEOUT_S
        )
    except subprocess.TimeoutExpired:
        return Finding(subject, f"no answer within {PROBE_TIMEOUT_S} s", works=False)
    if finished.returncode == 0:
        return Finding(subject, finished.stdout.strip())
    if finished.returncode < 0:
        return Finding(subject, f"crashed with signal {-finished.returncode}: the driver is broken", works=False)
    lines = finished.stderr.strip().splitlines() or ["failed without a word"]
    return Finding(subject, lines[-1].split("Error: ", 1)[-1], works=False)


def describe_gl() -> str:
    """Create a context without a window and tell whose it is."""
    from app.render.context import create_headless_context

    context = create_headless_context()
    info = context.info
    return f"{info['GL_VERSION']} by {info['GL_VENDOR']}, {info['GL_RENDERER']}"


def describe_shaders() -> str:
    """Compile every shader program of the renderer."""
    from app.render.context import create_headless_context
    from app.render.renderer import Renderer

    Renderer(create_headless_context()).release()
    return f"{len(list(paths.shader_folder().glob('*.*')))} files, all programs link"


def examine_files() -> Iterator[Finding]:
    """Look for the fonts, and write to every folder that the program writes to."""
    from engine.kernels.cache import cache_root

    yield examine_fonts()
    folders = (
        ("Settings", paths.settings_folder()),
        ("Cache", cache_root()),
        ("Temporary", Path(tempfile.gettempdir())),
    )
    for subject, folder in folders:
        yield examine_folder(subject, folder)


def examine_fonts() -> Finding:
    """Look for the fonts of the window, which imgui-bundle ships."""
    from app.ui.fonts import find_font_files

    return attempt("Fonts", lambda: f"in {find_font_files().numbers.parent}")


def examine_folder(subject: str, folder: Path) -> Finding:
    """Write a file into a folder, making the folder if need be."""

    def write_probe() -> str:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"sweepscope")
        return f"{folder} can be written"

    return attempt(subject, write_probe)


def attempt(subject: str, describe: Callable[[], str]) -> Finding:
    """Turn a failure into a finding."""
    try:
        return Finding(subject, describe())
    except (OSError, InputError) as error:
        return Finding(subject, str(error), works=False)


def print_findings(findings: list[Finding]) -> None:
    """Print the table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for finding in findings:
        mark = "[green]ok[/]" if finding.works else "[red]FAILS[/]"
        table.add_row(mark, finding.subject, finding.words)
    # Into a file or a pipe paths must not be folded: people paste them into bug reports.
    console = Console(highlight=False, markup=True, width=None if sys.stdout.isatty() else PIPE_WIDTH)
    console.print(table)
    broken = sum(not finding.works for finding in findings)
    console.print("Everything that is needed works." if not broken else f"{broken} thing(s) must be mended, see above.")


def write_findings(findings: list[Finding], path: Path) -> None:
    """Write the findings as JSON, for a bug report or a script."""
    try:
        path.write_text(json.dumps([asdict(finding) for finding in findings], indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
