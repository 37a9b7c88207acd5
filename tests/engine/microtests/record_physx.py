"""Records what real PhysX does with each microtest of `cct`.

`python -m tests.engine.microtests.record_physx physx.mjs`, where physx.mjs is the program that runs a scenario in
PhysX 5.6.1 (wasm, under node) and writes a trace.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from engine.microtests import Case, list_microtests

FOLDER = Path(__file__).resolve().parent / "physx"
SUFFIX = ".trace.json.gz"


def plain_scenario(case: Case) -> dict[str, Any]:
    """Return the scenario without its criteria: what a run depends on."""
    return {key: value for key, value in case.document.items() if key != "criteria"}


def record(case: Case, program: Path, work: Path) -> None:
    """Run one case in PhysX, and keep its trace with the scenario inside."""
    scenario, target = work / "case.scenario.json", work / "case.trace.json"
    scenario.write_text(json.dumps(plain_scenario(case)), encoding="utf-8")
    subprocess.run(["node", str(program), str(scenario), str(target)], check=True)
    trace = json.loads(target.read_text(encoding="utf-8")) | {"scenario": plain_scenario(case)}
    text = json.dumps(trace, separators=(",", ":")).encode()
    (FOLDER / f"{case.name}{SUFFIX}").write_bytes(gzip.compress(text, compresslevel=9, mtime=0))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob(f"*{SUFFIX}"):
        old.unlink()
    with tempfile.TemporaryDirectory() as work:
        for test in list_microtests():
            for case in test.cases_of("cct"):
                record(case, Path(sys.argv[1]), Path(work))


if __name__ == "__main__":
    main()
