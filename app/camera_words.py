"""The camera in the words of the command line: named views, or an eye and a target."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import get_args

from app.camera import AXIS_ANGLES, FURTHEST_M, Camera, Projection, Vec3, aim, eye_of, frame_sphere


def format_camera(camera: Camera) -> str:
    """Return the text that `parse_camera` reads back, to the tenth of a millimetre."""
    words = [f"eye={_numbers(eye_of(camera))}", f"target={_numbers(camera.target)}"]
    if not math.isclose(camera.fov, Camera.fov):
        words.append(f"fov={math.degrees(camera.fov):g}")
    if camera.projection != "perspective":
        words.append(f"projection={camera.projection}")
    return " ".join(words)


def parse_camera(text: str, base: Camera, radius: float, aspect: float = 16 / 9) -> Camera:
    """Read a camera from the command line.

    `text` is a named view (iso, front, back, left, right, top, bottom), which frames a sphere of `radius` about the
    target of `base`, or words `eye=x,y,z target=x,y,z`; both may add `fov=degrees` and `projection=orthographic`.
    """
    words = text.split()
    names = [word for word in words if "=" not in word]
    fields = dict(word.split("=", 1) for word in words if "=" in word)
    _check_words(text, names, fields)
    camera = base
    if "fov" in fields:
        camera = replace(camera, fov=math.radians(_read_fov(fields["fov"])))
    if "projection" in fields:
        camera = replace(camera, projection=_read_projection(fields["projection"]))
    if names:
        yaw, pitch = AXIS_ANGLES[names[0]]
        return frame_sphere(replace(camera, yaw=yaw, pitch=pitch), camera.target, radius, aspect)
    target = _read_point("target", fields["target"]) if "target" in fields else camera.target
    if "eye" in fields:
        return aim(camera, _read_point("eye", fields["eye"]), target)
    return replace(camera, target=target)


def _check_words(text: str, names: list[str], fields: dict[str, str]) -> None:
    known = ("eye", "target", "fov", "projection")
    views = ", ".join(AXIS_ANGLES)
    if not names and not fields:
        raise ValueError(f"camera: nothing given; use one of {views}, or eye=x,y,z target=x,y,z")
    for name in names:
        if name not in AXIS_ANGLES:
            raise ValueError(f"camera: unknown view '{name}'; use one of {views}, or eye=x,y,z target=x,y,z")
    for key in fields:
        if key not in known:
            raise ValueError(f"camera: unknown key '{key}'; allowed are {', '.join(known)}")
    if len(names) > 1 or (names and ("eye" in fields or "target" in fields)):
        raise ValueError(f"camera: '{text}' names more than one view; give one name, or eye= and target=")


def _read_point(key: str, text: str) -> Vec3:
    try:
        x, y, z = (float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"camera: {key}={text} is not three numbers x,y,z without blanks") from None
    if not all(abs(value) <= FURTHEST_M for value in (x, y, z)):
        raise ValueError(f"camera: {key}={text} must lie within {FURTHEST_M:g} m of the origin")
    return x, y, z


def _read_fov(text: str) -> float:
    try:
        degrees = float(text)
    except ValueError:
        degrees = math.nan
    if not 1.0 <= degrees <= 150.0:
        raise ValueError(f"camera: fov={text} is not a number of degrees from 1 to 150")
    return degrees


def _read_projection(text: str) -> Projection:
    for name in get_args(Projection):
        if text == name:
            return "perspective" if name == "perspective" else "orthographic"
    raise ValueError(f"camera: projection={text} is neither perspective nor orthographic")


def _numbers(point: Vec3) -> str:
    # Adding 0.0 turns -0 into 0.
    return ",".join(f"{round(value, 4) + 0.0:.12g}" for value in point)
