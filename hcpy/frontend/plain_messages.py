"""clang's messages in the user's words: the file's lines, the dialect's names, a sentence for a wrong index.

Takes: clang's stderr.
Gives: the same messages; quoted lines are the file's own, not those that the edits made of them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from hcpy.core.diagnostics import blocks, without_escapes
from hcpy.core.encoding import decode
from hcpy.core.model import Dialect
from hcpy.frontend.clause_hints import with_clause
from hcpy.frontend.consequences import without_consequences
from hcpy.frontend.header_hints import with_header, with_namespaces_header
from hcpy.frontend.texel_writes import with_texture
from hcpy.frontend.unqualified import without_repeats

_MESSAGE = re.compile(
    r"^(?P<file>[^\n:|]+):(?P<line>\d+):(?P<column>\d+): (?:fatal )?(?:error|warning|note): "
)
_QUOTED = re.compile(r"^ *(?P<line>\d+) \| ")
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:line[ \t]+)?\d", re.MULTILINE)
# hcpy's headers: the dialects' own names lie in include/ itself.
_OWN_HEADERS = re.compile(r"/include/(?:hcrt/|ms_compat/|(?:hcc/)?(?:amp|hc|kalmar_)\w*\.(?:h|hpp)$)")
_SYSTEM = ("/usr/", "/opt/")
_SCRATCH = "<scratch space>"  # where clang has what ## makes
_INSIDE = "Kalmar::"  # where both dialects' classes are
_NO_SUBSCRIPT = re.compile(
    r"(?P<head>error: (?:\033\[[0-9;]*m)*)(?:no viable overloaded operator\[\] for type"
    r"|no matching function for call to object of type)"
    r" '(?:const )?(?P<object>[^']*\b(?:array|array_view)<[^']*>)'"
)
_INDICES = re.compile(
    r"no known conversion from '(?P<given>[^']*)' to 'const (?:\w+::)*index<(?P<rank>\d+)>'"
)

_ALIASED = re.compile(r" \(aka '[^']*hcrt::vectors::[^']*'\)")  # int_2 says more
_VECTOR = re.compile(
    r"(?:hcrt::vectors::)?short_vector_of<(?P<sign>unsigned )?(?P<type>[\w: ]+), (?P<size>\d+), \w+>"
)
# The element type of a view that reinterpret_as gives.
_LIKE = re.compile(
    r"hcrt::conditional_t<std::is_const<(?P<of>[^<>]*)>::value, const (?P<type>[^,<>]*), (?P=type)>"
)
# A tile_static variable is a static one to clang.
_NO_SIZE = "variable length array declaration cannot have 'static' storage duration"
_SIZE = "an array that is static or tile_static needs a constant size"
# Of AMD's run time, which hcc's programs could call.
_NO_HSA = re.compile(r"'(?:hsa/)?hsa(?:_\w+)?\.h' file not found")
_HSA = (
    ": it is a part of AMD's HSA run time, which hcpy does not have; accelerator::is_hsa_accelerator(), "
    "get_hsa_agent() and their kin need no header"
)
_STEP = re.compile(r"cannot (?P<step>in|de)crement value of type (?P<type>'[^']*'(?: \(aka '[^']*'\))?)")
_NO_CLASS = r"(?:unsigned |signed |long )*(?:int|char|short|long|float|double|bool)'|[^']*[*\])]'"
_UNARY = re.compile(
    rf"indirection requires pointer operand \((?P<pointed>'(?!{_NO_CLASS})[^']*') invalid\)"
    rf"|invalid argument type (?P<type>'(?!{_NO_CLASS})[^']*'(?: \(aka '[^']*'\))?) to unary expression"
)
_NO_LAUNCH = re.compile(r"no matching function for call to 'parallel_for_each'(?=\033|$)", re.MULTILINE)
_LAUNCH_HEADER = "/include/hcrt/detail/launch.hpp:"  # what the notes on the candidates name
_LAUNCH = (
    "no matching function for call to 'parallel_for_each': it takes an extent or a tiled_extent and a kernel,"
    " and may take an accelerator_view before them"
)
_NO_TILE = re.compile(r"no matching member function for call to 'tile'(?=\033|$)", re.MULTILINE)
_TILE_HEADER = re.compile(r"/include/hcrt/detail/\w+\.hpp:")
_TILE = "no matching member function for call to 'tile': it takes a size for each of the extent's dimensions"
_NO_ATOMIC = re.compile(r"no matching function for call to 'atomic_\w+'(?=\033|$)", re.MULTILINE)
_ATOMIC_HEADER = re.compile(r"/include/hcrt/detail/\w*atomics\.hpp:")
_POINTED = re.compile(r" to '(?:std::)?(?P<type>[\w ]+) \*'[^\n]* for (?:1st|first) argument")
_NO_ELEMENT = re.compile(
    r"cannot assign to return value because function 'operator(?:\[\]|\(\))' returns a const value"
    r"(?=(?:.|\n)*?/include/hcrt/detail/(?P<view>array(?:_view)?)\.hpp:\d+:\d+: (?:\033\[[0-9;]*m)*note: )"
)
_CONST_ELEMENTS = {
    "array": "cannot assign to an element of a const array; a kernel captures arrays by reference, "
    "as '[&a]': what it captures by value is const",
    "array_view": "cannot assign to an element of an array_view of const",
}
_CONSTANT = re.compile(r"error: (?:\033\[[0-9;]*m)*default initialization of an object of const type ")
_CONSTANT_KIND = re.compile(r"default initialization of an object of const type '[^']*'")
_TILE_STATIC_BEFORE = re.compile(r"[^;{}]*\btile_static\b[^;{}]*$")
_TILE_CONSTANT = "a tile_static variable can't be const: nothing could give it a value"
_INITIALISED = re.compile(
    r"error: (?:\033\[[0-9;]*m)*(?:initialization is not supported for __shared__"
    r"|a tile_static variable can't have an initialiser)"
)
_ACCESSOR = re.compile(r"error: (?:\033\[[0-9;]*m)*cannot find suitable [gs]etter for property ")

_LAUNCHED = re.compile(
    r"in instantiation of function template specialization "
    r"'(?:hc|Concurrency)::parallel_for_each<.*' requested here"
)
_EXTENSION = re.compile(r"(?: in C\+\+)? (?P<verb>is|are) an? Clang extension\b")
# As with -fms-compat, where the keyword may be left out; clang has no flag for it.
_KEYWORD = re.compile(r"warning: (?:\033\[[0-9;]*m)*use 'template' keyword to treat ")


def in_users_words(stderr: str, dialect: Dialect) -> str:
    """All messages."""
    last = stderr.rstrip("\n").rpartition("\n")[2]
    summary = f"{last}\n" if " generated" in last and "|" not in last else ""
    found = blocks(stderr)
    # A property whose function was refused: reported once.
    kept = without_consequences([b for i, b in enumerate(found) if i == 0 or not _ACCESSOR.search(b)])
    kept = without_repeats(kept, dialect)
    # A constant without a value: clang refuses what it makes up in its place as well.
    constants = {i + 1 for i, b in enumerate(kept) if _CONSTANT.search(b)}
    kept = [b for i, b in enumerate(kept) if i not in constants or not _INITIALISED.search(b)]
    kept = list({_first_line(b) if _TILE_CONSTANT in b else b: b for b in map(_tile_constant, kept)}.values())
    kept = [b for b in kept if not _KEYWORD.search(b)]
    if len(kept) < len(found) and summary:
        counts = [
            (word, sum(f"{word}: " in without_escapes(b) for b in kept)) for word in ("warning", "error")
        ]
        made = " and ".join(f"{n} {word}{'' if n == 1 else 's'}" for word, n in counts if n)
        summary = f"{made} generated.\n" if made else ""
    return "".join(_reworded(block, dialect) for block in kept) + summary


def _first_line(block: str) -> str:
    return without_escapes(block).partition("\n")[0]


def _tile_constant(block: str) -> str:
    """A constant that is tile_static: not how to initialise it, which it can't be. Those of one line are told
    in the same words, of the first."""
    head = _MESSAGE.match(without_escapes(block))
    if head is None or not _CONSTANT.search(_first_line(block)):
        return block
    lines, number, column = _lines(head["file"]), int(head["line"]), int(head["column"])
    before = _TILE_STATIC_BEFORE.search(lines[number - 1][: column - 1]) if number <= len(lines) else None
    if before is None:
        return block
    first = lines[number - 1].find("const", before.start()) + 1
    place = f"{head['file']}:{number}:"
    shown = block.split("\n")[:2]
    message = shown[0].replace(f"{place}{column}:", f"{place}{first}:", 1)
    caret = f"{' ' * shown[1].index('|')}| {' ' * (first - 1)}^"
    return "\n".join((_CONSTANT_KIND.sub(_TILE_CONSTANT, message), shown[1], caret, ""))


def _vectors(text: str) -> str:
    """Short vectors by the names that programs have for them."""

    def name(match: re.Match[str]) -> str:
        words = match["type"].replace("hcrt::vectors::", "").replace(" ", "")
        return f"{'u' if match['sign'] else ''}{words}_{match['size']}"

    return _VECTOR.sub(name, _ALIASED.sub("", text)).replace("hcrt::vectors::", "")


def _elements(text: str) -> str:
    """The type that a view of const elements, or of others, makes of one."""
    return _LIKE.sub(lambda m: f"{'const ' if m['of'].startswith('const ') else ''}{m['type']}", text)


def _stepped(text: str) -> str:
    """Operators with one operand, of classes whose operators the code can't call."""
    text = _STEP.sub(
        lambda m: f"{m['type']} has no operator{'++' if m['step'] == 'in' else '--'} that can be called here",
        text,
    )
    return _UNARY.sub(
        lambda m: (
            f"{m['pointed']} has no operator* that can be called here"
            if m["pointed"]
            else f"{m['type']} has no such operator that can be called here"
        ),
        text,
    )


