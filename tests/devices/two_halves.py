"""What the GPU runs share: programs are built where hcpy is, and run where a GPU is, which need not have it.

`SCRIPT build DIR` here, `python3 DIR/SCRIPT run DIR` there, with the driver and python3 alone. The script and
what it imports, this file among it, travel in DIR.
"""

from __future__ import annotations

import argparse
import datetime
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def parser(description: str | None, *further: str) -> argparse.ArgumentParser:
    """With the half and the folder; further: what else may replace the half."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("half", choices=("build", "run", *further))
    made.add_argument("folder", type=Path)
    return made


def tool(name: str, where: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise SystemExit(f"building needs {name}: {where}")
    return found


def hcc() -> str:
    return tool("hcc", "pip install .")


def close(folder: Path, home: Path, scripts: tuple[str, ...]) -> None:
    """Puts the scripts and the name of the commit beside the programs."""
    words = ["git", "-C", str(HERE), "describe", "--always", "--dirty"]
    named = subprocess.run(words, capture_output=True, text=True, check=False)  # a copy need not be a clone
    (folder / "commit").write_text(named.stdout.strip() or "unknown")
    for script in (*(home / name for name in scripts), Path(__file__)):
        shutil.copy(script, folder)


def gpus() -> list[str]:
    """Name and driver of each."""
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        done = subprocess.run(query, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit("no NVIDIA driver answers: nvidia-smi failed") from error
    return done.stdout.strip().splitlines()


def print_heading(folder: Path, machine: str) -> None:
    commit = (folder / "commit").read_text().strip()
    print(f"{datetime.date.today()}, {machine}, commit {commit}\n")
