"""Reports what is left for a linker that devices do not have, after optimisation.

Takes a Lowering whose module is optimised; adds an error for each undefined function or variable that kernels
still use, and for instructions that the target does not have.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.core.demangle import demangle
from hcpy.core.model import Diagnostic, Location
from hcpy.passes.call_chain import CallChains
from hcpy.passes.host_library import NO_STREAMS, Statements, is_stream_header, is_streams
from hcpy.passes.lowering import Lowering

Finding = tuple[ir.Instruction, str]  # a place, and what is wrong there

_ERROR_HANDLING = "__throw_"  # says the least about what a function of the standard library does
# Where libstdc++ has the functions of classes that own memory of the host.
_OWNERS = {
    "stl_vector.h": "std::vector",
    "stl_bvector.h": "std::vector<bool>",
    "stl_deque.h": "std::deque",
    "stl_map.h": "std::map",
    "unordered_map.h": "std::unordered_map",
    "basic_string.h": "std::string",
    "std_function.h": "std::function",
}
# The mangled names of functions that our headers declare.
OURS = ("_ZN4hcrt", "_ZNK4hcrt", "_ZN6Kalmar", "_ZNK6Kalmar")


@dataclass(frozen=True)
class Limits:
    """What a target can't do, beyond calling what nobody defines."""

    is_known: Callable[[str], bool]  # an undefined symbol that the device's driver or compiler provides
    indirect_calls: bool = True
    # The instructions that the target doesn't have, and what each is.
    impossible: Callable[[ir.Module], Iterable[Finding]] = lambda module: ()


def check_externals(lowering: Lowering, limits: Limits) -> None:
    module, target = lowering.module, lowering.target.kind
    found: list[Finding] = []
    if not limits.indirect_calls:
        calls = (call for function in module.definitions for call in function.calls())
        found += [(call, "call through a pointer") for call in calls if call.is_indirect]
    found += limits.impossible(module)
    found = [(place, f"{what} is not possible on the target '{target}'") for place, what in found]
    missing = _missing(module, limits)
    if not found and not missing:
        return
    chains = CallChains(lowering)
    functions = list(dict.fromkeys((*chains.functions, *module.definitions)))
    texts: dict[ir.Instruction, list[str]] = {}
    for place, text in (*_first_uses(missing, functions), *found):
        texts.setdefault(place, []).append(text)
    broken = {place.function for place in texts}
    told: dict[Diagnostic | Location | None, tuple[bool, Diagnostic]] = {}
    called: set[str] = set()
    statements = Statements()
    for function in functions:
        for place in function.instructions() if function in broken else ():
            for what in texts.get(place, ()):
                name, file = chains.librarys_function(function, place)
                if name.startswith("~") and name[1:] in called:
                    continue  # the constructor of the same library's class was reported
                called.add(name)
                text = NO_STREAMS if is_stream_header(file) else what
                throws = _ERROR_HANDLING in text
                said = _throws(chains, function, place, text) if throws else text
                error = chains.error(said or _for_the_host(chains, function, place), function, place)
                # Of a call into a library that needs several things one is reported.
                key = error.location if chains.is_librarys(function, place) else error
                key = statements.start(error) if text == NO_STREAMS else key  # each << is a call
                if key not in told or told[key][0]:
                    told[key] = (throws, error)
    lowering.diagnostics += (e for _, e in told.values() if e not in lowering.diagnostics)


def _missing(module: ir.Module, limits: Limits) -> dict[ir.Symbol, str]:
    """The undefined symbols, and what is to be said of each; nothing of the runtime's own functions."""
    found: dict[ir.Symbol, str] = {}
    for function in module.functions:
        name = function.name
        if function.is_declaration and not name.startswith("llvm.") and not limits.is_known(name):
            text = f"call to '{demangle(name)}' which has no device code"
            found[function] = "" if name.startswith(OURS) else NO_STREAMS if is_streams(name) else text
    for variable in module.variables:
        if variable.is_declaration and not limits.is_known(variable.name):
            found[variable] = _variable_text(variable.name)
    return found


def _first_uses(missing: Mapping[ir.Symbol, str], functions: Sequence[ir.Function]) -> Iterator[Finding]:
    """The use of each symbol that is nearest to the kernels; of the runtime's functions all uses."""
    order = {function: number for number, function in enumerate(functions)}
    for symbol, text in missing.items():
        users = set(ir.instructions_using(symbol))
        if not text:
            yield from ((user, text) for user in users)
        elif users:
            nearest = min((user.function for user in users), key=order.__getitem__)
            yield next(i for i in nearest.instructions() if i in users), text


def _for_the_host(chains: CallChains, function: ir.Function, place: ir.Instruction) -> str:
    """What a call of the runtime's functions means: the user called one that is for the host."""
    return f"'{chains.called_by_user(function, place)}' is for the host alone and can't be called in a kernel"


def _throws(chains: CallChains, function: ir.Function, place: ir.Instruction, text: str) -> str:
    """What a call of the standard library's error functions means: the user called one that checks."""
    called, file = chains.librarys_function(function, place)
    if not called:
        return text
    owner = _OWNERS.get(os.path.basename(file))
    if owner is not None:
        return f"'{called}' of '{owner}' needs memory of the host, which no GPU reaches"
    return f"'{called}' throws where it fails, and kernels can't throw"


def _variable_text(name: str) -> str:
    readable = demangle(name)
    if name.startswith("_ZT"):
        return f"'{readable}' has no device copy: its class's virtual functions are defined elsewhere"
    return f"'{readable}' has no device copy"
