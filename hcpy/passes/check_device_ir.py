"""Reports what kernels reach and no device can do, on the IR as clang made it.

Takes a Lowering; adds errors for exceptions, operator new and delete, recursion, foreign inline assembler,
long double, __float128 and variadic functions. It sees inside templates, where the rules on the AST may not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hcpy import ir
from hcpy.core.dataclass import dataclass, replace
from hcpy.core.demangle import demangle
from hcpy.core.model import Diagnostic, Dialect, Location
from hcpy.passes.call_chain import CallChains, variable_of
from hcpy.passes.choose_callees import LEADS_BACK
from hcpy.passes.lowering import Lowering
from hcpy.passes.narrow_long_doubles import is_in_memory, is_long_double

_CALLED = {
    **dict.fromkeys(("__cxa_throw", "__cxa_rethrow"), "'throw'"),
    # Clean-ups have a landing pad too, but no handler.
    **dict.fromkeys(("__cxa_begin_catch", "__cxa_get_exception_ptr"), "'try'"),
    "__cxa_guard_acquire": "a static variable with an initialiser that runs",
}
_CALLED_BY_PREFIX = (
    (("_Znwm", "_Znam"), "'new'"),
    (("_ZdlP", "_ZdaP"), "'delete'"),
)
_THREAD_LOCAL = "llvm.threadlocal.address"


@dataclass(frozen=True)
class Rules:
    """What a target's code may do beyond what every device can."""

    has_variadic_functions: bool = True
    # Where there is no recursion: the language that lacks it, and what the devices are called.
    without_recursion: tuple[str, str] | None = None
    is_assembler: Callable[[str], bool] = lambda text: False  # could this be the target's own?
    only_memory: bool = False  # operator new and delete alone are refused


def run(lowering: Lowering, rules: Rules) -> None:
    chains = CallChains(lowering)
    lowering.diagnostics += _errors(_Finder(lowering, rules, chains), chains)
    if lowering.unit.dialect is Dialect.AMP:
        for call, callee in _recursions(lowering, chains):
            text = f"recursion of '{demangle(callee.name)}' is not allowed in a kernel"
            lowering.diagnostics.append(chains.error(text, call.function, call))


def check_memory(lowering: Lowering) -> None:
    """For the host, which could run them: what kernels may do is the same on every target."""
    chains = CallChains(lowering)
    lowering.diagnostics += _errors(_Finder(lowering, Rules(only_memory=True), chains), chains)


def takes_memory(module: ir.Module) -> bool:
    """Does any code name operator new or delete?"""
    prefixes = tuple(prefix for found, _ in _CALLED_BY_PREFIX for prefix in found)
    return any(f.is_declaration and f.name.startswith(prefixes) for f in module.functions)


def _errors(finder: _Finder, chains: CallChains) -> list[Diagnostic]:
    """Of a call into a library that breaks several rules one is told, of 'delete' what comes before it: in a
    kernel with 'new' it gives back what that took."""
    told: dict[Diagnostic | Location | None, tuple[bool, Diagnostic]] = {}
    taking: set[ir.Function] = set()
    giving: dict[Diagnostic, ir.Function] = {}
    for function in chains.functions:
        seen: set[str] = set()
        for message, place in finder.findings(function) if not function.is_declaration else ():
            if message in seen:
                continue
            seen.add(message)
            error = chains.error(_of_library(chains, message, function, place), function, place)
            key = error.location if chains.is_librarys(function, place) else error
            if message == _refused("'new'"):
                taking.add(chains.entry_of(function))
            elif message == _refused("'delete'"):
                giving[error] = chains.entry_of(function)
            if key not in told or told[key][0]:
                told[key] = (error in giving, error)
    return [error for _, error in told.values() if giving.get(error) not in taking]


def _of_library(chains: CallChains, message: str, function: ir.Function, place: ir.Instruction | None) -> str:
    """Of memory that the library takes or gives back: what the user's text names."""
    if place is None or message not in _OF_MEMORY:
        return message
    name = chains.librarys_name(function, place)
    return f"'{name}' is not allowed in a kernel where it needs {_OF_MEMORY[message]}" if name else message


class _Finder:
    """Looks at calls and types for what breaks a rule."""

    def __init__(self, lowering: Lowering, rules: Rules, chains: CallChains) -> None:
        self._lowering = lowering
        self._chains = chains
        self._kind = lowering.target.kind
        self._rules = rules
        self._graph = lowering.graph
        self._wide = ir.TypeSearch(is_long_double)
        self._quad = ir.TypeSearch(lambda type_: type_.kind is ir.TypeKind.FP128)
        # hcc's devices took double for it; C++ AMP has none.
        self._may_narrow = lowering.unit.dialect is Dialect.HC and not is_in_memory(lowering.module)

    def findings(self, function: ir.Function) -> Iterator[tuple[str, ir.Instruction | None]]:
        """(message, place) of each broken rule in one function."""
        for call, callee in self._graph.calls_of(function):
            message = self._call_finding(call, callee)
            if message is not None and (message in _OF_MEMORY or not self._rules.only_memory):
                yield message, call
        if self._rules.only_memory:
            return
        found = [i for i in self._wide.find(function) if _is_computed_with(i)]
        if self._may_narrow and (others := [i for i in found if not _is_of_literal(i)]) != found:
            self._lowering.has_library_long_double, found = True, others
        if found:
            # A local variable's first instruction has no place.
            place = next((i for i in found if i.frames), found[0])
            if self._may_narrow and self._chains.is_librarys(function, place):
                self._lowering.has_library_long_double = True
            else:
                yield f"'long double' is not possible on the target '{self._kind}'", place
        if found := [i for i in self._quad.find(function) if _is_computed_with(i)]:
            place = next((i for i in found if i.frames), found[0])
            yield f"'__float128' is not possible on the target '{self._kind}'", place
        if not self._rules.has_variadic_functions and function.is_variadic:
            yield _refused(f"variadic function '{demangle(function.name)}'"), None

    def _call_finding(self, call: ir.Instruction, called: ir.Function | None) -> str | None:
        if called is None:
            assembler = call.assembler
            return self._assembler_finding(assembler.text) if assembler is not None else None
        callee = called.name
        if (what := _CALLED.get(callee)) is not None:
            return _refused(what)
        for prefixes, what in _CALLED_BY_PREFIX:
            if callee.startswith(prefixes):
                return _refused(what)
        if callee.startswith(_THREAD_LOCAL):
            return _refused("a thread_local variable")
        return None

    def _assembler_finding(self, text: str) -> str | None:
        if not text.strip() or self._rules.is_assembler(text.strip()):
            return None
        shown = text.split("\n")[0].strip()
        return f"inline assembler '{shown}' is not of the target '{self._kind}'"


