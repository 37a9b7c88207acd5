"""The Parameters panel: controller, presets, undo, and every knob of settings, rules and capsule, by group."""

from __future__ import annotations

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app.editing import Plan
from app.ui.context import Ui, vec2
from app.ui.dials import RULE_GROUPS, Dial, list_dials
from app.ui.knob_rows import row_ui
from app.ui.preset_menu import preset_menu_ui
from app.ui.tables import shorten, weak_ui
from engine.scenario import RULES, Controller, Scenario

NOTHING_OPEN = "Nothing is open: here you will turn the knobs of a scenario."
NO_SCENARIO = "This trace brings no scenario, so there is nothing to turn: open a scenario."
NO_MATCH = "No knob matches the search."
CONTROLLERS = {Controller.CCT: "cct, as PhysX", Controller.SLIDE: "slide, sweep and slide"}
OPEN_AT_FIRST = ("Steps and slopes", "Capsule", "Gaps")
"""Groups that are unfolded at the first start: what is turned most."""
SEARCH = "knob search"


def parameters_ui(ui: Ui) -> None:
    """Draw the panel."""
    plan, saved = ui.state.editing.plan, ui.state.editing.saved
    if ui.document is None or plan is None or saved is None:
        weak_ui(NOTHING_OPEN if ui.document is None else NO_SCENARIO)
        return
    _controller_ui(ui, plan.scenario)
    _tools_ui(ui)
    _progress_ui(ui)
    _fork_ui(ui)
    _search_ui(ui)
    imgui.begin_child("knobs", vec2(0, 0))
    _groups_ui(ui, plan, saved)
    imgui.end_child()


def _controller_ui(ui: Ui, scenario: Scenario) -> None:
    """Draw the choice of the controller, and undo and redo beside it."""
    size, gap = imgui.get_frame_height(), ui.px(4)
    imgui.set_next_item_width(imgui.get_content_region_avail().x - 2 * (size + gap))
    imgui.begin_disabled(ui.state.is_forking)
    if imgui.begin_combo("##controller", CONTROLLERS[scenario.controller]):
        for controller, words in CONTROLLERS.items():
            if imgui.selectable(words, controller is scenario.controller)[0]:
                ui.send(ask.SetController(controller))
            ui.note_item(f"controller {controller}")
        imgui.end_combo()
    else:
        ui.note_item("controller")
        imgui.set_item_tooltip("Which controller runs the input. Settings that both have keep their value.")
    imgui.end_disabled()
    editing = ui.state.editing
    for icon, word, steps, command in (
        (icons.ICON_FA_ARROW_ROTATE_LEFT, "Undo", editing.past[-1:], ask.Undo()),
        (icons.ICON_FA_ARROW_ROTATE_RIGHT, "Redo", editing.future[:1], ask.Redo()),
    ):
        imgui.same_line(0, gap)
        imgui.begin_disabled(not steps)
        if imgui.button(f"{icon}##{word}", vec2(size, 0)):
            ui.send(command)
        imgui.end_disabled()
        ui.note_item(f"button {word}")
        imgui.set_item_tooltip(f"{word} {steps[0].words}" if steps else f"Nothing to {word.lower()}")


def _tools_ui(ui: Ui) -> None:
    """Draw the way to the presets, and back to the file or the defaults."""
    width = (imgui.get_content_region_avail().x - ui.px(4)) / 2
    if imgui.button(f"{icons.ICON_FA_SLIDERS}  Presets", vec2(width, 0)):
        imgui.open_popup("presets")
    ui.note_item("presets")
    imgui.set_item_tooltip("Save, load, share or copy the settings and rules")
    preset_menu_ui(ui)
    imgui.same_line(0, ui.px(4))
    if imgui.button(f"{icons.ICON_FA_ROTATE_LEFT}  Reset", vec2(width, 0)):
        imgui.open_popup("reset")
    ui.note_item("reset all")
    if imgui.begin_popup("reset"):
        for words, command in (("To what the file has", ask.ResetKnobs()), ("To the defaults", ask.ResetKnobs(False))):
            if imgui.menu_item(words, "", False)[0]:
                ui.send(command)
            ui.note_item(f"reset {words}")
        imgui.end_popup()


