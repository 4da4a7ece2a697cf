"""Runs README.md and the tutorial and how-to pages as a reader would: `python tests/docs/run.py [PAGE...]`.

Takes: pages; without one, all. hcc must be on PATH.
Gives: each page's files, commands and Python blocks, run in a separate folder, with all default targets;
exit status 1 where one fails or prints something else. It takes about two minutes on two cores.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from docs_support import Block, blocks, pages


def main(names: list[str]) -> int:
    failed = 0
    for page in [Path(name).resolve() for name in names] or pages():
        with tempfile.TemporaryDirectory(prefix="hcpy-docs-") as folder:
            failed += sum(
                not run(block, Path(folder), listed) for listed in [blocks(page)] for block in listed
            )
    print(f"{failed} failed")
    return 1 if failed else 0


def run(block: Block, folder: Path, listed: list[Block]) -> bool:
    """One block; a file is written, and runs where the page says so."""
    if block.language == "cpp":
        name = block.name or "program.cpp"
        (folder / name).write_text(block.text)
        if block.name or not block.is_program:
            return True
        return check(block, ["sh", "-euc", "hcc program.cpp -o program && ./program"], folder, block.prints)
    if block.language == "sh":
        if block.page.name == "README.md":
            return True  # .ci/run runs them
        return check(block, ["sh", "-euc", block.text], folder, block.prints)
    before = [b for b in listed if b.language == "python" and b.line < block.line]
    texts = "\n".join((*(b.text for b in before), f"print({MARK!r})", block.text))
    return check(block, [sys.executable, "-c", texts], folder, block.prints)


MARK = "--- this block ---"


def check(block: Block, command: list[str], folder: Path, prints: str | None) -> bool:
    done = subprocess.run(command, cwd=folder, env=os.environ, capture_output=True, text=True, check=False)
    shown = done.stdout.rpartition(f"{MARK}\n")[2]
    good = done.returncode == 0 and (prints is None or shown == prints)
    print(f"{'ok    ' if good else 'FAILED'} {block.place}", flush=True)
    if not good:
        print(f"{done.stdout}{done.stderr}", flush=True)
    return good


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
