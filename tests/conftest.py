"""What every test may count on: strict numpy, derandomised hypothesis in CI, the reference folder or a skip."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).resolve().parent.parent
REFERENCE = REPOSITORY.parent / "shared" / "reference"

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(autouse=True)
def _numpy_errors_raise() -> None:
    """A NaN that appears in silence is a bug; underflow to zero is not."""
    np.seterr(all="raise", under="ignore")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the source tree."""
    return REPOSITORY


@pytest.fixture(scope="session")
def physx_traces() -> Path:
    """The folder of real PhysX traces; a test that needs it is skipped where it is absent."""
    folder = REFERENCE / "physx"
    if not folder.is_dir():
        pytest.skip(f"the reference traces are not here ({folder})")
    return folder
