"""The menu of presets: those that were saved, the way to save, share and delete them, and the clipboard."""

from __future__ import annotations

from pathlib import Path

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app.paths import shorten_home, write_path
from app.presets import SUFFIX, list_presets, name_preset, take_preset, write_cpp, write_json
from app.ui.context import Ui, vec2
from app.ui.tables import weak_ui
from engine.scenario import Scenario

WIDTH_PX = 300.0
NAME, FILE, DOOMED = "preset name", "preset file", "doomed preset"
"""What is typed: the name to save under, the file to share; and which preset waits for a second click to be deleted."""
LISTING_LIFE_S = 1.0
"""Seconds after which the folder is read again, while the menu is open."""


def preset_menu_ui(ui: Ui) -> None:
    """Draw the menu, if it is open."""
    imgui.set_next_window_size(vec2(ui.px(WIDTH_PX), 0))
    if not imgui.begin_popup("presets"):
        ui.texts.pop(DOOMED, None)
        return
    plan = ui.state.editing.plan
    if plan is not None:
        _saved_ui(ui)
        _save_ui(ui)
        _file_ui(ui, plan.scenario)
        _copy_ui(ui, plan.scenario)
    imgui.end_popup()


def _saved_ui(ui: Ui) -> None:
    age = (int(imgui.get_time() / LISTING_LIFE_S), ui.state.editing)
    paths = ui.remember("presets", age, list_presets)
    imgui.separator_text("Saved presets")
    if not paths:
        weak_ui("None yet: give the present settings a name below.")
    for path in paths:
        _preset_ui(ui, path)


def _preset_ui(ui: Ui, path: Path) -> None:
    """Draw a saved preset; deleting it takes a second click."""
    name = name_preset(path)
    label, button = write_path(name), imgui.get_frame_height()
    width = imgui.get_content_region_avail().x
    if ui.texts.get(DOOMED) == name:
        if imgui.button(f"{icons.ICON_FA_TRASH}  Delete {label}##{name}", vec2(width, 0)):
            ui.send(ask.DeletePreset(path))
            ui.texts.pop(DOOMED)
            ui.memory.pop("presets", None)
        ui.note_item(f"delete preset {name}")
        return
    if imgui.selectable(f"{label}##{name}", False, 0, vec2(width - button - ui.px(8), button))[0]:
        ui.send(ask.LoadPreset(path))
    ui.note_item(f"preset {name}")
    imgui.same_line()
    if imgui.button(f"{icons.ICON_FA_TRASH}##doom {name}", vec2(button, 0)):
        ui.texts[DOOMED] = name
    ui.note_item(f"doom preset {name}")
    imgui.set_item_tooltip("Delete it")


def _save_ui(ui: Ui) -> None:
    imgui.set_next_item_width(imgui.get_content_region_avail().x - ui.px(78))
    entered, text = imgui.input_text_with_hint(
        "##name", "name for the present settings", ui.texts.get(NAME, ""), imgui.InputTextFlags_.enter_returns_true
    )
    ui.note_item("preset name")
    ui.texts[NAME] = text
    imgui.same_line()
    clicked = imgui.button("Save", vec2(ui.px(70), 0))
    ui.note_item("save preset")
    if (entered or clicked) and text.strip():
        ui.send(ask.SavePreset(text))
        ui.texts.pop(NAME)
        ui.memory.pop("presets", None)


def _file_ui(ui: Ui, scenario: Scenario) -> None:
    """Draw the field for a file of one's own, to write to or to read from."""
    imgui.separator_text(f"A file, *{SUFFIX}")
    imgui.set_next_item_width(-1)
    proposed = shorten_home(ui.state.folder / f"{scenario.name}{SUFFIX}")
    _, text = imgui.input_text("##file", ui.texts.get(FILE, proposed))
    ui.note_item("preset file")
    if text != proposed:
        ui.texts[FILE] = text
    half = vec2((imgui.get_content_region_avail().x - ui.px(8)) / 2, 0)
    if imgui.button("Write", half):
        ui.send(ask.SharePreset(Path(text)))
    ui.note_item("write preset")
    imgui.same_line(0, ui.px(8))
    if imgui.button("Read", half):
        ui.send(ask.LoadPreset(Path(text)))
    ui.note_item("read preset")
    weak_ui("Or drop such a file on the window.")


def _copy_ui(ui: Ui, scenario: Scenario) -> None:
    imgui.separator_text("Clipboard")
    if imgui.menu_item(f"{icons.ICON_FA_COPY}  Copy as JSON", "", False)[0]:
        imgui.set_clipboard_text(write_json(take_preset(scenario, scenario.name)))
    ui.note_item("copy json")
    if imgui.menu_item(f"{icons.ICON_FA_COPY}  Copy as C++ constants", "", False)[0]:
        imgui.set_clipboard_text(write_cpp(scenario))
    ui.note_item("copy cpp")
