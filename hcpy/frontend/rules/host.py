"""C++ AMP: what the rules say of code for the CPU: the element types of arrays and views, the types of
kernels, and lambda expressions that are restricted to amp, whether a kernel reaches them or not.

Takes: a Unit.
Gives: broken rules, and the restricted lambda expressions. Instances of the user's templates are looked into
as they are called: they know the types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from hcpy.core.dataclass import dataclass, field
from hcpy.core.model import Location, Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.instance_names import instance_name
from hcpy.frontend.kernels import LAUNCH
from hcpy.frontend.rules.amp import place_of_name
from hcpy.frontend.rules.amp_words import not_cpu
from hcpy.frontend.rules.bodies import FIELD_DECL, Broken, Unit, call_target
from hcpy.frontend.rules.escapes import escaping_lambdas, run_later
from hcpy.frontend.rules.expressions import declared, is_lambdas, name_of
from hcpy.frontend.rules.types import Fault, library_class
from hcpy.frontend.text.annotations import DEVICE

_OF_ELEMENTS = frozenset(("array", "array_view"))
_OF_TEXELS = frozenset(("texture", "texture_view", "writeonly_texture_view"))
_SHORT_VECTOR = "short_vector_of"
_TEXELS = ("INT", "UINT", "FLOAT", "DOUBLE")
_OF_TEMPLATES = ("UNEXPOSED", "DEPENDENT", "INVALID")
_INDIRECT = frozenset(("POINTER", "LVALUEREFERENCE", "RVALUEREFERENCE"))
_DECLARED = frozenset((ast.VAR_DECL, ast.PARM_DECL, FIELD_DECL)) | ast.ALIASES
_MADE = frozenset((ast.CALL, ast.NEW))
_WORDS = re.compile(r"\b(?:array|array_view|\w*texture\w*|parallel_for_each)\b")
_CPU_LOOPS = "hcrt_ms_loops"
_INT = 4  # bytes
_NO_KERNEL = "a kernel must be a lambda or a function object; for a function, write a lambda that calls it"
_DEEPEST = 8  # template arguments within template arguments


@dataclass(frozen=True)
class HostLambda:
    """A lambda expression in code for the CPU that is restricted to amp."""

    cursor: Cursor
    chain: tuple[Note, ...]  # how the instance that it is in came about
    is_pattern: bool  # in a template, whose instances know more


@dataclass(frozen=True)
class HostKernel:
    """A launch of an object whose class is an instance of a template."""

    launch: Location
    kind: Any  # the object's type


@dataclass
class HostCode:
    """Everything found in one unit's code for the CPU."""

    unit: Unit
    broken: list[Broken] = field(default_factory=list)
    lambdas: list[HostLambda] = field(default_factory=list)
    kernels: list[HostKernel] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._seen: set[int] = set()
        self._refused: dict[tuple[bool, str, int], Fault | None] = {}
        self._told: set[tuple[bool, str, int]] = set()
        self._files: dict[str, bool] = {}

    def look(self, declarations: Iterable[Cursor]) -> None:
        """Walk the user's declarations, each function and variable with all that is in it."""
        declarations = list(declarations)
        for declaration in declarations:
            kind = declaration._kind_id
            if not self._is_relevant(declaration):
                continue
            if kind in ast.ALIASES:
                self._check_type(declaration, ())
            elif kind in _DECLARED or kind in ast.FUNCTIONS:
                self._walk(declaration, (), is_pattern=kind == ast.FUNCTION_TEMPLATE)

    def _is_relevant(self, declaration: Cursor) -> bool:
        """May its file hold what is looked for? Other libraries' headers may be long."""
        file = self.unit.parsed.place(declaration).file
        if file not in self._files:
            path = self.unit.text.file_of(Location(file, 1))
            text = self.unit.text.sources[path].text if path is not None else ""
            self._files[file] = path in self.unit.text.annotations or _WORDS.search(text) is not None
        return self._files[file]

    def _walk(self, root: Cursor, chain: tuple[Note, ...], is_pattern: bool) -> None:
        """One body; amp-restricted functions have only their types looked at."""
        key = self.unit.parsed.hash_of(root)
        if key in self._seen:
            return
        self._seen.add(key)
        in_amp = root._kind_id in ast.FUNCTIONS and self.unit.restriction(root).device
        if root._kind_id in ast.FUNCTIONS and not in_amp:
            self._check_defaults(root)
        elif root._kind_id in _DECLARED:
            self.broken += escaping_lambdas(self.unit, root)
        stack = [(root, in_amp, True)]
        while stack:
            top, in_amp, is_known = stack.pop()
            kind = top._kind_id
            if kind in _DECLARED or kind in _MADE or (top == root and kind in ast.FUNCTIONS):
                self._check_type(top, chain)
            if kind == ast.CALL:
                self._check_default_view(top, chain)
                if not in_amp:
                    self._look_at_call(top, chain)
                    if is_known:
                        self._check_amp_alone(top, chain)
            if kind == ast.DECL_REF and not in_amp and root._kind_id in _DECLARED:
                self._check_address(top)
            if kind == ast.LAMBDA and not in_amp and self.unit.restriction(top).device:
                self.lambdas.append(HostLambda(top, chain, is_pattern))
                in_amp = True
            if kind == ast.LAMBDA and self.unit.text.lambda_at(self.unit.parsed.place(top)) is None:
                is_known = False  # a macro's product: its clause is not seen
            stack += [(child, in_amp, is_known) for child in self.unit.parsed.children(top)[::-1]]

    def _look_at_call(self, call: Cursor, chain: tuple[Note, ...]) -> None:
        parsed = self.unit.parsed
        target = parsed.called_by(call)
        if target is None or target._kind_id not in ast.FUNCTIONS:
            return
        if call.spelling == LAUNCH and not parsed.is_users(target):
            parent = parsed.parent(target)
            if parent is None or parent.spelling != _CPU_LOOPS:
                self._look_at_launch(call, is_instance=bool(chain))
        elif parsed.is_users(target) and parsed.pattern(target) != target and self._is_relevant(target):
            note = Note(parsed.place(call), f"'{instance_name(parsed, target)}' is instantiated here")
            self._walk(target, (note, *chain), is_pattern=False)
        else:
            self.broken += run_later(self.unit, call, target)

    def _check_amp_alone(self, call: Cursor, chain: tuple[Note, ...]) -> None:
        """clang sees calls of functions for amp alone in functions of the CPU: not in lambdas and members'
        initialisers that it makes no code for."""
        parsed, place = self.unit.parsed, self.unit.parsed.place(call)
        target = call_target(parsed, call)
        if target is not None and self._is_amp_alone(target, place):
            place = place_of_name(self.unit, call, target)
            self.broken.append(
                Broken(place, not_cpu(name_of(self.unit, target)), (declared(self.unit, target), *chain))
            )

    def _check_address(self, use: Cursor) -> None:
        """The same for addresses in variables outside of functions, whatever their types: no code for the CPU
        has such a function."""
        place = self.unit.parsed.place(use)
        target = self.unit.parsed.target(use)
        if target is not None and self._is_amp_alone(target, place):
            self.broken.append(
                Broken(place, not_cpu(name_of(self.unit, target)), (declared(self.unit, target),))
            )

    def _is_amp_alone(self, target: Cursor, use: Location) -> bool:
        """Is it a function of the user's that no code for the CPU may use, as it does there?"""
        if target._kind_id not in (ast.FUNCTION_DECL, ast.CXX_METHOD) or target.spelling in self.unit.on_cpu:
            return False
        if not self.unit.parsed.is_users(target) or is_lambdas(self.unit, target):
            return False
        if self.unit.parsed.pattern(target) != target:
            return False  # the template's overloads for the CPU are not in this part
        if self.unit.text.mentions_passes or self.unit.text.is_unevaluated(use):
            return False
        return self.unit.restriction(target) == DEVICE

    def _check_default_view(self, call: Cursor, chain: tuple[Note, ...]) -> None:
        """HC's array_view has a default constructor, C++ AMP's has none."""
        target = self.unit.parsed.called(call)
        if target is None or not target.is_default_constructor() or call.type.get_size() < 0:
            return
        if self._has_parameters(target):
            return
        if library_class(call.type) == "array_view":
            text = f"'{call.type.spelling}' has no default constructor"
            self.broken.append(Broken(self.unit.parsed.place(call), text, chain))

    def _has_parameters(self, function: Cursor) -> bool:
        return any(c._kind_id == ast.PARM_DECL for c in self.unit.parsed.children(function))

    def _check_defaults(self, function: Cursor) -> None:
        """Default arguments are bound as the function's own body is, not as its callers are."""
        for parameter in self.unit.parsed.children(function):
            if parameter._kind_id != ast.PARM_DECL:
                continue
            self.broken += escaping_lambdas(self.unit, parameter)
            for cursor in self.unit.parsed.walk(parameter):
                target = self.unit.parsed.called_by(cursor) if cursor._kind_id == ast.CALL else None
                if target is None or target._kind_id not in ast.FUNCTIONS or is_lambdas(self.unit, target):
                    continue
                if not self.unit.parsed.is_users(target):
                    continue
                # The parse is the device part's: of overloads it knows the devices' own.
                if target.spelling not in self.unit.on_cpu and self.unit.restriction(target) == DEVICE:
                    note = declared(self.unit, target)
                    self.broken.append(
                        Broken(self.unit.parsed.place(cursor), not_cpu(name_of(self.unit, target)), (note,))
                    )

    def _look_at_launch(self, call: Cursor, is_instance: bool) -> None:
        """Classes that are no instances are checked where the launch names them; local ones of a template's
        instance are its own."""
        kernel = self.unit.parsed.children(call)[-1]
        kind = kernel.type.get_canonical()
        if ast.type_kind(kind) in ("FUNCTIONPROTO", "POINTER"):
            self.broken.append(Broken(self.unit.parsed.place(kernel), _NO_KERNEL))
        declaration = kind.get_declaration()
        is_class = ast.type_kind(kind) == "RECORD" and "(lambda at" not in kind.spelling
        is_made = is_instance or kind.get_num_template_arguments() > 0
        if is_class and self.unit.parsed.is_users(declaration) and is_made:
            self.kernels.append(HostKernel(self.unit.parsed.place(call), kind))

    # --- element types -------------------------------------------------------------------------------
    def _check_type(self, cursor: Cursor, chain: tuple[Note, ...]) -> None:
        if self.unit.text.unit.ms_compat:
            return  # Visual C++ looked at what kernels use alone
        kind = cursor.type
        if cursor._kind_id in ast.ALIASES:
            kind = cursor.underlying_typedef_type
        elif cursor._kind_id in ast.FUNCTIONS:
            kind = cursor.result_type
        for of, element, is_complete in self._elements(kind, 0):
            is_texel = of in _OF_TEXELS
            key = (is_texel, *self.unit.types.identity(element))
            if cursor._kind_id in _MADE and key in self._told:
                continue
            if key not in self._refused:
                check = self._of_texel if is_texel else self._of_element
                self._refused[key] = check(element, is_complete)
            fault = self._refused[key]
            if fault is not None:
                self._told.add(key)
                reason = f": {fault.reason}" if fault.reason else ""
                what = "texel type of a texture" if is_texel else "element type of an array or a view"
                text = f"'{key[1]}' can't be the {what}{reason}"
                self.broken.append(Broken(self.unit.parsed.place(cursor), text, (*fault.notes, *chain)))

    def _elements(self, kind: Any, depth: int) -> Iterator[tuple[str, Any, bool]]:
        """All arrays, textures and views that a type holds or names: the class's name, what its elements are,
        and whether it is complete."""
        kind = kind.get_canonical()
        while ast.type_kind(kind) in _INDIRECT or "ARRAY" in ast.type_kind(kind):
            is_array = "ARRAY" in ast.type_kind(kind)
            kind = kind.get_array_element_type() if is_array else kind.get_pointee()
        if ast.type_kind(kind) != "RECORD" or depth > _DEEPEST:
            return
        count = kind.get_num_template_arguments()
        library = library_class(kind)
        if library in _OF_ELEMENTS | _OF_TEXELS and count > 0:
            yield library, kind.get_template_argument_type(0).get_canonical(), kind.get_size() > 0
            return
        for i in range(max(count, 0)):
            argument = kind.get_template_argument_type(i)
            if ast.type_kind(argument) != "INVALID":
                yield from self._elements(argument, depth + 1)

    def _of_element(self, element: Any, is_complete: bool) -> Fault | None:
        if element.get_size() > 0 and element.get_size() % _INT:
            # For a complete class a static assertion of the header reports it.
            return None if is_complete else Fault("its size must be a multiple of that of int")
        held = self._container_in(element, set())
        if held:
            return Fault("" if held == element.spelling else f"it holds a '{held}'")
        return self.unit.types.of_value(element)

    def _of_texel(self, texel: Any, is_complete: bool) -> Fault | None:
        """Of a complete class, and of how many components there are, static assertions of the header tell."""
        scalar = texel.get_template_argument_type(0) if library_class(texel) == _SHORT_VECTOR else texel
        scalar = scalar.get_canonical()
        kind, library = ast.type_kind(scalar), library_class(scalar)
        if is_complete or kind in (*_TEXELS, *_OF_TEMPLATES) or library in ("norm", "unorm"):
            return None
        return Fault(
            "a texture is of int, unsigned int, float, double, norm or unorm, or of vectors of these"
        )

    def _container_in(self, kind: Any, seen: set[str]) -> str:
        """An array, a view or a texture that a type is or holds; empty where it holds none."""
        kind = kind.get_canonical()
        while "ARRAY" in ast.type_kind(kind) or ast.type_kind(kind) in _INDIRECT:
            is_array = "ARRAY" in ast.type_kind(kind)
            kind = kind.get_array_element_type() if is_array else kind.get_pointee()
        if ast.type_kind(kind) != "RECORD" or kind.spelling in seen:
            return ""
        seen.add(kind.spelling)
        library = library_class(kind)
        if library in _OF_ELEMENTS or library in _OF_TEXELS:
            return str(kind.spelling).removeprefix("const ")
        if library:
            return ""
        inner = [f.type for f in clang_types.fields(kind)] + [b.type for b in clang_types.bases(kind)]
        return next((found for k in inner if (found := self._container_in(k, seen))), "")


def launched_here(launch: Location) -> Note:
    """The note that shows where a class becomes a kernel."""
    return Note(launch, "launched here")