def _reworded(block: str, dialect: Dialect) -> str:
    space = "hc::" if dialect is Dialect.HC else "concurrency::"
    lines: list[str] = []
    file = ""
    is_left_out = False
    for line in _one_sentence(block, dialect).splitlines(keepends=True):
        plain = without_escapes(line)
        message = _MESSAGE.match(plain)
        quoted = _QUOTED.match(plain)
        if message is not None:
            file = message["file"]
            # What our headers declare, and how they spell it, mends no mistake of the user's.
            is_left_out = " note: " in plain and _is_noise(file, plain)
        if is_left_out:
            continue
        if quoted is not None:
            lines.append(_own_line(file, int(quoted["line"]), plain, line))
        else:
            named = with_header(line, dialect)
            named = _LAUNCHED.sub("launched here", named)
            named = _EXTENSION.sub(r" \g<verb> not standard C++", named)
            lines.append(_stepped(_elements(_vectors(named))).replace(_INSIDE, space))
    return "".join(lines)


def _is_noise(file: str, note: str) -> bool:
    """Is a note about our headers, or about how macros of the system or of ours are made?"""
    is_macros = " expanded from " in note and file.startswith(_SYSTEM)
    return is_macros or file == _SCRATCH or _OWN_HEADERS.search(file) is not None


