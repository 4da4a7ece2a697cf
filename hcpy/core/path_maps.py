"""The paths that an object names, as -ffile-prefix-map wants them.

Takes: the user's compile flags.
Gives: words that replace each old prefix by its new one: a unit's identity then does not depend on where
it lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_MAPS = "-ffile-prefix-map="
_ALL_MAPS = (_MAPS, "-fmacro-prefix-map=", "-fdebug-prefix-map=", "-fcoverage-prefix-map=")


def without_places(words: Sequence[str]) -> Iterator[str]:
    """The words with their prefixes mapped, the maps themselves left out; of several maps the last counts."""
    maps = [word.removeprefix(_MAPS).partition("=") for word in reversed(words) if word.startswith(_MAPS)]
    for word in words:
        if word.startswith(_ALL_MAPS):
            continue
        yield next((word.replace(old, new) for old, _, new in maps if old and old in word), word)
