"""Which headers a unit's precompiled prefix may hold: those that it reads in any case.

Takes: a TranslationUnit.
Gives: the dialect's header, and the headers of the standard library and ours that the user's files include
outside of any condition. The prefix reads them first; where the program's own text could make them mean
something else there is no prefix.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hcpy.core.dataclass import dataclass
from hcpy.core.flags import STANDARD_INPUT
from hcpy.core.model import TranslationUnit
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.textual import unit_text

_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)[ \t]*([^\n]*)", re.MULTILINE)
_NAMED = re.compile(r'([<"])([^>"]+)[>"]')
# Macros that the standard headers or ours look at, and keywords: who defines one gets headers of his own.
_MATTERS = re.compile(
    r"_GLIBCXX|_GNU_SOURCE|_POSIX|_XOPEN|_BSD|_FILE_OFFSET|_LARGEFILE|__STDC|_ISOC|_DEFAULT_SOURCE|_REENTRANT"
    r"|_FORTIFY|_LIBCPP|__NO_|HCC_|HCPY_|HCRT_|__HCC|__KALMAR|KALMAR|_TIME_BITS|__CUDA|__HIP|__has|__GPU"
    r"|(?:private|protected|public|class|struct|const|static|inline|restrict|tile_static|index|extent|template"
    r"|typename|auto|int|long|unsigned|bool|char|short|float|double|virtual|explicit|operator|new|delete|this"
    r"|assert|noexcept|namespace|using|typedef|for|if|else|while|return|true|false|nullptr|override|final)\b"
)
_UNFORESEEN_FLAGS = ("-include", "-imacros", "-fmodule", "-save-temps", "--save-temps", "-x", "-Wp,", "-E")
_DIALECTS = ("amp.h", "hc.hpp")
# Not <cassert>, which means something else each time, and not <iostream>, which the dialects' prefixes have.
_STANDARD = frozenset(
    """algorithm any array atomic barrier bit bitset cctype cerrno cfenv cfloat charconv chrono
    cinttypes climits clocale cmath codecvt compare complex concepts condition_variable coroutine
    csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque
    exception execution filesystem forward_list fstream functional future initializer_list iomanip ios
    iosfwd istream iterator latch limits list locale map memory memory_resource mutex new numbers
    numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex
    source_location span sstream stack stdexcept stop_token streambuf string string_view system_error
    thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant
    vector version""".split()
)
_OURS = frozenset(
    """amp_graphics.h amp_math.h amp_short_vectors.h hc_algorithms.hpp hc_am.hpp hc_atomics.hpp
    hc_device_info.hpp hc_distributed.hpp hc_image.hpp hc_loops.hpp hc_math.hpp hc_matrix.hpp
    hc_pitched_array.hpp hc_print.hpp hc_printf.hpp hc_random.hpp hc_short_vector.hpp hc_specialized.hpp
    hc_tuple.hpp hc_vector_math.hpp pinned_vector.hpp""".split()
)
_IDLE_PRAGMAS = ("once", "comment", "region", "endregion", "warning")  # change nothing that follows
# Microsoft's, in its mode: not those that projects have files of their own of, such as stdafx.h.
_MICROSOFT = frozenset(
    """agents.h concrt.h concurrent_priority_queue.h concurrent_queue.h concurrent_unordered_map.h
    concurrent_unordered_set.h concurrent_vector.h conio.h crtdbg.h intrin.h mmsystem.h objbase.h ppl.h
    ppltasks.h process.h sal.h strsafe.h tchar.h windows.h""".split()
)
# Macros that these look at: who defines one in the text gets them where they are included.
_CHOICES = re.compile(r"(?:NOMINMAX|_MBCS|TEXT|S_OK)\b")


@dataclass(frozen=True)
class PrefixHeaders:
    """What a prefix holds."""

    dialect: str  # the file's name in include/hcrt/prefix
    further: tuple[str, ...]  # as <...> names them, in the order of the user's files


def prefix_headers(unit: TranslationUnit) -> PrefixHeaders | None:
    """None: this unit is to have no prefix."""
    if unit.source.name == STANDARD_INPUT:
        return None  # its flags name the private folder: the prefix would be of no use to another run
    if any(a.startswith(_UNFORESEEN_FLAGS) for a in unit.clang_args):
        return None
    sources = unit_text(unit).sources
    own = {path.name for path in sources}
    names = dict.fromkeys(_unconditional(sources[unit.source], sources, {unit.source}))
    dialects = [name for name in _DIALECTS if name in names]
    if not dialects or not own.isdisjoint((*_DIALECTS, "iostream")):
        return None
    defined = [rest for source in sources.values() for rest in _defined(source)]
    if any(_MATTERS.match(rest) for rest in defined):
        return None
    stem = "both" if len(dialects) == 2 else dialects[0].partition(".")[0]
    if unit.ms_compat:
        if stem != "amp":
            return None  # Visual C++ had no HC
        stem = "ms_amp"
    suffix = "_iostream" if "iostream" in names else ""
    held = _STANDARD | _OURS
    if unit.ms_compat and not any(_CHOICES.match(rest) for rest in defined):
        held |= _MICROSOFT
    own |= {name.lower() for name in own}
    spelled = (name.lower() if name.lower() in _MICROSOFT else name for name in names)
    further = tuple(dict.fromkeys(name for name in spelled if name in held and name not in own))
    return PrefixHeaders(f"{stem}{suffix}.hpp", further)


def _defined(source: SourceText) -> list[str]:
    """What stands behind each #define and #undef."""
    return [rest for word, rest in _DIRECTIVE.findall(source.text) if word in ("define", "undef")]


def _unconditional(source: SourceText, sources: dict[Path, SourceText], seen: set[Path]) -> Iterator[str]:
    """What a file, and those of the user's that it includes, include outside of any #if and before any
    #pragma, which may change what follows."""
    directives = _DIRECTIVE.findall(source.text)
    depth = -1 if _is_guarded(directives) else 0
    for word, rest in directives:
        if word.startswith("if"):
            depth += 1
        elif word == "endif":
            depth -= 1
        elif word == "pragma" and not rest.startswith(_IDLE_PRAGMAS):
            return
        elif word == "include" and depth == 0 and (named := _NAMED.match(rest)):
            yield named[2]
            if named[1] == '"':
                found = [path for path in sources if path not in seen and _may_be(path, named[2])]
                if len(found) == 1:
                    seen.add(found[0])
                    yield from _unconditional(sources[found[0]], sources, seen)


def _is_guarded(directives: list[tuple[str, str]]) -> bool:
    """Does #ifndef with the #define of the same macro enclose the file?"""
    if len(directives) < 3 or directives[0][0] != "ifndef":
        return False
    return directives[1][0] == "define" and directives[0][1].split()[:1] == directives[1][1].split()[:1]


def _may_be(path: Path, name: str) -> bool:
    return path.parts[-len(Path(name).parts) :] == Path(name).parts
