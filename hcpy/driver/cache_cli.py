"""The command hcc-cache: shows, checks and empties the cache of compilations.

Takes: sys.argv.
Gives: an exit code: 1 where the cache cannot be used, or `verify` found damage.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from hcpy import config
from hcpy.cache import Cache, default_folder
from hcpy.errors import HcpyError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run hcc-cache; every failure becomes one line and an exit code."""
    parser = argparse.ArgumentParser(prog="hcc-cache", description="The cache of hcc's compilations.")
    parser.add_argument(
        "action",
        nargs="?",
        choices=("show", "list", "verify", "clear"),
        default="show",
        help="show (the default): place and size; list: every entry; verify: check every entry and remove "
        "the bad; clear: remove all",
    )
    action = parser.parse_args(arguments).action
    try:
        return _run(action)
    except HcpyError as error:
        print(f"hcc-cache: error: {error}", file=sys.stderr)
        return 1


def _run(action: str) -> int:
    folder = default_folder()
    if folder is None:
        print("there is no cache: no home folder; set HCPY_CACHE_DIR")
        return 0
    faults: list[str] = []
    cache = Cache(folder, faults.append, faults.append)
    if not cache.on_disk:
        raise HcpyError("; ".join(faults))
    if action == "clear":
        print(f"{cache.clear()} entries removed")
    elif action == "verify":
        good, bad = cache.verify()
        print(f"{good} entries are good, {bad} were bad and are removed")
        return 1 if bad else 0
    elif action == "list":
        now = time.time()
        for entry in reversed(cache.entries()):
            name = entry.name.partition(".")[0]
            print(f"{name}  {entry.size:>10} bytes  used {(now - entry.used) / 3600:.1f} hours ago")
    else:
        entries = cache.entries()
        size = sum(entry.size for entry in entries) / 2**20
        print(f"{folder}: {len(entries)} entries, {size:.1f} MiB of at most {config.CACHE_SIZE.get()} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
