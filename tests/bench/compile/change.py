"""Edits every unit of the corpus and compiles it anew, two at a time: `change.py HCC FOLDER [fresh]`.

fresh: with an empty cache. The time that counts is the compilation's alone.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import corpus


def main() -> int:
    hcc, out = sys.argv[1], Path(sys.argv[2])
    sources = corpus.changed_sources(out / "edited", f"{time.time_ns()} {os.getpid()}")
    path = out / "edited.txt"
    corpus.write_commands(path, corpus.hcc_commands(hcc, out, sources))
    if "fresh" in sys.argv[3:]:
        shutil.rmtree(os.environ["HCPY_CACHE_DIR"], ignore_errors=True)
    started = time.perf_counter()
    code = corpus.run_all(path)
    print(f"time_s={time.perf_counter() - started:.6f}")
    return code


if __name__ == "__main__":
    sys.exit(main())
