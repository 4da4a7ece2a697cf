"""What a device must do for Python programs: check_* functions, each given a view. On any machine, with no
pytest: `python tests/python/device_checks.py cuda` runs them and prints one line each and a count.
"""

from __future__ import annotations

import sys
import traceback

import checks_of_kernels
import checks_of_order
import checks_of_vectors
import checks_of_views

import hcpy

CHECKS = {
    name: check
    for room in (checks_of_kernels, checks_of_vectors, checks_of_views, checks_of_order)
    for name, check in vars(room).items()
    if name.startswith("check_")
}


def main() -> int:
    path = sys.argv[1] if len(sys.argv) > 1 else "default"
    view = hcpy.accelerator(path).default_view
    print(f"{view.accelerator!r}", flush=True)
    failed = 0
    for name, check in CHECKS.items():
        try:
            check(view)
        except Exception:
            failed += 1
            print(f"FAILED {name}\n{traceback.format_exc()}", flush=True)
        else:
            print(f"passed {name}", flush=True)
    print(f"{len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
