"""C++ AMP's rules on types (specification, 2.4.1): which ones amp-restricted code may use.

Takes: types of a ParsedUnit.
Gives: for a type that breaks a rule a Fault, which names the rule and, in a class, the member that breaks it.
Types that depend on template parameters have none: the instances are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hcpy.core.dataclass import dataclass
from hcpy.core.model import Location, Note
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import ParsedUnit, type_kind
from hcpy.frontend.rules.virtual_functions import VIRTUAL_MEMBER

# Fundamental types by libclang's names. Half precision goes beyond the specification.
_UNSUPPORTED = frozenset(
    "CHAR_U UCHAR CHAR_S SCHAR WCHAR CHAR16 CHAR32 SHORT USHORT LONGLONG ULONGLONG INT128 UINT128 LONGDOUBLE "
    "FLOAT128".split()
)
_ENUM_BASES = frozenset(("INT", "UINT", "LONG", "ULONG"))
_FUNCTION_TYPES = frozenset(("FUNCTIONPROTO", "FUNCTIONNOPROTO"))
_REFERENCES = frozenset(("LVALUEREFERENCE", "RVALUEREFERENCE"))
_OURS = re.compile(r"^(?:const )?(?:class |struct )?(?:hc|Concurrency|concurrency|Kalmar|hcrt)::")
_CLASS_KINDS = frozenset(("RECORD", "UNEXPOSED"))  # the latter are those of templates
_NAME = re.compile(r"(\w+)(?:<|$)")
# Classes of the headers that live on the host; arrays and textures are used through references.
_CONTAINERS = frozenset(("array", "texture"))
# Of the standard library, whether instantiated or not.
_HOSTS = re.compile(
    r"(?:const )?std::(?:\w+::)?(?:vector|basic_string|deque|list|forward_list"
    r"|(?:unordered_)?(?:multi)?(?:map|set)|function|(?:shared|unique|weak)_ptr|queue|stack|priority_queue|valarray|basic_\w*stream\w*)<"
)
_HOST_CLASSES = frozenset(
    """accelerator accelerator_view completion_future runtime_exception invalid_compute_domain out_of_memory
    accelerator_view_removed unsupported_feature uninitialized_object""".split()
)


def is_host_class(spelling: str) -> bool:
    """Is it a class of the standard library that owns memory of the host?"""
    return spelling == "std::string" or _HOSTS.match(spelling) is not None


VOLATILE = "'volatile' is not supported"
_POINTER = "pointers can only be local variables, parameters and results"
_NULL_POINTER = "std::nullptr_t is a pointer's type, which only local variables, parameters and results have"
_WRITTEN_ARRAYS = frozenset(("CONSTANTARRAY", "INCOMPLETEARRAY", "VARIABLEARRAY"))
_VIEWS = frozenset(("array_view", "texture_view", "writeonly_texture_view", "sampler"))
_INCOMPLETE = -2  # CXTypeLayoutError_Incomplete
_STORAGE = "TileStorage"  # what tile_statics.py makes of such a variable


@dataclass(frozen=True)
class Fault:
    """Why a type is not amp-compatible; `reason` is empty where the type's name says enough."""

    reason: str = ""
    notes: tuple[Note, ...] = ()


def library_class(kind: Any) -> str:
    """The name of a class of hcpy's headers; empty for all others."""
    kind = kind.get_canonical()
    name = kind.spelling
    if type_kind(kind) not in _CLASS_KINDS or not _OURS.match(name):
        return ""
    found = _NAME.search(name.partition("<")[0].rpartition("::")[2])
    return found[1] if found else ""


def is_container(kind: Any) -> bool:
    """array or texture: what kernels use through references."""
    return library_class(kind) in _CONTAINERS


def is_our_host_class(kind: Any) -> bool:
    """Accelerators, futures and exceptions: what only the host has."""
    return library_class(kind) in _HOST_CLASSES


def stored_type(kind: Any) -> Any:
    """The type of a tile_static variable as the source has it."""
    kind = kind.get_canonical()
    if library_class(kind) == _STORAGE and kind.get_num_template_arguments() > 0:
        return kind.get_template_argument_type(0).get_canonical()
    return kind


