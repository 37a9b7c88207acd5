"""From a bare clone to a running program: find or make an environment that equals the lock, then run inside it.

Standard library only. An environment of the person's own (uv, pipx, conda, a venv) is used as it is if its versions
equal the lock; otherwise `.venv` beside run.py is made, filled and entered.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from app import lock, paths

ROOT = paths.PACKAGE.parent
VENV = ROOT / ".venv"

STAMP = "sweepscope-complete"
"""File in `.venv` that is written last: a half-made one has none."""

REENTERED = "SWEEPSCOPE_IN_VENV"
"""Environment variable of the re-executed process: a second mismatch is an error, not another round."""

DEVELOPMENT_COMMANDS = ("test", "check")
"""Commands that need the development extras."""


class SetupError(Exception):
    """Setting up failed; the text is the one line that says why and what to do."""


def run(arguments: list[str]) -> int:
    """Make sure that the locked packages are there, then run the command line; return the exit code."""
    development = needs_development(arguments)
    try:
        if not is_ready(development=development):
            enter_venv(arguments, development=development)
    except SetupError as error:
        print(f"sweepscope: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("sweepscope: setting up was interrupted; run it again to go on", file=sys.stderr)
        return 130
    from app import cli

    return cli.main(arguments)


def needs_development(arguments: list[str]) -> bool:
    """Tell whether the first word that is no option is a command for developers."""
    words = [word for word in arguments if not word.startswith("-")]
    only_reads_help = "--help" in arguments or "-h" in arguments
    return bool(words) and words[0] in DEVELOPMENT_COMMANDS and not only_reads_help


def is_ready(*, development: bool) -> bool:
    """Tell whether this interpreter can run the command as it is."""
    # Taken out of the environment, lest a program that we start believes that it was re-executed too.
    if os.environ.pop(REENTERED, None):
        return True
    if Path(sys.prefix).resolve() == VENV.resolve():
        return is_filled(VENV, development=development)
    return not lock.find_mismatches(lock_file(development=development))


def enter_venv(arguments: list[str], *, development: bool) -> None:
    """Fill `.venv` if it needs it, and run there instead of here. Does not return."""
    if not is_usable(VENV) or not is_filled(VENV, development=development):
        fill_venv(development=development)
    environment = {**os.environ, REENTERED: "1"}
    command = [str(venv_python(VENV)), str(ROOT / "run.py"), *arguments]
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        if os.name == "posix":
            os.execve(command[0], command, environment)
        # Windows has no exec that keeps the console's foreground process: wait for the child and pass its code on.
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    except OSError as error:
        remove_venv()
        raise SetupError(
            f"{VENV} does not start ({error.strerror}) and was removed; run again to make it anew"
        ) from error


def fill_venv(*, development: bool) -> None:
    """Make `.venv` (again, if it is broken) and install the locked set, saying what happens."""
    locked = lock_file(development=development)
    if os.path.lexists(VENV) and not is_usable(VENV):
        say(f"{VENV} is broken or half-made: making it again")
        remove_venv()
    elif VENV.exists():
        say(f"{VENV} does not hold what {locked.name} asks for: updating it")
    if not VENV.exists():
        say(f"first start: making {VENV}")
        make_venv()
    (VENV / STAMP).unlink(missing_ok=True)
    say(f"installing {len(lock.read_lock(locked))} packages as locked in {locked.name}; this happens once")
    install_locked(locked)
    mismatches = lock.find_mismatches(locked, site_folders(VENV))
    if mismatches:
        raise SetupError(f"the installer left a wrong set ({mismatches[0]}); delete {VENV} and run again")
    (VENV / STAMP).touch()
    say("ready")


def make_venv() -> None:
    """Create an empty `.venv`, with uv if it is there: it needs neither the venv module nor ensurepip."""
    uv = shutil.which("uv")
    if uv:
        command = [uv, "venv", "--quiet", "--python", sys.executable, str(VENV)]
    else:
        command = [sys.executable, "-m", "venv", str(VENV)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    if finished.returncode == 0:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    output = finished.stdout + finished.stderr
    if "ensurepip" in output or "No module named venv" in output:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise SetupError(
            f"this Python has no working venv module; install it (Debian/Ubuntu: apt install python{version}-venv) "
            "or install uv, then run again"
        )
    raise SetupError(f"cannot make {VENV}: {last_line(output)}; mend that and run again")


def install_locked(locked: Path) -> None:
    """Install a lock into `.venv`, by uv or by pip, with the installer's own progress on the terminal."""
    python = str(venv_python(VENV))
    uv = shutil.which("uv")
    if uv:
        command = [uv, "pip", "install", "--python", python, "--require-hashes", "--requirement", str(locked)]
    else:
        ensure_pip(python)
        command = [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
        command += ["--require-hashes", "--only-binary", ":all:", "--requirement", str(locked)]
    # The installer's output goes to stderr, so that stdout stays the program's own.
    finished = subprocess.run(command, stdout=sys.stderr, check=False)
    if finished.returncode:
        installer = Path(command[0]).name if uv else "pip"
        raise SetupError(
            f"{installer} could not install the locked packages (its own words are above); if there is no network, "
            "connect and run again: it goes on where it stopped"
        )


def ensure_pip(python: str) -> None:
    """Give `.venv` a pip: one that uv made, before uv went away, has none."""
    if subprocess.run([python, "-c", "import pip"], capture_output=True, check=False).returncode == 0:
        return
    finished = subprocess.run([python, "-m", "ensurepip"], capture_output=True, text=True, check=False)
    if finished.returncode:
        raise SetupError(f"{VENV} has no pip and cannot get one; delete it, or install uv, and run again")


def is_usable(venv: Path) -> bool:
    """Tell whether a venv has an interpreter, of this Python's version: the lock's markers are read for this one."""
    try:
        configuration = (venv / "pyvenv.cfg").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    version = rf"^version(_info)?\s*=\s*{sys.version_info[0]}\.{sys.version_info[1]}\b"
    return venv_python(venv).is_file() and re.search(version, configuration, re.MULTILINE) is not None


def is_filled(venv: Path, *, development: bool) -> bool:
    """Tell whether a venv was filled to the end and holds the locked versions still."""
    if not (venv / STAMP).is_file():
        return False
    return not lock.find_mismatches(lock_file(development=development), site_folders(venv))


def remove_venv() -> None:
    """Delete `.venv`, whatever it is: a folder, a file, a link to somewhere else (then only the link)."""
    try:
        if VENV.is_dir() and not VENV.is_symlink():
            shutil.rmtree(VENV)
        else:
            VENV.unlink()
    except OSError as error:
        raise SetupError(f"cannot remove {VENV} ({error.strerror}); delete it by hand and run again") from error


def venv_python(venv: Path) -> Path:
    """Return the interpreter of a venv."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def site_folders(venv: Path) -> list[str]:
    """Return the folders in which a venv keeps its packages."""
    pattern = "Lib/site-packages" if os.name == "nt" else "lib*/python*/site-packages"
    return [str(folder) for folder in venv.glob(pattern)]


def lock_file(*, development: bool) -> Path:
    """Return the lock to go by, making sure that it can be read."""
    locked = paths.lock_file(development=development)
    if not locked.is_file():
        raise SetupError(f"{locked} is missing; restore it from the repository and run again")
    return locked


def last_line(output: str) -> str:
    """Return the last line that says anything."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason was given"


def say(text: str) -> None:
    """Tell on stderr what is being set up."""
    print(f"sweepscope: {text}", file=sys.stderr, flush=True)
