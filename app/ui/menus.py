"""The menu bar: everything that can be asked for, with its keys beside it."""

from __future__ import annotations

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import __version__
from app import commands as ask
from app.camera import AxisView, Mode
from app.draw.options import LAYERS
from app.draw.palette import PASS_COLORS
from app.paths import write_path
from app.playback import Depth
from app.ui.context import Ui, pack_color, vec2
from app.ui.keys import find_chord
from app.ui.layout import HEALTH, PANELS

MODES: tuple[tuple[Mode, str], ...] = (("orbit", "Orbit"), ("fly", "Fly"), ("follow", "Follow"))
VIEWS: tuple[tuple[AxisView, str], ...] = (
    ("iso", "From beside the way"),
    ("front", "Front"),
    ("back", "Back"),
    ("left", "Left"),
    ("right", "Right"),
    ("top", "Top"),
    ("bottom", "Bottom"),
)
SCALES = (1.0, 1.5, 2.0)


def menu_bar_ui(ui: Ui) -> None:
    """Draw the menu bar."""
    if not imgui.begin_main_menu_bar():
        return
    for title, menu in (
        ("File", file_menu_ui),
        ("Edit", edit_menu_ui),
        ("Time", time_menu_ui),
        ("Layers", layers_menu_ui),
    ):
        _menu(ui, title, menu)
    for title, menu in (("Camera", camera_menu_ui), ("Window", window_menu_ui), ("Help", help_menu_ui)):
        _menu(ui, title, menu)
    imgui.end_main_menu_bar()


def _menu(ui: Ui, title: str, menu: object) -> None:
    opened = imgui.begin_menu(title)
    ui.note_item(f"menu {title}")
    if opened:
        assert callable(menu)
        menu(ui)
        if imgui.is_key_pressed(imgui.Key.escape):
            imgui.close_current_popup()
        imgui.end_menu()


def item_ui(ui: Ui, words: str, command: ask.Command, *, checked: bool = False, enabled: bool = True) -> None:
    """Draw a line of a menu: words, keys, a tick if it is on."""
    clicked, _ = imgui.menu_item(words, find_chord(command), checked, enabled)
    ui.note_item(f"item {words}")
    if clicked:
        ui.send(command)


def file_menu_ui(ui: Ui) -> None:
    """Draw the recent files, picture and quit."""
    if imgui.begin_menu(f"{icons.ICON_FA_CLOCK_ROTATE_LEFT}  Open recent", bool(ui.state.recent)):
        for path in ui.state.recent:
            item_ui(ui, write_path(path), ask.OpenFile(path))
        imgui.end_menu()
    item_ui(ui, f"{icons.ICON_FA_FOLDER_OPEN}  Open a path", ask.AskForPath())
    imgui.text_disabled("Or drop a file on the window, or choose one in Scenarios.")
    imgui.separator()
    _ghost_items_ui(ui)
    imgui.separator()
    can_save = ui.state.editing.plan is not None
    item_ui(ui, f"{icons.ICON_FA_FLOPPY_DISK}  Save as scenario", ask.AskToSave(), enabled=can_save)
    item_ui(ui, f"{icons.ICON_FA_CAMERA}  Save picture", ask.TakePicture())
    imgui.separator()
    item_ui(ui, "Quit", ask.Quit())


def _ghost_items_ui(ui: Ui) -> None:
    """Draw the recent files as ghosts, and the way to take the ghost away."""
    has_ghost = ui.document is not None and ui.document.ghost is not None
    others = [path for path in ui.state.recent if ui.document is not None and path != ui.document.path]
    if imgui.begin_menu(f"{icons.ICON_FA_CODE_COMPARE}  Open recent as ghost", bool(others)):
        for path in others:
            item_ui(ui, f"{write_path(path)}##ghost", ask.OpenGhost(path))
        imgui.end_menu()
    item_ui(ui, "Close ghost", ask.CloseGhost(), enabled=has_ghost)
    imgui.text_disabled("Any other: right-click it in Scenarios.")


def edit_menu_ui(ui: Ui) -> None:
    """Draw undo and redo with what they concern, the ways back, and keeping the run."""
    editing = ui.state.editing
    past, future = editing.past[-1:], editing.future[:1]
    item_ui(ui, f"Undo {past[0].words}" if past else "Undo", ask.Undo(), enabled=bool(past))
    item_ui(ui, f"Redo {future[0].words}" if future else "Redo", ask.Redo(), enabled=bool(future))
    imgui.separator()
    can_edit = editing.plan is not None
    item_ui(ui, "Settings and rules of the file", ask.ResetKnobs(), enabled=can_edit)
    item_ui(ui, "Default settings and rules", ask.ResetKnobs(to_file=False), enabled=can_edit)
    item_ui(ui, "Edit from the cursor's frame on", ask.ToggleForking(), checked=ui.state.is_forking, enabled=can_edit)
    item_ui(ui, "Edit scene", ask.ToggleSceneEditing(), checked=ui.state.is_scene_editing, enabled=can_edit)
    imgui.separator()
    item_ui(ui, "Keep this run", ask.KeepRun(), enabled=ui.document is not None)


