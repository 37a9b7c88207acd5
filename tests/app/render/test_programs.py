"""Shader files: includes, errors with file and line, and blocks that match their Python side."""

from __future__ import annotations

from pathlib import Path

import moderngl
import pytest

from app.errors import NoGraphicsError
from app.paths import shader_folder
from app.render.context import create_headless_context
from app.render.programs import ShaderError, ShaderSource, load_program, load_source, name_places
from app.render.uniforms import FRAME_BLOCK, FRAME_MEMBERS, MESH_BLOCK

VERTEX = "#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n"


def write_files(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")


def test_an_include_is_pasted_once_and_keeps_line_numbers(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        main_frag='#version 330 core\n#include "a.glsl"\n#include "b.glsl"\nvoid main() {}\n',
        a_glsl='#include "b.glsl"\nfloat a;\n',
        b_glsl="float b;\n",
    )
    source = load_source("main.frag", ("SHELL",), tmp_path)
    assert source.places == ("main.frag:1", "main.frag:1", "b.glsl:1", "a.glsl:2", "main.frag:4")
    assert source.text.count("float b;") == 1
    assert source.text.startswith("#version 330 core\n#define SHELL\n")


@pytest.mark.gpu
def test_an_error_in_an_include_names_its_file_and_line(gl: moderngl.Context, tmp_path: Path) -> None:
    write_files(
        tmp_path,
        a_vert=VERTEX,
        a_frag='#version 330 core\n#include "broken.glsl"\nvoid main() {}\n',
        broken_glsl="// fine\nfloat x = nonsense;\n",
    )
    with pytest.raises(ShaderError, match=r"broken\.glsl:2"):
        load_program(gl, "a.vert", "a.frag", folder=tmp_path)


@pytest.mark.gpu
def test_an_error_after_an_include_names_the_right_line(gl: moderngl.Context, tmp_path: Path) -> None:
    write_files(
        tmp_path,
        a_vert=VERTEX,
        a_frag='#version 330 core\n#include "fine.glsl"\n\nfloat y = nonsense;\nvoid main() {}\n',
        fine_glsl="float x;\n",
    )
    with pytest.raises(ShaderError, match=r"a\.frag:4"):
        load_program(gl, "a.vert", "a.frag", ("SOMETHING",), folder=tmp_path)


def test_a_missing_file_names_who_wants_it(tmp_path: Path) -> None:
    write_files(tmp_path, a_frag='#version 330 core\n#include "gone.glsl"\n')
    with pytest.raises(ShaderError, match=r"gone\.glsl: cannot be read, wanted by a\.frag:2"):
        load_source("a.frag", (), tmp_path)


@pytest.mark.parametrize(
    ("log", "named"),
    [
        ("0:2(3): error: oops", "b.glsl:7(3): error: oops"),
        ("0(2) : error C0000: oops", "b.glsl:7 : error C0000: oops"),
        ("ERROR: 0:2: oops", "ERROR: b.glsl:7: oops"),
        ("0:9(3): error: oops", "line 9(3): error: oops"),
    ],
)
def test_all_common_compilers_logs_are_understood(log: str, named: str) -> None:
    assert name_places(log, ShaderSource("", ("a.frag:1", "b.glsl:7"))) == named


@pytest.mark.gpu
def test_the_blocks_have_the_size_that_the_shaders_expect(gl: moderngl.Context) -> None:
    program = load_program(gl, "mesh.vert", "mesh.frag")
    for name, record in (("Frame", FRAME_BLOCK), ("MeshBlock", MESH_BLOCK)):
        block = program[name]
        assert isinstance(block, moderngl.UniformBlock)
        assert block.size == record.itemsize
    program.release()


def test_the_frame_block_has_the_members_of_its_shader_in_order() -> None:
    text = (shader_folder() / "frame.glsl").read_text(encoding="utf-8")
    body = text.partition("uniform Frame {")[2].partition("};")[0]
    members = [line.split(";")[0].split()[1] for line in body.strip().splitlines()]
    assert members == ["clip_from_world", *FRAME_MEMBERS]


def test_every_shader_is_glsl_330_core() -> None:
    files = [*shader_folder().glob("*.vert"), *shader_folder().glob("*.frag")]
    assert files
    for path in files:
        assert path.read_text(encoding="utf-8").startswith("#version 330 core\n"), path.name


def test_without_graphics_one_line_names_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise OSError("libEGL.so.1: cannot open\nshared object file")

    monkeypatch.setattr(moderngl, "create_context", fail)
    with pytest.raises(NoGraphicsError) as error:
        create_headless_context()
    message = str(error.value)
    assert "\n" not in message
    for words in ("libEGL.so.1", "apt install libegl1 libgl1-mesa-dri", "dnf install mesa-libEGL mesa-dri-drivers"):
        assert words in message
