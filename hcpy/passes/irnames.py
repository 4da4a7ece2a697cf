"""Names, nesting and types in textual LLVM IR.

Takes pieces of IR text; gives symbols, brackets' places, list elements and types.
"""

from __future__ import annotations

import re

NAME = r'(?:"[^"]*"|[-\w$.]+)'
_OPENING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_CLOSING = frozenset(_OPENING.values())
_NESTING = re.compile(r'[()\[\]{}<>,]|"[^"]*"')


def unquote(name: str) -> str:
    """The symbol behind a printed name: `"a\\22b"` is a"b, plain names are themselves."""
    if not name.startswith('"'):
        return name
    raw = re.sub(r"\\(\\|[0-9A-Fa-f]{2})", lambda m: "\\" if m[1] == "\\" else chr(int(m[1], 16)), name[1:-1])
    return raw.encode("latin-1", "replace").decode("utf-8", "surrogateescape")


def quote(symbol: str) -> str:
    """The printed form of a symbol, without its sigil."""
    if re.fullmatch(r"[-a-zA-Z$._][-\w$.]*", symbol, re.ASCII):
        return symbol
    plain = {byte: chr(byte) for byte in range(32, 127) if chr(byte) not in '"\\'}
    return (
        '"'
        + "".join(plain.get(byte, f"\\{byte:02X}") for byte in symbol.encode("utf-8", "surrogateescape"))
        + '"'
    )


def find_close(text: str, begin: int) -> int:
    """The place of the bracket that closes the one at `begin`; quoted text does not count."""
    depth = 0
    for found in _NESTING.finditer(text, begin):
        c = found.group()
        if c in _OPENING:
            depth += 1
        elif c in _CLOSING:
            depth -= 1
            if not depth:
                return found.start()
    raise ValueError(f"unbalanced brackets in IR: {text[begin : begin + 60]}")


def split_list(text: str) -> list[str]:
    """The parts of a comma separated list, nested lists and quoted text kept whole."""
    parts: list[str] = []
    begin = depth = 0
    for found in _NESTING.finditer(text):
        c = found.group()
        if c in _OPENING:
            depth += 1
        elif c in _CLOSING and depth:
            depth -= 1
        elif c == "," and not depth:
            parts.append(text[begin : found.start()].strip())
            begin = found.end()
    if depth:
        raise ValueError(f"unbalanced brackets in IR: {text[begin : begin + 60]}")
    last = text[begin:].strip()
    return [*parts, last] if last else parts


def split_type(text: str) -> tuple[str, str]:
    """The type at the beginning of `text` and what follows it: `[2 x i32] undef` gives both."""
    text = text.lstrip()
    if text[0] in _OPENING:
        end = find_close(text, 0) + 1
    elif match := re.match(rf"%{NAME}|ptr addrspace\(\d+\)|target\(|\w+", text):
        end = match.end()
        if match.group() == "target(":
            end = find_close(text, end - 1) + 1
    else:
        raise ValueError(f"no type in IR: {text[:60]}")
    return text[:end], text[end:].lstrip()
