"""`open`: the window, or a picture of what it would show."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.subcommands.frame import Subcommand
from engine.errors import InputError

if TYPE_CHECKING:
    from app.commands import OpenFile, OpenMicrotest
    from app.cursor_words import Moment
    from app.session import Session

DESCRIPTION = """\
Opens a scenario or a trace in the window. With --picture it draws what the window would show into a PNG instead; that
needs no display. A scenario is simulated first; the trace NAME.trace.json(.gz) of another engine that lies beside it is
drawn faint as its ghost. --ghost names another run to compare with; the first difference is found in both cases.
A file that changes on disk while it is open is read again. --follow shows what a running engine adds to a trace: a
*.trace.json that it writes again, or a *.trace.jsonl that it appends a line per frame to.

--camera takes a named view (iso, front, back, left, right, top, bottom) or a place, "eye=x,y,z target=x,y,z"; either
may add "fov=degrees" and "projection=orthographic". Without it the capsule is looked at from beside its way.
"""
LARGEST_PX = 16384
MICROTEST_ID = "[tT][0-9]{2}"
"""What names a microtest, unless a file has that name."""
DEFAULT_SIZE = "1600x900"
PICTURE_OPTIONS = ("size", "scale", "theme", "no_panels")
"""Options that the window has menus for, and remembers."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `open`."""
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar="FILE", help="a scenario or a trace; or T01 to T10, a microtest")
    add("--ghost", type=Path, metavar="TRACE", help="another run to draw faint beside it, and to compare with")
    add("--controller", choices=("cct", "slide"), help="of a microtest (default: cct); the other one is its ghost")
    add("--variant", metavar="NAME", help="of a microtest (default: its first)")
    add("--picture", type=Path, metavar="OUT.png", help="draw into this file and exit")
    add("--follow", action="store_true", help="show the frames that a running engine adds to a trace, as they come")
    add = parser.add_argument_group("what is looked at").add_argument
    add("--frame", type=int, metavar="N", help="a frame, from 0; negative counts from the end")
    add("--pass", dest="pass_name", metavar="NAME", help="a pass of it: UP, SIDE, SENSOR, DOWN, ...")
    add("--iteration", type=int, metavar="N", help="an iteration of that pass, from 1")
    add("--experiment", action="store_true", help="its walk experiment; without --frame, the first one")
    add("--camera", metavar="VIEW", help="where to look from, see above")
    add = parser.add_argument_group("the picture (only with --picture)").add_argument
    add("--size", metavar="WxH", help=f"pixels (default: {DEFAULT_SIZE})")
    add("--scale", type=float, metavar="S", help="of words and lines: 1, 1.5, 2 (default: 1)")
    add("--theme", choices=("dark", "light"), help="(default: dark)")
    add("--no-panels", action="store_true", default=None, help="the viewport alone")


def run(options: argparse.Namespace) -> int:
    """Draw a picture, open the window, or say why neither can be done."""
    if options.picture is not None:
        if options.file is None:
            raise InputError("--picture needs a FILE to draw")
        if options.follow:
            raise InputError("--follow is for the window; leave --picture out, or leave it out")
        check_files(options)
        return make_picture(options)
    check_follow(options)
    for name in PICTURE_OPTIONS:
        if getattr(options, name) is not None:
            raise InputError(f"--{name.replace('_', '-')} is for pictures; add --picture OUT.png, or leave it out")
    if options.ghost is not None and options.file is None:
        raise InputError("--ghost needs a FILE to compare it with")
    check_files(options)
    from app.display import find_display, set_gl_platform

    display = find_display()
    if display.available:
        set_gl_platform(headless=False)
        from app.window import run_window

        run_window(read_opening(options))
        return 0
    if options.file is not None:
        raise InputError(f"{display.words}; for a picture without a window, add --picture OUT.png")
    print(f"sweepscope: {display.words}; no window, but the machine can be checked:", file=sys.stderr)
    from app.subcommands import doctor

    return doctor.run(argparse.Namespace(json=None))


def check_follow(options: argparse.Namespace) -> None:
    """Raise InputError if what is to be followed cannot grow."""
    if not options.follow:
        return
    if options.file is None:
        raise InputError("--follow needs a FILE: a trace that another program writes")
    if not options.file.name.endswith((".trace.json", ".trace.json.gz", ".trace.jsonl")):
        raise InputError(f"{options.file}: --follow takes a trace, *.trace.json or *.trace.jsonl")
    if options.ghost is not None and options.file.name.endswith(".trace.jsonl"):
        raise InputError("--ghost: what is followed line by line has none; open the ghost in the window")