def _one_sentence(block: str, dialect: Dialect) -> str:
    """An index of another rank: what was given and what is taken, without a list of the class's operators; a
    launch of something else: what one takes."""
    if _LAUNCH_HEADER in block:
        return _NO_LAUNCH.sub(_LAUNCH, block, count=1)
    if _ATOMIC_HEADER.search(block):
        block = _with_pointed_types(block)
    if _TILE_HEADER.search(block):
        block = _NO_TILE.sub(_TILE, block, count=1)
    block = _NO_ELEMENT.sub(lambda found: _CONST_ELEMENTS[found["view"]], block, count=1)
    block = with_namespaces_header(_with_clause(block.replace(_NO_SIZE, _SIZE)), dialect)
    block = _NO_HSA.sub(lambda found: found[0] + _HSA, block, count=1)
    head = _NO_SUBSCRIPT.search(block)
    indices = _INDICES.search(without_escapes(block))
    if head is None or indices is None:
        return block
    text = f"{head['head']}'{head['object']}' takes an 'index<{indices['rank']}>', not '{indices['given']}'"
    kept = block[: head.start()] + text + block[head.end() :]
    note = re.search(r"^[^\n|]*: (?:\033\[[0-9;]*m)*note: ", kept, re.MULTILINE)
    return kept[: note.start()] if note is not None else kept


def _with_pointed_types(block: str) -> str:
    """A call of an atomic function: what its pointer may point to, where the notes tell it."""
    types = dict.fromkeys(found["type"] for found in _POINTED.finditer(without_escapes(block)))
    if not types or "candidate template ignored" in block:
        return block
    takes = " or ".join(f"'{type_}*'" for type_ in types)
    return _NO_ATOMIC.sub(lambda found: f"{found[0]}: its first argument is {takes}", block, count=1)


def _with_clause(block: str) -> str:
    head = _MESSAGE.match(_first_line(block))
    if head is None:
        return block
    lines, number = _lines(head["file"]), int(head["line"])
    return with_clause(with_texture(block, lines), lines[number - 1]) if number <= len(lines) else block


def _own_line(file: str, number: int, plain: str, shown: str) -> str:
    """The line as the file has it; clang quotes the text that the edits made."""
    lines = _lines(file)
    if not 1 <= number <= len(lines):
        return shown
    head, _, text = plain.partition(" | ")
    own = lines[number - 1]
    return shown if text.rstrip() == own.rstrip() else f"{head} | {own}\n"


@lru_cache(maxsize=16)
def _lines(file: str) -> tuple[str, ...]:
    """A file's lines; none of one whose #line directives say otherwise."""
    try:
        text = decode(Path(file).read_bytes()).text.encode("latin-1").decode("utf-8", "replace")
    except OSError:
        return ()
    return () if _DIRECTIVE.search(text) else tuple(text.expandtabs(8).split("\n"))
