"""C++ AMP: what clang's HIP mode says of restrictions, in the words of the dialect.

Takes: clang's messages as text.
Gives: text without HIP's words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from hcpy.core.diagnostics import blocks, without_escapes

_SIDE = r"(?P<%s>__host__ __device__|__device__|__host__|__global__)"
_TO, _FROM = _SIDE % "to", _SIDE % "source"
BAD_CANDIDATE = re.compile(rf"call to {_TO} function from {_FROM} function")
IN_AMP = "is not allowed in amp-restricted code"
THE_LAMBDA = "the lambda"
_OPERATOR = "the operator for "
_AMP_ALONE = "functions restricted to amp alone"


def not_amp(name: str) -> str:
    """The message for a call of a function that is not restricted to amp."""
    if name.startswith(("operator new", "operator delete")):
        return f"'{name.split()[1]}' {IN_AMP}"
    if name.startswith("__throw_"):  # of the standard library's, and no word of the user's
        return "a function that throws where it fails can't be called in amp-restricted code"
    return f"{_quoted(name)} is not restricted to amp and can't be called in amp-restricted code"


def not_cpu(name: str) -> str:
    """The message for the use of a function that is restricted to amp alone."""
    return f"{_quoted(name)} is restricted to amp and can't be used in code for the CPU"


def global_variable(name: str) -> str:
    """The message for a variable that amp-restricted code does not have."""
    return (
        f"'{name}' can't be used in amp-restricted code, which has only local variables, "
        "parameters, members, captures and constants"
    )


def _quoted(name: str) -> str:
    if not name:
        return "this function"
    if name.startswith(_OPERATOR):
        return name
    return THE_LAMBDA if name == "operator()" else f"'{name}'"


def _bad_function(match: re.Match[str]) -> str:
    meaning = not_cpu if match["to"] in ("__device__", "__global__") else not_amp
    return meaning(match["name"])


def _bad_variable(match: re.Match[str]) -> str:
    return global_variable(match["name"])


Table = tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]
# Whole messages of HIP mode, and what they mean in C++ AMP.
_MESSAGES: Table = (
    (re.compile(rf"reference to {_TO} function '(?P<name>[^']+)' in {_FROM} function"), _bad_function),
    (re.compile(rf"reference to {_TO} variable '(?P<name>[^']+)' in {_FROM} function"), _bad_variable),
    (re.compile(rf"reference to {_TO} function '(?P<name>[^']+)' in global initializer"), _bad_function),
    (
        re.compile(rf"cannot use '(?P<name>\w+)' in {_FROM} function"),
        lambda m: f"'{m['name']}' {IN_AMP}",
    ),
    (
        re.compile(r"no matching 'operator new' function for non-allocating placement new expression"),
        lambda m: f"'new' {IN_AMP}",
    ),
    (
        re.compile(r"ambiguous member function specialization '[^']+' of '(?P<name>[^']+)'"),
        lambda m: (
            f"an explicit specialisation can't choose between the members '{m['name']}', which differ in "
            "their restrictions alone; specialise the class template"
        ),
    ),
    (
        re.compile(r"zero-length arrays are not permitted in \w+ device code"),
        lambda m: f"an array without elements {IN_AMP}",
    ),
    (
        re.compile(rf"cannot use variable-length arrays in {_FROM} functions?"),
        lambda m: f"an array of variable length {IN_AMP}",
    ),
    (
        re.compile(rf"{_TO} function '(?P<name>[^']+)' cannot overload {_FROM} function '[^']+'"),
        lambda m: f"'{m['name']}' is declared with overlapping restrictions",
    ),
    (
        re.compile(
            r"constexpr function '(?P<name>[^']+)' without __host__ or __device__ attributes cannot overload"
            r" __device__ function with the same signature.*"
        ),
        lambda m: f"constexpr '{m['name']}' can't overload one that is restricted to amp; add restrict(cpu)",
    ),
    (
        # The edits write anew what a lambda captures by reference, where they find its capture list.
        re.compile(r"capture host variable '(?P<name>[^']+)' by reference in device or host device lambda"),
        lambda m: f"'{m['name']}' is captured by reference in a macro's capture list; write the list out",
    ),
    (
        re.compile(r"initialization is not supported for __shared__ variables\.?"),
        lambda m: "a tile_static variable can't have an initialiser or a constructor",
    ),
    (
        re.compile(rf"__shared__ local variables not allowed in {_FROM} functions"),
        lambda m: f"tile_static variables are only allowed in {_AMP_ALONE}",
    ),
    (
        re.compile(r"__shared__ variable '(?P<name>[^']+)' cannot be 'extern'"),
        lambda m: f"the tile_static variable '{m['name']}' can't be 'extern'",
    ),
    (
        re.compile(r"dynamic initialization is not supported for __device__,.*"),
        lambda m: "a variable of the device can't have an initialiser that runs",
    ),
    (
        re.compile(
            r"__constant__, __device__, and __managed__ are not allowed on non-static local variables"
        ),
        lambda m: "a local variable can't be restricted",
    ),
)
_NOTES: Table = (
    (
        re.compile(rf"candidate (?:.*)not viable: {BAD_CANDIDATE.pattern}"),
        lambda m: "a candidate is declared here",
    ),
    (re.compile(r"host variable declared here"), lambda m: "declared here"),
    (
        re.compile(r"const variable cannot be emitted on device side due to dynamic initialization"),
        lambda m: "its value is no constant: it is known when the program runs",
    ),
    (
        re.compile(r"candidate template ignored: target attributes do not match"),
        lambda m: "a template with other restrictions is declared here",
    ),
)
# What is left, word by word.
_WORDS = (
    ("__host__ __device__", "restrict(cpu, amp)"),
    ("__device__", "restrict(amp)"),
    ("__host__", "restrict(cpu)"),
    ("__global__", "kernel"),
    ("__shared__", "tile_static"),
    ("__constant__", "constant"),
    ("__managed__", "managed"),
)
_SUBSCRIPT = re.compile(r"no viable overloaded operator\[\] for type '(?:const )?(?P<type>[^']+)'")
_OBJECT = re.compile(r"call to object of type '(?:const )?(?P<type>[^'()]+)'")
_CALLED = re.compile(
    r"(?:call to (?:\w+ )*?|initialization of |overloaded |function |cast from '[^']*' to )'(?P<name>[^']+)'"
)
_KEY = re.compile(r"^(?:struct|class|union) ")  # of a class that is defined with its variable
_OPERANDS = re.compile(
    r"invalid operands to binary expression \((?P<left>'[^']*')(?: \(aka [^()]*\))? and (?P<right>'[^']*')"
)
_LINE = re.compile(
    r"^(?P<head>[^|\n]*?(?:error|warning|note): (?:\033\[[0-9;]*m)*)(?P<text>.*)$", re.MULTILINE
)


def translated(text: str, table: Table = _MESSAGES) -> str | None:
    """The dialect's words for one of HIP mode's messages; None: it is none of them."""
    for pattern, meaning in table:
        match = pattern.search(text)
        if match is not None:
            return meaning(match)
    return None


def in_words(text: str) -> str:
    """One message without HIP's words."""
    known = translated(text, (*_MESSAGES, *_NOTES))
    if known is not None:
        return known
    for theirs, ours in _WORDS:
        text = text.replace(theirs, ours)
    return text


