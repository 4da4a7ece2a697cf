"""Turns mangled C++ names into those that users wrote.

Takes a symbol; gives its readable form, or the symbol itself where it is none or the C++ library lacks.
"""

from __future__ import annotations

import ctypes
import functools
import re

# The C++ library's, our headers', and the functions of devices that those declare.
_PROVIDED = re.compile(
    r"_ZN?K?St|_ZN?K?S[absiod]|_Z[nd][wal]|_ZN?K?4hcrt|_ZT|_ZG"
    r"|_Z\d+(?:get_(?:group_id|local_id|global_id|local_size|num_groups|global_size|(?:max_)?sub_group_\w+)"
    r"|sub_group_ballot|sub_group_shuffle|mul_hi|barrier|__spirv_MemoryBarrier)[ijmv]+$"
)
# Of a function of OpenCL C: numbers, vectors of them, and pointers.
_PARAMETERS = re.compile(r"(?:[fdijlmhcstv]|P(?:U3AS\d)?|Dv\d+_|Dh)*")
# clang's condition of an overload, which the C++ library's demangler does not know.
_CONDITION = re.compile(r"Ua9enable_ifI(?:X(?:[a-z]{2}|L[a-z]\d+E)+E|L[a-z]\d+E)+E")
_CALLED = re.compile(r"[^(]*\boperator\(\)|[^(]*")  # what stands before a function's arguments
_ARGUMENTS = re.compile(r"(?<!operator)(?<!operator<)<[^<>]*>")  # of a template's instance
_INLINE_NAMESPACES = ("__cxx11", "_V2", "__1")  # of the C++ library; nobody writes them
_LIBRARIES = ("libstdc++.so.6", "libc++abi.so.1", "libc++abi.dylib")


@functools.cache
def _demangler() -> tuple[ctypes.CDLL, ctypes.CDLL] | None:
    """The C++ library with __cxa_demangle, and the C library that frees what it returns."""
    for name in _LIBRARIES:
        try:
            library = ctypes.CDLL(name)
            library.__cxa_demangle.restype = ctypes.c_void_p
        except (OSError, AttributeError):
            continue
        c_library = ctypes.CDLL(None)
        c_library.free.argtypes = [ctypes.c_void_p]
        return library, c_library
    return None


@functools.cache
def demangle(symbol: str) -> str:
    """`_Z3fooi` -> `foo(int)`; `_ZTSN1a1bE` -> `a::b`."""
    if not symbol.startswith("_Z") or (libraries := _demangler()) is None:
        return symbol
    library, c_library = libraries
    status = ctypes.c_int()
    raw = library.__cxa_demangle(_CONDITION.sub("", symbol).encode(), None, None, ctypes.byref(status))
    if not raw:
        return symbol
    try:
        text = ctypes.string_at(raw).decode()
    finally:
        c_library.free(raw)
    return text.removeprefix("typeinfo name for ")


def function_name(symbol: str) -> str:
    """`_ZN1a1bIiE1cEv` -> `c`: without its classes, its arguments and those of templates."""
    return _bare_name(symbol).rpartition("::")[2].strip()


def class_or_function(symbol: str) -> str:
    """Of the C++ library: `std::vector` of its members, `std::make_unique` of a function that is none."""
    parts = [p for p in _bare_name(symbol).split(" ")[-1].split("::") if p not in _INLINE_NAMESPACES]
    named = parts[:-1] if len(parts) > 2 else parts
    return "::".join("string" if part == "basic_string" else part for part in named)


def _bare_name(symbol: str) -> str:
    """Qualified, without arguments."""
    name, count = demangle(symbol), 1
    while count:
        name, count = _ARGUMENTS.subn("", name)
    called = _CALLED.match(name)
    return called[0] if called else name


def is_provided(symbol: str) -> bool:
    """Is it a function that no user defines for devices?"""
    return _PROVIDED.match(symbol) is not None


@functools.cache
def opencl_name(symbol: str) -> str:
    """`_Z3sinf` -> `sin`: the name of what may be a function of OpenCL C; empty where it can be none."""
    if not symbol.startswith("_Z"):
        return ""
    digits = symbol[2:4] if symbol[3:4].isdigit() else symbol[2:3]
    if not digits.isdigit():
        return ""
    start = 2 + len(digits)
    name, parameters = symbol[start : start + int(digits)], symbol[start + int(digits) :]
    return name if _PARAMETERS.fullmatch(parameters) is not None else ""


@functools.cache
def plain_name(symbol: str) -> tuple[str, ...]:
    """The parts of a function's qualified name without template arguments: `_ZN1a1bIiEEvi` -> ("a", "b").

    Operators of all kinds are "operator", a destructor has its class's name.
    """
    text = _without_arguments(demangle(symbol))
    head, operator, _ = text.partition("operator")
    if operator and (not head or head[-1] in ": "):
        return (*_parts(head.removesuffix("::")), "operator")
    return tuple(part.removeprefix("~") for part in _parts(text))


def _parts(text: str) -> list[str]:
    """The qualified name at the end of a text, after a return type."""
    plain, depth = "", 0
    for c in text:
        depth += c == "<"
        if not depth:
            plain += c
        depth -= c == ">"
    return [part for part in plain.split(" ")[-1].split("::") if part]


def kernel_name(call_operator: str) -> str:
    """A kernel's short name from its call operator's symbol: `main::lambda`, `Functor`."""
    name = re.sub(r"\{lambda\(.*?\)#\d+\}", "lambda", _without_arguments(demangle(call_operator)))
    name = re.sub(r"\{unnamed type#\d+\}", "unnamed", name)
    return name.removesuffix("::operator()").removeprefix("void ")


def _without_arguments(name: str) -> str:
    """Leaves out the argument lists of functions, keeps template arguments, lambdas and `operator()`."""
    out: list[str] = []
    depth = 0
    at = 0
    while at < len(name):
        if name.startswith("operator()", at):
            if not depth:
                out.append("operator()")
            at += len("operator()")
            continue
        c = name[at]
        if c == "{":
            end = name.find("}", at)
            if not depth:
                out.append(name[at : end + 1])
            at = end
        elif c == "(" and name.startswith("(anonymous namespace)", at):
            if not depth:
                out.append("(anonymous namespace)")
            at += len("(anonymous namespace)") - 1
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
        elif not depth:
            out.append(c)
        at += 1
    return "".join(out).replace(" const", "").strip()
