"""The command hcc-cache: shows, measures, limits, checks and empties the cache of compilations.

Takes: sys.argv.
Gives: an exit code: 1 where the cache cannot be used, or `verify` found damage.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from hcpy.cache.store import Cache, default_folder
from hcpy.core import config
from hcpy.core.errors import HcpyError, UsageError

_ACTIONS = """actions:
  show         place, number of entries, size and limit (the default)
  size         the bytes that the entries take
  list         every entry, the newest use first
  verify       check every entry and remove the bad
  clear        remove all entries
  limit [MiB]  show the limit, or set it; $HCPY_CACHE_SIZE comes before it
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run hcc-cache; every failure becomes one line and an exit code."""
    parser = argparse.ArgumentParser(
        prog="hcc-cache",
        description="The cache of hcc's compilations.",
        epilog=_ACTIONS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = ("show", "size", "list", "verify", "clear", "limit")
    parser.add_argument("action", nargs="?", choices=names, default="show", metavar="action")
    parser.add_argument("value", nargs="?", help="of limit, in MiB")
    options = parser.parse_args(arguments)
    try:
        return _run(options.action, options.value)
    except HcpyError as error:
        print(f"hcc-cache: error: {error}", file=sys.stderr)
        return 1


def _run(action: str, value: str | None) -> int:
    if value is not None and (action != "limit" or not value.isdecimal()):
        raise UsageError(f"'{action}' takes no '{value}'; only limit takes a number of MiB")
    folder = default_folder()
    if folder is None:
        print("there is no cache: no home folder; set HCPY_CACHE_DIR")
        return 0
    faults: list[str] = []
    cache = Cache(folder, faults.append, faults.append)
    if not cache.on_disk:
        raise HcpyError("; ".join(faults))
    if action == "limit":
        _limit(cache, value)
    elif action == "clear":
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
        size = sum(entry.size for entry in entries)
        limit = f"at most {cache.limit >> 20} MiB"
        text = f"{folder}: {len(entries)} entries, {size / 2**20:.1f} MiB of {limit}"
        print(size if action == "size" else text)
    return 0


def _limit(cache: Cache, value: str | None) -> None:
    if value is not None:
        cache.set_limit(int(value))
        if config.CACHE_SIZE.get() is not None and cache.limit >> 20 != int(value):
            print("HCPY_CACHE_SIZE is set and comes first", file=sys.stderr)
    print(f"{cache.limit >> 20} MiB")


if __name__ == "__main__":
    sys.exit(main())
