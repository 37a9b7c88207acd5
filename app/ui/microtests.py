"""The microtests in the Scenarios panel: a row each, a badge per controller, the variants below."""

from __future__ import annotations

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app.state import MicrotestName
from app.ui.badges import ICONS, STALE_OPACITY, describe_run, verdict_color
from app.ui.context import Ui, pack_color, with_alpha
from app.ui.overlay import shorten
from app.ui.tables import weak_ui
from engine.microtests import Microtest, MicrotestResult, RunResult, Verdict, list_microtests
from engine.scenario import Controller

BADGE_PX = 31.0
"""Width of a column of badges: its heading fits."""
MICROTESTS = "Microtests"
"""The group's heading."""
NOT_RUN = icons.ICON_FA_ELLIPSIS


def microtests_ui(ui: Ui, wanted: str = "") -> None:
    """Draw the microtests whose id or title has all of the wanted words; run them if that was never done."""
    tests = [test for test in list_microtests() if _matches(test, wanted)]
    board = ui.state.board
    if board is None:
        if not _is_warm(ui):
            _run_button_ui(ui)
        elif ui.state.opening is None:  # what a person waits for comes first
            ui.send(ask.RunMicrotests())
    if not imgui.begin_table("microtests", 3, imgui.TableFlags_.sizing_fixed_fit):
        return
    imgui.table_setup_column("", imgui.TableColumnFlags_.width_stretch)
    for controller in Controller:
        imgui.table_setup_column(str(controller), imgui.TableColumnFlags_.width_fixed, ui.px(BADGE_PX))
    imgui.table_headers_row()
    for test in tests:
        _test_ui(ui, test)
    imgui.end_table()


def count_matching(wanted: str) -> int:
    """Return how many microtests a filter leaves."""
    return sum(_matches(test, wanted) for test in list_microtests())


def _matches(test: Microtest, wanted: str) -> bool:
    text = f"{test.id} {test.title}".lower()
    return all(word in text for word in wanted.lower().split())


def _is_warm(ui: Ui) -> bool:
    """Tell whether the microtests can run without a minute of compiling; looked up once per opened document."""
    from engine.warm_up import is_warm

    return ui.remember("is warm", ui.document, is_warm)


def _run_button_ui(ui: Ui) -> None:
    if imgui.small_button(f"{icons.ICON_FA_PLAY}  Run all"):
        ui.send(ask.RunMicrotests())
    ui.note_item("run microtests")
    imgui.set_item_tooltip("The first time, the kernels are compiled; that takes about a minute.")


def _test_ui(ui: Ui, test: Microtest) -> None:
    """Draw a microtest's row, and its variants if it has some and is unfolded."""
    imgui.table_next_row()
    imgui.table_next_column()
    variants = list(dict.fromkeys(case.variant for case in test.cases))
    has_variants = len(variants) > 1
    flags = imgui.TreeNodeFlags_.span_avail_width | imgui.TreeNodeFlags_.open_on_arrow
    flags |= 0 if has_variants else imgui.TreeNodeFlags_.leaf
    shown = None if ui.document is None else ui.document.microtest
    flags |= imgui.TreeNodeFlags_.selected if shown is not None and shown.id == test.id else 0
    width = imgui.get_content_region_avail().x - imgui.get_tree_node_to_label_spacing()
    is_open = imgui.tree_node_ex(f"{shorten(f'{test.id}  {test.title}', width)}###{test.id}", flags)
    ui.note_item(f"microtest {test.id}")
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip(
            f"{test.id}  {test.title}\n{test.setup}\nExpected: {test.expected}\nClick a badge to open that run."
        )
    if imgui.is_item_clicked() and not imgui.is_item_toggled_open():
        ui.send(ask.OpenMicrotest(test.id, shown.controller if shown is not None else Controller.CCT))
    for controller in Controller:
        imgui.table_next_column()
        result = _find_result(ui, test, controller)
        runs = () if result is None else result.runs
        _badge_ui(ui, MicrotestName(test.id, controller, ""), None if result is None else result.verdict, runs)
    if is_open:
        if has_variants:
            for variant in variants:
                _variant_ui(ui, test, variant)
        imgui.tree_pop()


def _variant_ui(ui: Ui, test: Microtest, variant: str) -> None:
    imgui.table_next_row()
    imgui.table_next_column()
    weak_ui(variant)
    for controller in Controller:
        imgui.table_next_column()
        if not any(case.variant == variant for case in test.cases_of(controller)):
            continue
        result = _find_result(ui, test, controller)
        run = None if result is None else next((run for run in result.runs if run.variant == variant), None)
        name = MicrotestName(test.id, controller, variant)
        _badge_ui(ui, name, None if run is None else run.verdict, () if run is None else (run,))


def _find_result(ui: Ui, test: Microtest, controller: Controller) -> MicrotestResult | None:
    return None if ui.state.board is None else ui.state.board.results.get((test.id, controller))


def _badge_ui(ui: Ui, name: MicrotestName, verdict: Verdict | None, runs: tuple[RunResult, ...]) -> None:
    """Draw a badge: a click opens that run, the tooltip tells its criteria."""
    board = ui.state.board
    is_stale = board is not None and (name.id, name.controller) in board.stale
    color = ui.theme.text if verdict is None else verdict_color(ui, verdict)
    color = with_alpha(color, STALE_OPACITY if is_stale or verdict is None else 1.0)
    shown = None if ui.document is None else ui.document.microtest
    is_shown = shown is not None and (shown.id, shown.controller) == (name.id, name.controller)
    is_shown = is_shown and name.variant in ("", shown.variant if shown is not None else "")
    imgui.push_style_color(imgui.Col_.text, pack_color(color))
    label = NOT_RUN if verdict is None else ICONS[verdict]
    if imgui.selectable(f"   {label}##{name.id}{name.controller}{name.variant}", is_shown)[0]:
        ui.send(ask.OpenMicrotest(name.id, name.controller, name.variant))
    imgui.pop_style_color()
    ui.note_item(f"badge {name.id} {name.controller} {name.variant}".rstrip())
    if imgui.is_item_hovered():
        words = "\n".join(describe_run(run) for run in runs) or "not run yet"
        imgui.set_tooltip(f"{name.id} {name.controller}\n{words}\nClick to open it.")