def _progress_ui(ui: Ui) -> None:
    """Draw how far a long run is, and the way to call it off."""
    if not ui.state.simulating:
        return
    imgui.align_text_to_frame_padding()
    imgui.text(shorten(ui.state.simulating, imgui.get_content_region_avail().x - ui.px(76)))
    imgui.same_line()
    if imgui.button("Call off"):
        ui.send(ask.CallOff())
    ui.note_item("call off")


def _fork_ui(ui: Ui) -> None:
    frame = ui.state.playback.cursor.frame
    if imgui.checkbox(f"From frame {frame} on", ui.state.is_forking)[0]:
        ui.send(ask.ToggleForking())
    ui.note_item("fork")
    imgui.set_item_tooltip(
        "On: an edit changes what comes from the cursor's frame on, and the frames before stay as they are.\n"
        "Off: it changes the whole run. Controller and capsule always concern the whole run."
    )


def _search_ui(ui: Ui) -> None:
    imgui.set_next_item_width(-1)
    hint = f"{icons.ICON_FA_MAGNIFYING_GLASS}  search the knobs"
    changed, text = imgui.input_text_with_hint("##search", hint, ui.texts.get(SEARCH, ""))
    ui.note_item("search knobs")
    if changed:
        ui.texts[SEARCH] = text


def _groups_ui(ui: Ui, plan: Plan, saved: Plan) -> None:
    groups = ui.remember("dials", (plan, saved), lambda: list_dials(plan.scenario, saved.scenario))
    wanted = tuple(ui.texts.get(SEARCH, "").lower().split())
    shown = False
    for title, dials in groups.items():
        chosen = tuple(dial for dial in dials if dial.matches(wanted)) if wanted else dials
        if chosen:
            shown = True
            _group_ui(ui, title, chosen, is_forced=bool(wanted))
    if not shown:
        weak_ui(NO_MATCH)


def _group_ui(ui: Ui, title: str, dials: tuple[Dial, ...], *, is_forced: bool) -> None:
    changed = sum(dial.is_changed for dial in dials)
    words = f"{title} ({changed})" if changed else title
    if is_forced:
        imgui.set_next_item_open(True)
    else:
        imgui.set_next_item_open(title in OPEN_AT_FIRST, imgui.Cond_.once)
    # A search unfolds what it finds, without changing what was folded before.
    opened = imgui.collapsing_header(f"{words}###{'found ' if is_forced else ''}{title}")
    ui.note_item(f"group {title}")
    if changed:
        imgui.set_item_tooltip(f"{changed} of {len(dials)} differ from the default")
    if not opened:
        return
    if title == RULE_GROUPS[0] and not is_forced:
        _rule_preset_ui(ui)
    for dial in dials:
        row_ui(ui, dial)


def _rule_preset_ui(ui: Ui) -> None:
    """Draw the choice of all rules at once."""
    plan = ui.state.editing.plan
    assert plan is not None
    scenario = plan.scenario
    imgui.set_next_item_width(-1)
    changed = f", {len(scenario.rule_changes)} changed" if scenario.rule_changes else ""
    opened = imgui.begin_combo("##rule preset", f"preset {scenario.rules}{changed}")
    ui.note_item("rule preset")
    if not opened:
        imgui.set_item_tooltip("All rules at once. What is changed in them is put back.")
        return
    for preset in RULES[scenario.controller]:
        if imgui.selectable(preset, preset == scenario.rules and not scenario.rule_changes)[0]:
            frame = ui.state.playback.cursor.frame if ui.state.is_forking else 0
            ui.send(ask.SetRulePreset(preset, frame))
        ui.note_item(f"rule preset {preset}")
    imgui.end_combo()
