"""Reports what kernels reach and no device can do, on the IR as clang made it.

Takes a Lowering; adds errors for exceptions, operator new and delete, recursion, foreign inline assembler,
long double and variadic functions. It sees inside templates, where the rules on the AST may not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from hcpy.model import Dialect
from hcpy.passes.call_chain import CallChains
from hcpy.passes.demangle import demangle
from hcpy.passes.find_kernels import reachable
from hcpy.passes.irtext import Call, Function, parse_call
from hcpy.passes.lowering import Lowering

_THROWS = frozenset(("__cxa_throw", "__cxa_rethrow"))
_CATCHES = frozenset(("__cxa_begin_catch", "__cxa_get_exception_ptr"))
_NEW = re.compile(r"_Zn[wa]m")
_DELETE = re.compile(r"_Zd[la]P")
_DBG = re.compile(r"!dbg !(\d+)")


def run(lowering: Lowering) -> None:
    module = lowering.module
    chains = CallChains(lowering)
    for name in chains.functions:
        function = module.functions.get(name)
        if function is None or function.is_declaration:
            continue
        for message, dbg in _findings(lowering, function):
            lowering.diagnostics.append(chains.error(message, name, dbg))
    if lowering.unit.dialect is Dialect.AMP:
        for name, callee, dbg in _recursions(lowering, chains):
            text = f"recursion of '{demangle(callee)}' is not allowed in a kernel"
            lowering.diagnostics.append(chains.error(text, name, dbg))
    elif lowering.target.kind == "spirv":
        _leave_out_recursion(lowering, chains)


def _findings(lowering: Lowering, function: Function) -> Iterator[tuple[str, int | None]]:
    """(message, DILocation) of each broken rule in one function, each message once."""
    seen: set[str] = set()
    for line in function.body:
        message = _finding(lowering, line)
        if message is not None and message not in seen:
            seen.add(message)
            found = _DBG.search(line)
            yield message, int(found.group(1)) if found else None
    if lowering.target.kind == "spirv" and function.is_variadic:
        yield f"variadic function '{demangle(function.name)}' is not allowed in a kernel", None


def _finding(lowering: Lowering, line: str) -> str | None:
    call = parse_call(line)
    if call is not None and (message := _call_finding(lowering, call)) is not None:
        return message
    if " landingpad " in line:
        return None  # clean-ups have one too; a handler calls __cxa_begin_catch
    if "x86_fp80" in line and lowering.target.kind != "host":
        return "'long double' is not allowed in a kernel"
    return None


def _call_finding(lowering: Lowering, call: Call) -> str | None:
    if call.asm is not None:
        return _asm_finding(lowering, call.asm)
    callee = call.callee or ""
    if callee in _THROWS:
        return "'throw' is not allowed in a kernel"
    if callee in _CATCHES:
        return "'try' is not allowed in a kernel"
    if callee == "__cxa_guard_acquire":
        return "a static variable with an initialiser that runs is not allowed in a kernel"
    if _NEW.match(callee):
        return "'new' is not allowed in a kernel"
    if _DELETE.match(callee):
        return "'delete' is not allowed in a kernel"
    if callee.startswith("llvm.threadlocal.address") and lowering.target.kind != "host":
        return "a thread_local variable is not allowed in a kernel"
    return None


def _asm_finding(lowering: Lowering, text: str) -> str | None:
    """Assembler is allowed where it can be the target's own; PTX ends each instruction with a semicolon."""
    kind = lowering.target.kind
    if not text.strip() or kind == "host" or (kind == "ptx" and text.rstrip().endswith((";", "}"))):
        return None
    shown = text.split("\\0A")[0].strip()
    return f"inline assembler '{shown}' is not of the target '{kind}'"


def _leave_out_recursion(lowering: Lowering, chains: CallChains) -> None:
    """HC allows recursion, SPIR-V does not: kernels that need it get no code there, with a warning."""
    closing = {callee: (name, dbg) for name, callee, dbg in _recursions(lowering, chains)}
    if not closing:
        return
    kept = []
    for entry in lowering.entries:
        found = next((f for f in reachable(lowering.module, (entry,)) if f in closing), None)
        if found is None:
            kept.append(entry)
            continue
        text = f"SPIR-V has no recursion, as that of '{demangle(found)}': the kernel runs on no OpenCL device"
        error = chains.error(text, *closing[found])
        lowering.diagnostics.append(replace(error, severity="warning"))
    lowering.left_out = tuple(entry for entry in lowering.entries if entry not in kept)
    lowering.entries = tuple(kept)


def _recursions(lowering: Lowering, chains: CallChains) -> Iterator[tuple[str, str, int | None]]:
    """(caller, callee, DILocation) of each call that closes a circle."""
    graph = {
        name: [(call.callee, call.dbg) for call in lowering.module.functions[name].calls() if call.callee]
        for name in chains.functions
        if name in lowering.module.functions
    }
    done: set[str] = set()
    for root in graph:
        active: list[str] = []
        work: list[tuple[str, int]] = [(root, 0)]
        while work:
            name, at = work.pop()
            if at == 0:
                if name in done:
                    continue
                active.append(name)
            edges = graph.get(name, [])
            if at < len(edges):
                work.append((name, at + 1))
                callee, dbg = edges[at]
                if callee in active:
                    yield name, callee, dbg
                elif callee in graph and callee not in done:
                    work.append((callee, 0))
            else:
                active.pop()
                done.add(name)