def no_candidate(text: str, notes: Iterable[str]) -> str | None:
    """The rule where overload resolution failed for the restrictions; `notes` are on the candidates."""
    for note in notes:
        found = BAD_CANDIDATE.search(note)
        if found is not None:
            name = _name_of_called(text)
            return not_cpu(name) if found["source"] == "__host__" else not_amp(name)
    return None


def _name_of_called(text: str) -> str:
    """What a message says about a function that can't be called; empty where it names none."""
    called, subscript, operands = _CALLED.search(text), _SUBSCRIPT.search(text), _OPERANDS.search(text)
    if subscript:
        return f"operator[]' of '{subscript['type']}"
    if operands:
        return f"{_OPERATOR}{operands['left']} and {operands['right']}"
    if made := _OBJECT.search(text):
        return f"operator()' of '{made['type']}"
    if called is None:
        return ""
    return _KEY.sub("", called["name"].partition("[")[0])  # of an array's elements


def in_amp_words(stderr: str) -> str:
    """clang's messages with C++ AMP's words; the source lines that they quote stay."""
    return "".join(_reworded(block) for block in blocks(stderr)) + _summary(stderr)


def _summary(stderr: str) -> str:
    """The last line counts the errors; HIP's says for which side."""
    last = stderr.rstrip("\n").rpartition("\n")[2]
    return re.sub(r" when compiling for [\w.-]+$", ".", last) + "\n" if " generated" in last else ""


def _reworded(block: str) -> str:
    lines = list(_LINE.finditer(block))
    texts = [without_escapes(line["text"]) for line in lines]
    at_head = next((i for i, line in enumerate(lines) if "error: " in line["head"]), 0)
    head = no_candidate(texts[at_head], texts[at_head + 1 :]) if texts else None

    def reword(match: re.Match[str]) -> str:
        if head is not None and match.start() == lines[at_head].start():
            return match["head"] + head + ("\033[0m" if "\033[" in match["text"] else "")
        return match["head"] + in_words(match["text"])

    return _LINE.sub(reword, block)
