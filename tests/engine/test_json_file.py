"""Files that are not what they seem are refused in one line that names them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.files.json_file import read_json, stream_members
from engine.files.opening import open_trace
from engine.files.scenario_file import load_scenario
from engine.files.trace_file import load_trace

PACKED = gzip.compress(b'{"format": "sweepscope.trace"}' * 50)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", b"", "expected JSON, got an empty file"),
        ("a.json", b" \n ", "expected JSON, got an empty file"),
        ("a.json", b'{"a": 1,\n "b" 2}', "not JSON: line 2, column 6"),
        ("a.json", b'{"a": [1, 2', "not JSON: line 1, column 12"),
        ("a.json", b'{"a": 1} x', "not JSON: line 1, column 10: Extra data"),
        ("a.json", b"\xff\xfe{\x00}\x00", "expected UTF-8 text, got byte 0xff at 0"),
        ("a.json", b'{"a": "\xe4"}', "expected UTF-8 text, got byte 0xe4 at 7"),
        ("a.json", b'{"a": ' + b"[" * 200_000, "not readable: lists or objects are nested too deep"),
        ("a.json", b'{"a": ' + b"1" * 5000 + b"}", "not readable: Exceeds the limit"),
        ("a.json.gz", b"{}", "expected a gzip file by its name, got something else"),
        ("a.json.gz", PACKED[:-12], "the gzip file is cut off"),
        ("a.json.gz", PACKED[:20] + b"\0\1\2\3" + PACKED[24:], "the gzip file is damaged"),
        ("a.json", b"[1, 2]", "expected an object, got [1, 2]"),
        ("a.json", b"{}", '"format" is missing'),
    ],
)
@pytest.mark.parametrize("load", [load_scenario, load_trace, open_trace])
def test_a_file_that_is_not_ours_is_refused(tmp_path: Path, name: str, content: bytes, message: str, load: Any) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(InputError) as caught:
        load(file)
    assert str(caught.value).startswith(f"{file}: {message}")
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("load", [load_scenario, load_trace, open_trace])
def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path, load: Any) -> None:
    with pytest.raises(InputError, match=r"gone\.json: no such file"):
        load(tmp_path / "gone.json")
    with pytest.raises(InputError, match="expected a file, got a folder"):
        load(tmp_path)


def test_a_byte_order_mark_and_gzip_without_its_name_are_accepted(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(gzip.compress(b'\xef\xbb\xbf{"a": 1}'))
    assert read_json(file) == {"a": 1}


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), values, max_size=4), st.lists(values, max_size=9), st.sampled_from([None, 1]))
def test_members_in_a_stream_are_those_of_the_object(
    members: dict[str, Any], items: list[Any], indent: int | None
) -> None:
    members = {**members, "frames": items}
    streamed: dict[str, Any] = {}
    for key, value in stream_members(json.dumps(members, indent=indent), Path("a"), "frames", chunk_size=2):
        if key == "frames":
            assert len(value) <= 2
            streamed.setdefault(key, []).extend(value)
        else:
            streamed[key] = value
    assert streamed == members


@pytest.mark.parametrize(
    "text",
    [
        '{"frames": [1, 2,]}',
        '{"frames": [1 2]}',
        '{"a": 1,}',
        '{"a" 1}',
        "{1: 2}",
        '{"frames": [',
        '{"a": 1',
        '{"a": 1} 2',
    ],
)
def test_a_stream_refuses_what_is_not_json(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)
    with pytest.raises(InputError, match=r"a\.json: not JSON: line 1, column"):
        list(stream_members(text, Path("a.json"), "frames", chunk_size=2))


def test_a_key_that_stands_twice_is_named() -> None:
    with pytest.raises(InputError, match=r'a\.json: expected each key once, got "frames" twice'):
        list(stream_members('{"frames": [], "frames": []}', Path("a.json"), "frames", chunk_size=2))