def make_picture(options: argparse.Namespace) -> int:
    """Draw what the window would show into a file."""
    from app.commands import DismissMessage, OpenMicrotest, SetTheme
    from app.documents import Progress
    from app.headless import HeadlessScreen
    from app.preferences import Preferences
    from app.session import Session

    size, scale = parse_size(options.size or DEFAULT_SIZE), 1.0 if options.scale is None else options.scale
    if not 0.5 <= scale <= 4.0:
        raise InputError(f"--scale {scale:g}: from 0.5 to 4")
    session = Session(Preferences())
    ghost = None if options.ghost is None else options.ghost.absolute()
    opening = read_opening(options)
    if isinstance(opening, OpenMicrotest):
        session.open_microtest(opening, Progress(listener=tell_stage))
    else:
        session.open_now(options.file.absolute(), ghost, Progress(listener=tell_stage))
    for message in session.state.messages:  # a picture is of the run, not of what is said about it
        print(f"sweepscope: {message.text}", file=sys.stderr)
        session.apply(DismissMessage(message.number))
    session.apply(SetTheme(options.theme or "dark"))
    screen = HeadlessScreen(session, size, with_panels=not options.no_panels, scale=scale)
    screen.settle()
    session.wait()  # for the badges, which the panel has asked for
    session.look_at(read_moment(options) or find_moment_of(session), options.camera or "")
    screen.settle()
    screen.save_picture(options.picture)
    screen.close()
    print(options.picture)
    return 0


def find_moment_of(session: Session) -> Moment:
    """Return the moment at which a picture is taken if nobody says: a microtest's own, else the first frame."""
    from app.cursor_words import Moment

    document = session.state.document
    return Moment() if document is None or document.microtest is None else Moment(document.key_frame)


def is_microtest(options: argparse.Namespace) -> bool:
    """Tell whether what is to be opened is the id of a microtest, and no file."""
    name = "" if options.file is None else str(options.file)
    return re.fullmatch(MICROTEST_ID, name) is not None and not options.file.exists()


def check_files(options: argparse.Namespace) -> None:
    """Raise InputError if a file is missing, or options do not go together."""
    if not is_microtest(options):
        if options.controller is not None or options.variant is not None:
            raise InputError("--controller and --variant are for microtests: open T01 to T10")
        if options.file is not None and not options.file.exists():
            raise InputError(f"{options.file}: no such file")
    elif options.ghost is not None:
        raise InputError("--ghost is for files; a microtest has the other controller's run as its ghost")
    if options.ghost is not None and not options.ghost.exists():
        raise InputError(f"{options.ghost}: no such file")


def read_opening(options: argparse.Namespace) -> OpenFile | OpenMicrotest | None:
    """Return what the window is to open first, if anything."""
    from app.commands import OpenFile, OpenMicrotest
    from engine.scenario import Controller

    moment, camera = read_moment(options), options.camera or ""
    if options.file is None:
        return None
    if is_microtest(options):
        controller = Controller(options.controller or Controller.CCT)
        return OpenMicrotest(str(options.file).upper(), controller, options.variant or "", moment, camera)
    return OpenFile(options.file, moment, camera, options.ghost, options.follow)


def tell_stage(words: str) -> None:
    """Say what takes long, where no result is read from."""
    print(f"sweepscope: {words} ...", file=sys.stderr)


def parse_size(text: str) -> tuple[int, int]:
    """Read `1920x1080`."""
    match = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", text)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (min(size) >= 16 and max(size) <= LARGEST_PX):
        raise InputError(f"--size {text}: expected WIDTHxHEIGHT in pixels, such as 1920x1080, from 16 to {LARGEST_PX}")
    return size


def read_moment(options: argparse.Namespace) -> Moment | None:
    """Return what the options say to look at; None if they say nothing."""
    from app.cursor_words import Moment

    moment = Moment(options.frame, options.pass_name, options.iteration, options.experiment)
    return None if moment == Moment() else moment


COMMAND = Subcommand(
    name="open",
    summary="open a file in the window, or draw a picture of it",
    description=DESCRIPTION,
    examples=(
        "open stairs.scenario.json",
        "open stairs.trace.json.gz --ghost other-engine.trace.json",
        "open T07 --controller slide --variant above",
        "open live.trace.jsonl --follow",
        "open ramp.trace.json --picture ramp.png --experiment --size 1920x1080",
        "open ramp.trace.json --picture top.png --frame 40 --pass SIDE --camera top --no-panels",
    ),
    add_arguments=add_arguments,
    run=run,
)
