"""Everything that the window shows, as one value. Only the session makes new ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.board import Board
from app.camera import Camera
from app.draw.options import ViewOptions
from app.draw.view import SceneCache
from app.drive_state import Driving, Recovery
from app.editing import Editing
from app.explain.changes import Changes
from app.health import LevelHealth
from app.lanes import Lane
from app.paths import write_path
from app.playback import Playback
from app.runs import OtherRun, find_run
from app.selection import Selection
from app.series import DEFAULT_PLOTS
from engine.detect.finding import Finding
from engine.log_lines import Tag
from engine.microtests import CriterionResult
from engine.scenario import Controller
from engine.trace import Trace


@dataclass(frozen=True)
class MicrotestName:
    """One scenario of a microtest, as commands and panels call it."""

    id: str
    controller: Controller
    variant: str


@dataclass(frozen=True, eq=False)
class Document:
    """An opened file, with what is heavy to make from it."""

    path: Path
    trace: Trace
    scene: SceneCache
    lanes: tuple[Lane, ...]
    health: LevelHealth | None = None
    """Of the level's meshes; None until they have been examined."""
    others: tuple[OtherRun, ...] = ()
    """Runs beside this one, at most seven, by slot."""
    compared: int = 0
    """The slot of the one that words and figures compare with."""
    findings: tuple[Finding, ...] = ()
    """What the detectors found, by frame."""
    asked_level: bool = True
    """Whether the detectors asked the level too: not before the kernels are compiled."""
    changes: Changes | None = None
    """What differs from the run that it was compared with when it was made; None if there was none."""
    notes: tuple[str, ...] = ()
    """What a person should know when it is shown."""
    verdicts: tuple[CriterionResult, ...] = ()
    """What the run comes to by the criteria of its scenario, in their order."""
    microtest: MicrotestName | None = None
    """Which microtest it is; else it is a file."""
    key_frame: int = 0
    """The moment to look at first: of a microtest, where it is decided."""
    run_name: str = "as in the file"
    """What tells this run from others of the same file: what was edited last."""

    @property
    def ghost(self) -> OtherRun | None:
        """The run that words and figures compare with: the chosen one, or else the first."""
        return find_run(self.others, self.compared) or next(iter(self.others), None)

    @property
    def name(self) -> str:
        """The scenario's name, or the file's."""
        return self.trace.scenario.name if self.trace.scenario else write_path(self.path.name)


@dataclass(frozen=True)
class Message:
    """Something that went wrong or was done, shown until it is dismissed."""

    number: int
    text: str
    is_error: bool


@dataclass(frozen=True, eq=False)
class State:
    """What is open, where we look, and how."""

    document: Document | None = None
    board: Board | None = None
    """The verdicts of all microtests; None until they have been asked for."""
    editing: Editing = Editing()
    """What has been changed in the open scenario, and the way back."""
    is_forking: bool = False
    """Edits concern what comes from the cursor's frame on; the frames before stay as they are."""
    is_scene_editing: bool = False
    """Handles in the viewport move, turn and scale what is selected, and the input."""
    simulating: str = ""
    """How far the run that an edit asked for is, if that takes long."""
    driving: Driving | None = None
    """How driving goes; None: nobody drives."""
    recoveries: tuple[Recovery, ...] = ()
    """Unsaved driving of programs that have ended, to be recovered or discarded."""
    save_open: bool = False
    """Whether the field for the path to save under is shown."""
    is_following: bool = False
    """What is added to the open file is shown as it comes."""
    playback: Playback = Playback()
    selection: Selection = Selection()
    options: ViewOptions = ViewOptions()
    camera: Camera = Camera()
    theme: str = "dark"
    scale: float = 1.0
    timeline_range: tuple[float, float] = (0.0, 0.0)
    """First and last frame across the timeline."""
    messages: tuple[Message, ...] = ()
    recent: tuple[Path, ...] = ()
    folder: Path = field(default_factory=Path)
    opening: Path | None = None
    """The file that is being read in the background."""
    stage: str = ""
    """What the background is doing with it, if that takes long."""
    help_open: bool = False
    health_open: bool = False
    """Whether the health of the meshes is shown."""
    hidden_panels: frozenset[str] = frozenset()
    hidden_tags: frozenset[Tag] = frozenset({Tag.HASH, Tag.CANDIDATES})
    """Of the log: what every frame has is asked for when it is wanted."""
    plots: tuple[str, ...] = DEFAULT_PLOTS
    """What is plotted, from top to bottom: quantities of app/series.py, and gates."""
    depths: Mapping[Trace, NDArray[np.float64]] = field(default_factory=dict)
    """How deep the capsule is in the level in each frame, millimetres, of the runs that were asked for."""
    path_requests: int = 0
    """Counts the requests to type a path."""
    layout_resets: int = 0
    """Counts the requests for the first layout."""
    picture: Path | None = None
    """Where the next picture goes, once it is drawn."""
    finished: bool = False
    """The window is to close."""
