"""What the C and C++ libraries have for the host alone: files, streams, locks, threads, random numbers that
all threads share, the process' end. No target's kernels call it, though on the host target the program
has it.

Takes: symbols that a module lacks.
Gives: which of them are such functions, what to say of them, and which calls are one mistake.
"""

from __future__ import annotations

import os
from pathlib import Path

from hcpy.core.dataclass import replace
from hcpy.core.model import Diagnostic, Location
from hcpy.frontend.text.lexer import SourceText

_OF_C = frozenset(
    "rand srand random srandom drand48 lrand48 mrand48 srand48 fopen fopen64 fdopen freopen fclose fflush "
    "fread fwrite fgetc fgets fputc fputs fprintf vfprintf fscanf __isoc99_fscanf __isoc23_fscanf fseek "
    "ftell getc getchar gets scanf __isoc99_scanf __isoc23_scanf ungetc perror remove rename tmpfile getenv "
    "setenv system popen pclose sleep usleep nanosleep exit _exit _Exit quick_exit atexit "
    "at_quick_exit".split()
)
_OF_THREADS = ("pthread_", "_ZNSt6thread", "_ZNSt18condition_variable", "_ZNSt13random_device")
# libstdc++'s names of stream classes, and of what their functions call.
_STREAMS = (
    "_ZNSo",
    "_ZNSi",
    "_ZNSd",
    "_ZNKSt5ctype",
    "_ZNSt8ios_base",
    "_ZNSt9basic_ios",
    "_ZNKSt9basic_ios",
    "_ZNSt13basic_ostream",
    "_ZNSt13basic_istream",
    "_ZNSt14basic_iostream",
    "_ZNSt13basic_filebuf",
    "_ZNSt14basic_ofstream",
    "_ZNSt14basic_ifstream",
    "_ZSt16__ostream_insert",
    "_ZStls",
    "_ZStrs",
    "_ZSt4endl",
    "_ZSt5flush",
)
_STREAM_HEADERS = frozenset(
    "ostream istream iostream fstream sstream iomanip ios_base.h basic_ios.h locale_facets.h ostream.tcc "
    "istream.tcc ostream_insert.h ostream.h quoted_string.h".split()
)
_STATEMENT_ENDS = frozenset((";", "{", "}"))
NO_STREAMS = "the C++ library's streams are for the host alone; hc::printf prints in a kernel"


def is_hosts(name: str) -> bool:
    """Is a function of the libraries for the host alone?"""
    return name in _OF_C or name.startswith(_OF_THREADS) or is_streams(name)


def is_streams(name: str) -> bool:
    return name.startswith(_STREAMS)


def is_stream_header(file: str) -> bool:
    """Is what it has compiled into kernels of streams?"""
    return os.path.basename(file) in _STREAM_HEADERS


class Statements:
    """Tells which places are in one statement of the user's."""

    def __init__(self) -> None:
        self._sources: dict[str, SourceText | None] = {}

    def start(self, error: Diagnostic) -> Location | None:
        """Where the statement begins that an error is in; the line where the file does not tell."""
        place = error.location
        source = self._source(place.file) if place is not None else None
        if place is None or source is None or source.line_directives:
            return replace(place, column=0) if place is not None else None
        at = source.token_of(place)
        while at > 0 and source.text_of(at - 1) not in _STATEMENT_ENDS:
            at -= 1
        return Location(place.file, *source.line_column(source.tokens[at].begin))

    def _source(self, file: str) -> SourceText | None:
        if file not in self._sources:
            try:
                self._sources[file] = SourceText.read(Path(file))
            except OSError:
                self._sources[file] = None
        return self._sources[file]