class TypeRules:
    """Judges the types of one unit; each class once."""

    def __init__(self, parsed: ParsedUnit) -> None:
        self._parsed = parsed
        self._classes: dict[tuple[str, int], Fault | None] = {}
        # Instances of the user's class templates that nothing made clang look into.
        self.uninstantiated: set[str] = set()

    def of_local(self, kind: Any) -> Fault | None:
        """As the type of a local variable, a parameter, a result or a cast; pointers may be."""
        kind = kind.get_canonical()
        name = type_kind(kind)
        if kind.is_volatile_qualified():
            return Fault(VOLATILE)
        if name in _REFERENCES:
            return self._of_referred(kind.get_pointee())
        if name == "POINTER":
            return self._of_pointed(kind.get_pointee())
        return None if name == "NULLPTR" else self.of_value(kind)

    def of_parameter(self, kind: Any) -> Fault | None:
        """As `of_local`; libclang shows a parameter that is a pointer as the array or the function that it is
        written as."""
        kind = kind.get_canonical()
        if type_kind(kind) in _WRITTEN_ARRAYS:
            return self._of_pointed(kind.get_array_element_type())
        if type_kind(kind) in _FUNCTION_TYPES:
            return self._of_pointed(kind)
        return self.of_local(kind)

    def of_capture(self, kind: Any, is_parameter: bool) -> Fault | None:
        """As `of_value`, of the variable that a lambda copies."""
        kind = kind.get_canonical()
        if is_parameter and type_kind(kind) in _WRITTEN_ARRAYS:
            return Fault(_POINTER)
        return self.of_value(kind)

    def of_tile_static(self, kind: Any) -> Fault | None:
        """As `of_value`; objects of the library hold pointers, which differ from tile to tile."""
        kind = stored_type(kind)
        element = kind
        while "ARRAY" in type_kind(element):
            element = element.get_array_element_type()
        if library_class(element) in _VIEWS:
            return Fault("views can't be tile_static")
        return self.of_value(kind)

    def of_value(self, kind: Any) -> Fault | None:
        """As the type of a data member, a capture by value, an array's element or a pointer's target."""
        kind = kind.get_canonical()
        name = type_kind(kind)
        if kind.is_volatile_qualified():
            return Fault(VOLATILE)
        if name in _UNSUPPORTED:
            return Fault()
        if name in _REFERENCES:
            return Fault("references can only be local variables, parameters and results")
        if name == "POINTER":
            return Fault(_POINTER)
        if name == "NULLPTR":
            return Fault(_NULL_POINTER)
        if name == "ENUM":
            return self._of_enum(kind)
        if name in ("CONSTANTARRAY", "INCOMPLETEARRAY"):
            if kind.get_array_size() == 0:
                return Fault("an array has one element at least")
            return self._of_element(kind.get_array_element_type())
        if name == "MEMBERPOINTER" and type_kind(kind.get_pointee()) in _FUNCTION_TYPES:
            return Fault("pointers to member functions are not supported")
        return self.of_class(kind) if name == "RECORD" else None

    def _of_referred(self, target: Any) -> Fault | None:
        name = type_kind(target)
        if name == "NULLPTR":
            return Fault("references to std::nullptr_t are not supported")
        if name in _FUNCTION_TYPES:
            return Fault("references to functions are not supported")
        if name == "POINTER":
            return self.of_local(target)
        return None if is_container(target) else self.of_value(target)

    def _of_pointed(self, target: Any) -> Fault | None:
        name = type_kind(target)
        if name in _FUNCTION_TYPES:
            return Fault("pointers to functions are not supported")
        if name == "POINTER":
            return Fault("pointers to pointers are not supported")
        return None if is_container(target) else self.of_value(target)

    def _of_enum(self, kind: Any) -> Fault | None:
        base = kind.get_declaration().enum_type
        if type_kind(base.get_canonical()) in (_ENUM_BASES | {"INVALID", "DEPENDENT", "UNEXPOSED"}):
            return None
        return Fault(f"its underlying type '{base.spelling}' is not int, unsigned int, long or unsigned long")

    def _of_element(self, element: Any) -> Fault | None:
        if type_kind(element) in ("POINTER", "NULLPTR"):
            return Fault("arrays of pointers are not supported")
        fault = self.of_value(element)
        if fault is None and element.get_align() in (1, 2) and element.get_size() % 4:
            return Fault("the elements of an array must be aligned to four bytes")
        return fault

    # --- classes ---------------------------------------------------------------------------------------
    def of_class(self, kind: Any) -> Fault | None:
        """For a class as a value."""
        kind = kind.get_canonical()
        library = library_class(kind)
        if library in _CONTAINERS:
            article = "an" if library.startswith("a") else "a"
            return Fault(f"{article} {library} can only be used through a reference")
        if library in _HOST_CLASSES:
            return Fault("it can only be used on the host")
        if _HOSTS.match(kind.spelling):
            return Fault()
        if library or kind.get_size() < 0:  # incomplete, or it depends on template parameters
            self._note_incomplete(kind)
            return None
        key = self.identity(kind)
        if key not in self._classes:
            self._classes[key] = None  # a class can't hold itself
            self._classes[key] = next(self._class_faults(kind), None)
        return self._classes[key]

    def _note_incomplete(self, kind: Any) -> None:
        is_instance = kind.get_size() == _INCOMPLETE and kind.get_num_template_arguments() > 0
        if is_instance and self._parsed.is_users(kind.get_declaration()):
            self.uninstantiated.add(str(kind.spelling).removeprefix("const "))

    def identity(self, kind: Any) -> tuple[str, int]:
        """Equal for equal types; local classes of two functions may have one name."""
        return str(kind.spelling).removeprefix("const "), self._parsed.hash_of(kind.get_declaration())

    def _class_faults(self, kind: Any) -> Iterator[Fault]:
        users = self._parsed.is_users(kind.get_declaration())
        for method in clang_types.methods(kind) if users else ():
            if self._parsed.is_virtual(method):
                yield self._at(method, f"{VIRTUAL_MEMBER}{method.spelling}'")
        for base in clang_types.bases(kind):
            yield from self._base_faults(kind, base, users)
        for member in clang_types.fields(kind):
            fault = self._of_member(member, users)
            if fault is not None:
                yield fault if users else Fault()

    def _base_faults(self, kind: Any, base: Any, users: bool) -> Iterator[Fault]:
        if clang_types.is_virtual_base(base):
            yield self._at(base, f"its base '{base.type.spelling}' is virtual")
        fault = self.of_value(base.type)
        if fault is not None:
            text = f"its base '{base.type.spelling}' is not supported"
            yield self._at(base, _joined(text, fault.reason), fault.notes) if users else Fault()
        elif (
            users
            and clang_types.base_offset(kind, base) % 32 > 0
            and not _is_empty(base.type.get_canonical())
        ):
            yield self._at(base, f"its base '{base.type.spelling}' is not aligned to four bytes")

    def _of_member(self, member: Any, users: bool) -> Fault | None:
        kind = member.type.get_canonical()
        name = type_kind(kind)
        who = f"its member '{member.spelling}'" if member.spelling else "its capture"
        if member.is_bitfield() and not member.spelling:
            who = "a member without a name"
        if name in _REFERENCES:
            target = library_class(kind.get_pointee())
            if target in _CONTAINERS or (target == "array_view" and not member.spelling):
                return None  # captures of array_views by reference are copied (text/positions.py)
            return self._at(member, f"{who} is a reference")
        if name == "POINTER":
            what = "pointer to a function" if type_kind(kind.get_pointee()) in _FUNCTION_TYPES else "pointer"
            return self._at(member, f"{who} is a {what}")
        if member.is_bitfield():
            return self._at(member, f"{who} is a bit-field")
        fault = self.of_value(kind)
        if fault is not None and clang_types.is_unnamed(member):
            return fault  # its members are those of the class around it
        if fault is not None:
            shown = f"the unsupported type '{member.type.spelling}'"
            text = f"{who} has {'a type without a name' if '(unnamed ' in shown else shown}"
            return self._at(member, _joined(text, fault.reason), fault.notes)
        if users and member.spelling and member.get_field_offsetof() % 32 > 0 and not _is_empty(kind):
            return self._at(member, f"{who} is not aligned to four bytes")
        return None

    def _at(self, cursor: Any, reason: str, notes: tuple[Note, ...] = ()) -> Fault:
        place: Location = self._parsed.place(cursor)
        if not self._parsed.is_users(cursor):
            return Fault(reason, notes)
        who = f"'{cursor.spelling}'" if cursor.spelling else "it is"
        return Fault(reason, (Note(place, f"{who} declared here"), *notes))


def _joined(text: str, reason: str) -> str:
    return f"{text}; {reason}" if reason else text


def _is_empty(kind: Any) -> bool:
    """Has it nothing to load or store? Also a class whose members and bases are all empty, of any size."""
    if type_kind(kind) != "RECORD" or kind.get_size() < 0:
        return False
    parts = (*clang_types.bases(kind), *clang_types.fields(kind))
    return all(_is_empty(part.type.get_canonical()) for part in parts)
