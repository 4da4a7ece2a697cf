"""The command hcc-cache: shows, measures, limits, checks and empties the cache of compilations.

Takes: sys.argv.
Gives: an exit code: 1 where the cache cannot be used, or `verify` found damage.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from hcpy.cache import pipelines
from hcpy.cache.store import Cache, default_folder
from hcpy.core import config
from hcpy.core.errors import HcpyError, UsageError

_ACTIONS = """actions:
  show         place, number of entries, size and limit (the default)
  size         the bytes that all of it takes
  list         every entry, the newest use first, then Vulkan's pipelines
  verify       check every entry and remove the bad
  clear        remove all entries and Vulkan's pipelines
  limit [MiB]  show the limit, or set it; $HCPY_CACHE_SIZE comes before it
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run hcc-cache; every failure becomes one line and an exit code."""
    parser = argparse.ArgumentParser(
        prog="hcc-cache",
        description="The cache of hcc's compilations, and of Vulkan's pipelines.",
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
        removed = pipelines.clear(folder)
        print(f"{cache.clear()} entries removed" + (f", {_of_pipelines(removed)}" if removed else ""))
    elif action == "verify":
        good, bad = cache.verify()
        print(f"{good} entries are good, {bad} were bad and are removed")
        return 1 if bad else 0
    elif action == "list":
        now = time.time()
        for entry in reversed(cache.entries()):
            name = entry.name.partition(".")[0]
            print(f"{name}  {entry.size:>10} bytes  used {(now - entry.used) / 3600:.1f} hours ago")
        for name, size in sorted(pipelines.sizes(folder).items()):
            print(f"{name}  {size:>10} bytes  of Vulkan's pipelines")
    else:
        _show(cache, folder, action == "size")
    return 0


def _show(cache: Cache, folder: Path, is_size: bool) -> None:
    entries, kept = cache.entries(), pipelines.sizes(folder)
    size, of_pipelines = sum(entry.size for entry in entries), sum(kept.values())
    limit = f"at most {cache.limit >> 20} MiB"
    text = f"{folder}: {len(entries)} entries, {size / 2**20:.1f} MiB of {limit}"
    if kept:
        text += f"; {_of_pipelines(len(kept))}, {of_pipelines / 2**20:.1f} MiB"
    print(size + of_pipelines if is_size else text)


def _of_pipelines(count: int) -> str:
    return f"{count} {'file' if count == 1 else 'files'} of Vulkan's pipelines"


def _limit(cache: Cache, value: str | None) -> None:
    if value is not None:
        cache.set_limit(int(value))
        if config.CACHE_SIZE.get() is not None and cache.limit >> 20 != int(value):
            print("HCPY_CACHE_SIZE is set and comes first", file=sys.stderr)
    print(f"{cache.limit >> 20} MiB")


if __name__ == "__main__":
    sys.exit(main())