def _is_computed_with(instruction: ir.Instruction) -> bool:
    """A variable of a class that has such a member may be there, as long as nobody looks at the member; so
    may one that nobody reads."""
    if instruction.opcode is ir.Opcode.STORE and _is_unread(instruction.operand(1)):
        return False
    if instruction.opcode is not ir.Opcode.ALLOCA:
        return True
    if _is_unread(instruction):
        return False
    type_ = instruction.allocated_type
    while type_.is_array:
        type_ = type_.element
    return not type_.is_struct


def _is_of_literal(instruction: ir.Instruction) -> bool:
    """`2.5_km`: is it of an operator of literals, or a call of one? These can take no other floating type."""
    callee = instruction.callee if instruction.opcode is ir.Opcode.CALL else None
    functions = (instruction.function, callee)
    return any(f is not None and "li" in f.name and 'operator""' in demangle(f.name) for f in functions)


def _is_unread(place: ir.Value) -> bool:
    """Is it a local variable that is only written?"""
    variable = variable_of(place)
    return variable is not None and _is_only_written(variable)


def _is_only_written(place: ir.Instruction) -> bool:
    def writes(user: ir.Instruction) -> bool:
        if user.opcode is ir.Opcode.ADDRSPACE_CAST:
            return _is_only_written(user)
        if user.opcode is ir.Opcode.STORE:
            return user.operand(1) == place
        callee = user.callee if user.opcode is ir.Opcode.CALL else None
        return callee is not None and callee.name.startswith("llvm.lifetime.")

    return all(writes(user) for user in place.users if isinstance(user, ir.Instruction))


def _refused(what: str) -> str:
    return f"{what} is not allowed in a kernel"


_OF_MEMORY = {_refused(what): what for what in ("'new'", "'delete'")}


def leave_out_callers(lowering: Lowering, language: str, devices: str) -> None:
    """After choose_callees.py: of calls through pointers that lead back to where they are."""
    lowering.graph = ir.CallGraph()
    calls = [call for function in lowering.module.definitions for call in function.calls()]
    marked = {call.function: call for call in calls if call.attributes.text(LEADS_BACK)}
    if marked:
        names = {function: call.attributes.text(LEADS_BACK) for function, call in marked.items()}
        _leave_out(lowering, CallChains(lowering), marked, names, (language, devices))


def leave_out_recursion(lowering: Lowering, rules: Rules) -> None:
    """HC's, behind what makes loops of it."""
    if rules.without_recursion is None or lowering.unit.dialect is Dialect.AMP:
        return
    chains = CallChains(lowering)
    closing = {callee: call for call, callee in _recursions(lowering, chains)}
    names = {callee: callee.name for callee in closing}
    _leave_out(lowering, chains, closing, names, rules.without_recursion)


def _leave_out(
    lowering: Lowering,
    chains: CallChains,
    closing: dict[ir.Function, ir.Instruction],
    names: dict[ir.Function, str],
    where: tuple[str, str],
) -> None:
    """HC allows recursion, the target does not: kernels that need it get no code there, with a warning."""
    if not closing:
        return
    language, devices = where
    kept = []
    for entry in lowering.entries:
        found = next((f for f in lowering.graph.reachable((lowering.kernel(entry),)) if f in closing), None)
        if found is None:
            kept.append(entry)
            continue
        what = f"{language} has no recursion, as that of '{demangle(names[found])}'"
        error = chains.error(
            f"{what}: the kernel runs on no {devices}", closing[found].function, closing[found]
        )
        lowering.diagnostics.append(replace(error, severity="warning"))
    lowering.left_out += tuple(entry for entry in lowering.entries if entry not in kept)
    lowering.entries = tuple(kept)


def _recursions(lowering: Lowering, chains: CallChains) -> Iterator[tuple[ir.Instruction, ir.Function]]:
    """Each call that closes a circle, and its callee."""
    done: set[ir.Function] = set()
    for root in chains.functions:
        active: list[ir.Function] = []
        work: list[tuple[ir.Function, int]] = [(root, 0)]
        while work:
            function, at = work.pop()
            if at == 0:
                if function in done:
                    continue
                active.append(function)
            edges = lowering.graph.calls_of(function)
            if at < len(edges):
                work.append((function, at + 1))
                call, callee = edges[at]
                if callee is None:
                    continue
                if callee in active:
                    yield call, callee
                elif callee not in done:
                    work.append((callee, 0))
            else:
                active.pop()
                done.add(function)
