"""The Scenarios panel: what was open lately, what ships, the files of a folder and the folders around it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app.paths import asset_folder, expand_path, shorten_home, write_path
from app.ui.context import Ui, vec2
from app.ui.microtests import MICROTESTS, count_matching, microtests_ui

SUFFIXES = (".scenario.json", ".trace.json", ".trace.json.gz", ".trace.jsonl")
LISTING_LIFE_S = 2.0
"""Seconds after which a folder is read again, while the panel is drawn: files come and go."""


@dataclass(frozen=True)
class Entry:
    """A line of the panel: one name, with the file to open for it."""

    name: str
    path: Path
    kind: str
    """What lies there: a trace, a scenario, or both."""
    trace: Path | None = None
    """The trace of that name, if it lies beside the scenario that is opened."""


@dataclass(frozen=True)
class Listing:
    """What a folder holds; `problem` says why it could not be read."""

    folders: tuple[Path, ...] = ()
    entries: tuple[Entry, ...] = ()
    problem: str = ""


def list_folder(folder: Path) -> Listing:
    """Read a folder: its subfolders, and its scenarios and traces, those of one name together."""
    try:
        children = sorted(folder.iterdir(), key=lambda path: path.name.lower())
        folders = tuple(path for path in children if not path.name.startswith(".") and path.is_dir())
    except OSError as error:
        return Listing(problem=f"cannot be read: {error.strerror}")
    found: dict[str, dict[str, Path]] = {}
    for path in children:
        suffix = next((suffix for suffix in SUFFIXES if path.name.endswith(suffix)), None)
        if suffix is not None:
            kind = "scenario" if suffix == SUFFIXES[0] else "trace"
            found.setdefault(path.name.removesuffix(suffix), {})[kind] = path
    entries = tuple(
        Entry(
            write_path(name), files.get("scenario") or files["trace"], " and ".join(sorted(files)), files.get("trace")
        )
        for name, files in found.items()
    )
    return Listing(folders, entries)


def scenarios_ui(ui: Ui) -> None:
    """Draw the panel."""
    _folder_ui(ui)
    imgui.set_next_item_width(-1)
    changed, text = imgui.input_text_with_hint("##filter", f"{icons.ICON_FA_MAGNIFYING_GLASS}  filter", _filter(ui))
    ui.note_item("filter")
    if changed:
        ui.texts["filter"] = text
    age = int(imgui.get_time() / LISTING_LIFE_S)
    listing = ui.remember("listing", (ui.state.folder, age), lambda: list_folder(ui.state.folder))
    imgui.begin_child("files", vec2(0, 0))
    if not _filter(ui):
        _recent_ui(ui)
    if count_matching(_filter(ui)) and group_ui(ui, MICROTESTS, is_open=True):
        microtests_ui(ui, _filter(ui))
    if not _filter(ui):
        _shipped_ui(ui, is_open=not listing.entries)
        _subfolders_ui(ui, listing)
    _entries_ui(ui, listing)
    imgui.end_child()


def _filter(ui: Ui) -> str:
    return ui.texts.get("filter", "")


def _folder_ui(ui: Ui) -> None:
    folder = ui.state.folder
    if imgui.button(f"{icons.ICON_FA_ARROW_UP}##up") and folder.parent != folder:
        ui.send(ask.BrowseFolder(folder.parent))
    imgui.set_item_tooltip("The folder above")
    imgui.same_line()
    imgui.set_next_item_width(-1)
    if ui.has_changed("path requests", ui.state.path_requests):
        imgui.set_keyboard_focus_here()
    typed = ui.texts["folder"] if "folder" in ui.texts else shorten_home(folder)
    entered, text = imgui.input_text("##folder", typed, imgui.InputTextFlags_.enter_returns_true)
    ui.note_item("folder")
    if entered:
        path = expand_path(Path(text))
        ui.send(ask.OpenFile(path) if path.is_file() else ask.BrowseFolder(path))
    if imgui.is_item_active():
        ui.texts["folder"] = text
    else:
        ui.texts.pop("folder", None)
    imgui.set_item_tooltip(f"{write_path(folder)}\nType a folder or a file, then Enter.")


def group_ui(ui: Ui, words: str, *, is_open: bool) -> bool:
    """Draw the heading of a group that folds, open at first or not; return whether it is open now."""
    name = words.partition(" (")[0]
    flags = imgui.TreeNodeFlags_.default_open if is_open else 0
    imgui.push_font(ui.fonts.heading, 0.0)
    shown = imgui.collapsing_header(f"{words}###group {name}", flags)
    imgui.pop_font()
    ui.note_item(f"group {name}")
    return shown


def _recent_ui(ui: Ui) -> None:
    if not ui.state.recent:
        return
    if not group_ui(ui, "Recent", is_open=True):
        return
    for path in ui.state.recent[:5]:
        name = next(
            (path.name.removesuffix(suffix) for suffix in reversed(SUFFIXES) if path.name.endswith(suffix)), path.name
        )
        name = write_path(name)
        _file_ui(ui, Entry(name, path, "recent"), f"recent {name}")


def _shipped_ui(ui: Ui, *, is_open: bool) -> None:
    """Draw the scenarios that come with the program, unless they are what the folder holds anyway."""
    folder = asset_folder() / "scenarios"
    shipped = ui.remember("shipped", folder, lambda: list_folder(folder))
    if folder == ui.state.folder or not shipped.entries:
        return
    if not group_ui(ui, f"Shipped ({len(shipped.entries)})", is_open=is_open):
        return
    for entry in shipped.entries:
        _file_ui(ui, entry, f"shipped {entry.name}")


def _subfolders_ui(ui: Ui, listing: Listing) -> None:
    if not listing.folders or not group_ui(ui, "Folders", is_open=True):
        return
    for folder in listing.folders:
        name = write_path(folder.name)
        if imgui.selectable(f"{icons.ICON_FA_FOLDER}  {name}", False)[0]:
            ui.send(ask.BrowseFolder(folder))
        ui.note_item(f"folder {name}")


def _entries_ui(ui: Ui, listing: Listing) -> None:
    wanted = _filter(ui).lower().split()
    shown = [entry for entry in listing.entries if all(word in entry.name.lower() for word in wanted)]
    if not group_ui(ui, f"Files ({len(shown)})", is_open=True):
        return
    imgui.push_text_wrap_pos(0.0)
    if listing.problem:
        imgui.text_disabled(listing.problem)
    elif not listing.entries:
        imgui.text_disabled(
            "No *.scenario.json or *.trace.json here. Open a folder above, or drop a file on the window."
        )
    elif not shown:
        imgui.text_disabled("No name matches the filter.")
    imgui.pop_text_wrap_pos()
    _scroll_to_open_file(ui, shown)
    clipper = imgui.ListClipper()
    clipper.begin(len(shown))
    while clipper.step():
        for entry in shown[clipper.display_start : clipper.display_end]:
            _file_ui(ui, entry, f"file {entry.name}")
    clipper.end()


def _scroll_to_open_file(ui: Ui, shown: list[Entry]) -> None:
    """Bring the file that was opened just now into view, if it is in the list and outside it."""
    path = None if ui.document is None else ui.document.path
    number = next((i for i, entry in enumerate(shown) if entry.path == path), None)
    if ui.has_changed("listed file", (path, number)) and number is not None:
        line = imgui.get_text_line_height_with_spacing()
        top = imgui.get_cursor_pos_y() + number * line
        low, high = imgui.get_scroll_y(), imgui.get_scroll_y() + imgui.get_window_height() - 2 * line
        if not low <= top <= high:
            imgui.set_scroll_y(top - 0.4 * imgui.get_window_height())


def _file_ui(ui: Ui, entry: Entry, item: str) -> None:
    is_open = ui.document is not None and ui.document.path == entry.path
    is_opening = ui.state.opening == entry.path
    icon = icons.ICON_FA_HOURGLASS_HALF if is_opening else icons.ICON_FA_ROUTE
    if imgui.selectable(f"{icon}  {entry.name}##{item}", is_open)[0]:
        ui.send(ask.OpenFile(entry.path))
    ui.note_item(item)
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip(f"{write_path(entry.path)}\n{entry.kind}")
    _context_ui(ui, entry, item)


def _context_ui(ui: Ui, entry: Entry, item: str) -> None:
    """Draw what a right click offers: the trace by itself, or what is here as a ghost of what is open."""
    if not imgui.begin_popup_context_item(f"context {item}"):
        return
    choices: list[tuple[str, ask.Command]] = [("Open", ask.OpenFile(entry.path))]
    if entry.trace is not None and entry.trace != entry.path:
        choices.append(("Open the trace beside it", ask.OpenFile(entry.trace)))
    choices.append(("Open as ghost", ask.OpenGhost(entry.trace or entry.path)))
    for words, command in choices:
        enabled = ui.document is not None or not isinstance(command, ask.OpenGhost)
        if imgui.menu_item(words, "", False, enabled)[0]:
            ui.send(command)
        ui.note_item(f"context {words}")
    imgui.end_popup()
