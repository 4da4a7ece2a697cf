"""Which of clang's flags mean nothing to a precompiled prefix: units that differ in those alone share one.

Takes: clang's flags, and the headers that a prefix holds.
Gives: the flags of macros that no header names, and of folders that have nothing that a header includes.

A header names a macro where the name is a word of its text, comments aside, or where ## may make it of words.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from hcpy.cache.store import Cache
from hcpy.core.dataclass import dataclass
from hcpy.core.words import takes_value

Meaning: TypeAlias = tuple[str, str]  # ("-D", a macro's name), whatever its value is; ("-I", a folder)

_NOTHING: Meaning = ("", "")
_MACROS = ("-D", "-U")
_FOLDERS = ("-I", "-isystem")
# Macros of the implementation and of hcpy: it costs a prefix to find out that a header names one.
_NAMED = re.compile(r"_|HCPY_|HCC_|HCRT_|KALMAR|NDEBUG$")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_PIECES = 3  # that ## joins
# Strings come first: // in one begins no comment.
_COMMENT = re.compile(rb'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_WORD = re.compile(rb"\w+")
_INCLUDED = re.compile(
    rb"(?:#[ \t]*(?:include|include_next|import|embed)\b|__has_(?:include|include_next|embed)[ \t]*\()"
    rb'[ \t]*(?:[<"]([^>"\n]*)|\w)'
)
_LOCKS: dict[str, threading.Lock] = {}

os.register_at_fork(after_in_child=_LOCKS.clear)  # the threads that held them are the parent's


@dataclass(frozen=True)
class Flags:
    """The flags of a unit's part."""

    words: tuple[str, ...]
    own: str  # our headers' folder, which all parts have as one of -isystem

    def in_question(self) -> frozenset[Meaning]:
        """What may mean nothing to a prefix."""
        found = {meaning for _, meaning in _flags(self.words)} - {_NOTHING}
        moves = any(word.startswith("-working-directory") for word in self.words)
        return frozenset(meaning for meaning in found if not (self._matters(meaning) or moves))

    def without(self, idle: frozenset[Meaning]) -> tuple[str, ...]:
        """The words without these flags. To clang a folder of -isystem is none of -I."""
        doubled = ("-I", self.own) if ("-isystem", self.own) in itertools.pairwise(self.words) else None
        return tuple(
            word
            for words, meaning in _flags(self.words)
            if meaning not in idle and (meaning != doubled or words[0] == "-isystem")
            for word in words
        )

    def _matters(self, meaning: Meaning) -> bool:
        kind, value = meaning
        if kind == "-I":
            return value.startswith(self.own)
        return _NAMED.match(value) is not None or not _NAME.fullmatch(value)


def _flags(words: Iterable[str]) -> Iterator[tuple[tuple[str, ...], Meaning]]:
    """The words of each flag, and what it means."""
    rest = iter(words)
    for word in rest:
        if takes_value(word):
            option, value = word, next(rest, "")
            flag: tuple[str, ...] = (word, value)
        else:
            option = next((option for option in (*_MACROS, "-I") if word.startswith(option)), "")
            flag, value = (word,), word[len(option) :]
        if option in _MACROS:
            yield flag, ("-D", re.split(r"[=(]", value, maxsplit=1)[0])
        else:
            yield flag, ("-I", value) if option in _FOLDERS else _NOTHING


def mattering(
    store: Cache, headers: Sequence[str], version: str, asked: frozenset[Meaning]
) -> frozenset[Meaning]:
    """Those that mean something to the headers; `version` is another one where a header has changed."""
    if not asked:
        return asked
    macros = sorted(value for kind, value in asked if kind == "-D")
    try:
        named, included = _named(store, headers, version, macros)
    except OSError:
        return asked
    return frozenset(
        (kind, value)
        for kind, value in asked
        if (value in named if kind == "-D" else _may_serve(value, included))
    )


def _may_serve(folder: str, included: Iterable[str]) -> bool:
    """May a header be looked up in the folder, and be there?"""
    try:
        entries = {".", "..", *os.listdir(folder)}
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return any(
        not name or (name.partition("/")[0] in entries and os.path.exists(os.path.join(folder, name)))
        for name in included
    )


def _named(
    store: Cache, headers: Sequence[str], version: str, macros: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The macros that headers name, and what headers they include; "" is any."""
    text_key = _key("words", version)
    key = _key(version, *macros)
    with _LOCKS.setdefault(text_key, threading.Lock()):  # several parts have the same headers
        payload = store.get(key)
        if payload is None:
            words, included = _words(store, text_key, headers)
            payload = json.dumps([[name for name in macros if _is_made_of(name, words)], included]).encode()
            store.put(key, payload)
    named, included = json.loads(payload)
    return named, included


def _words(store: Cache, key: str, headers: Sequence[str]) -> tuple[frozenset[str], list[str]]:
    """All words of the headers, and what headers they include."""
    payload = store.get(key)
    if payload is None:
        words: set[bytes] = set()
        included: set[bytes] = set()
        for name in headers:
            with open(name, "rb") as file:
                text = _COMMENT.sub(rb" \1", file.read().replace(b"\\\n", b""))
            words.update(_WORD.findall(text))
            included.update(_INCLUDED.findall(text))
        payload = b" ".join(sorted(words)) + b"\n" + b"\n".join(sorted(included))
        store.put(key, payload)
    text_of_words, _, names = payload.decode("utf-8", "surrogateescape").partition("\n")
    return frozenset(text_of_words.split(" ")), names.split("\n")


def _is_made_of(name: str, words: frozenset[str], pieces: int = _PIECES) -> bool:
    """Is the name a word, or so many words after one another?"""
    if name in words:
        return True
    ends = range(1, len(name)) if pieces > 1 else ()
    return any(name[:end] in words and _is_made_of(name[end:], words, pieces - 1) for end in ends)


def _key(*words: str) -> str:
    text = json.dumps(["idle flags 1", *words])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
