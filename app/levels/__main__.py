"""`python -m app.levels` writes the levels that ship to the assets."""

from __future__ import annotations

from app.levels.shipped import build_files
from app.paths import asset_folder


def main() -> None:
    """Write every file."""
    for name, text in build_files().items():
        path = asset_folder() / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    main()
