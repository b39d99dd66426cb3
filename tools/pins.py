"""Renews requirements-dev.txt: the newest releases that pyproject.toml allows, resolved together and pinned."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = "# Made by `make pins` from pyproject.toml: what `make setup` installs, to the exact version.\n"


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(name for extra in extras for name in extra)]
    pip = [sys.executable, "-m", "pip"]
    subprocess.run([*pip, "install", "-q", "-U", *wanted], check=True)
    frozen = subprocess.run([*pip, "freeze", "--exclude", "movetray"], check=True, capture_output=True, text=True)
    (ROOT / "requirements-dev.txt").write_text(HEADER + frozen.stdout, "utf-8")


if __name__ == "__main__":
    main()