def time_menu_ui(ui: Ui) -> None:
    """Draw play and the steps."""
    playback, opened = ui.state.playback, ui.document is not None
    item_ui(ui, "Pause" if playback.playing else "Play", ask.TogglePlay(), enabled=opened)
    item_ui(ui, "Loop", ask.ToggleLoop(), checked=playback.loop)
    item_ui(ui, "Drive from this frame on", ask.ToggleDrive(), checked=ui.state.driving is not None, enabled=opened)
    for depth in (Depth.FRAME, Depth.ATTEMPT, Depth.PASS, Depth.ITERATION):
        imgui.separator()
        item_ui(ui, f"Next {depth.name.lower()}", ask.StepCursor(depth, 1), enabled=opened)
        item_ui(ui, f"Previous {depth.name.lower()}", ask.StepCursor(depth, -1), enabled=opened)
    imgui.separator()
    item_ui(ui, "Next walk experiment", ask.GoToExperiment(1), enabled=opened)
    item_ui(ui, "Previous walk experiment", ask.GoToExperiment(-1), enabled=opened)
    item_ui(ui, "Next event", ask.GoToEvent(1), enabled=opened)
    item_ui(ui, "Previous event", ask.GoToEvent(-1), enabled=opened)
    has_ghost = ui.document is not None and ui.document.ghost is not None
    item_ui(ui, "First difference from the ghost", ask.GoToDifference(), enabled=has_ghost)
    imgui.separator()
    item_ui(ui, "First frame", ask.GoToEnd(-1), enabled=opened)
    item_ui(ui, "Last frame", ask.GoToEnd(1), enabled=opened)


def layers_menu_ui(ui: Ui) -> None:
    """Draw a switch per layer, passes with the colour that they have everywhere."""
    size = imgui.get_text_line_height()
    for layer in LAYERS:
        if layer.pass_kind is not None:
            corner = imgui.get_cursor_screen_pos()
            low = vec2(corner.x, corner.y + 0.2 * size)
            high = vec2(corner.x + 0.6 * size, corner.y + 0.8 * size)
            imgui.get_window_draw_list().add_rect_filled(low, high, pack_color(PASS_COLORS[layer.pass_kind]), 2.0)
        imgui.indent(size)
        item_ui(ui, layer.words, ask.ToggleLayer(layer.name), checked=getattr(ui.state.options, layer.name))
        imgui.unindent(size)
        imgui.set_item_tooltip(layer.help)


def camera_menu_ui(ui: Ui) -> None:
    """Draw modes, named views and framing."""
    camera = ui.state.camera
    for mode, words in MODES:
        item_ui(ui, words, ask.SetCameraMode(mode), checked=camera.mode == mode)
    imgui.separator()
    item_ui(ui, "Orthographic", ask.ToggleProjection(), checked=camera.projection == "orthographic")
    imgui.separator()
    for name, words in VIEWS:
        item_ui(ui, words, ask.SetAxisView(name))
    imgui.separator()
    item_ui(ui, "Frame capsule or picked triangle", ask.FrameCapsule())
    item_ui(ui, "Frame the whole path", ask.FrameLevel())


def window_menu_ui(ui: Ui) -> None:
    """Draw panels, theme, scale, layout."""
    for title in PANELS:
        item_ui(ui, title, ask.TogglePanel(title), checked=title not in ui.state.hidden_panels)
    item_ui(ui, HEALTH, ask.ToggleHealth(), checked=ui.state.health_open)
    imgui.separator()
    item_ui(ui, "Reset layout", ask.ResetLayout())
    imgui.separator()
    for name in ("dark", "light"):
        item_ui(ui, f"{name.capitalize()} theme", ask.SetTheme(name), checked=ui.state.theme == name)
    imgui.separator()
    for scale in SCALES:
        item_ui(ui, f"Size {scale:.0%}", ask.SetScale(scale), checked=ui.state.scale == scale)


def help_menu_ui(ui: Ui) -> None:
    """Draw the way to the keys, and the version."""
    item_ui(ui, "Keys", ask.ToggleHelp(), checked=ui.state.help_open)
    imgui.separator()
    imgui.text_disabled(f"Sweepscope {__version__}")
