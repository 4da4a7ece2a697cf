"""Data classes that are made quickly: hcc has hundreds of them, and most runs use a few.

Takes: what `dataclasses.dataclass` takes, of which `frozen` and `eq`, and fields' `default`,
`default_factory`, `compare` and `repr`.
Gives: classes that behave the same, to the functions of `dataclasses`, too. That module compiles up to six
functions for each class when it is defined, half a millisecond in all. Here a class's `__init__` is compiled
when the first object is made, and the other functions are closures; nor is `dataclasses` loaded, which loads
`inspect`.
"""

from __future__ import annotations

from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

from hcpy.core.lazy import lazy

if TYPE_CHECKING:
    import dataclasses
    from dataclasses import asdict, dataclass, field, replace
else:
    dataclasses = lazy("dataclasses")

__all__ = ["asdict", "dataclass", "field", "field_names", "is_dataclass", "replace"]

_MISSING: Any = object()
_OWN = "__hcpy_fields__"


class FrozenError(AttributeError):
    """A frozen object's attribute was to be changed."""


class Field:
    """What a class says of one of its fields."""

    __slots__ = ("compare", "default", "default_factory", "name", "repr", "type")

    def __init__(self, default: Any, default_factory: Any, compare: bool, repr: bool) -> None:
        self.default, self.default_factory = default, default_factory
        self.compare, self.repr = compare, repr
        self.name: str = ""
        self.type: Any = None

    def as_of_dataclasses(self) -> tuple[str, Any, Any]:
        """As `dataclasses.make_dataclass` takes it."""
        how: dict[str, Any] = {"compare": self.compare, "repr": self.repr}
        if self.default is not _MISSING:
            how["default"] = self.default
        if self.default_factory is not _MISSING:
            how["default_factory"] = self.default_factory
        return self.name, self.type, dataclasses.field(**how)


class _Described:
    """A class's `__dataclass_fields__`, made when the functions of `dataclasses` ask for it."""

    def __get__(self, value: object, owner: type) -> dict[str, Any]:
        described = [field.as_of_dataclasses() for field in getattr(owner, _OWN)]
        alike: Any = dataclasses.make_dataclass(owner.__name__, described)
        found: dict[str, Any] = alike.__dataclass_fields__
        return found


def is_dataclass(value: object) -> bool:
    """Is it an object of a class that was made here?"""
    return hasattr(type(value), _OWN)


def field_names(of: object) -> tuple[str, ...]:
    """The names of the fields of a class or an object, in their order."""
    return tuple(field.name for field in getattr(of, _OWN))


if not TYPE_CHECKING:  # mypy takes them for those of dataclasses

    def field(*, default=_MISSING, default_factory=_MISSING, compare=True, repr=True):
        """As of dataclasses."""
        return Field(default, default_factory, compare, repr)

    def dataclass(made=None, *, frozen=False, eq=True):
        """As of dataclasses."""
        if made is None:
            return lambda made: _complete(made, frozen, eq)
        return _complete(made, frozen, eq)

    def replace(value, **changes):
        """As of dataclasses."""
        kept = {name: getattr(value, name) for name in field_names(value) if name not in changes}
        return type(value)(**kept, **changes)

    def asdict(value):
        """As of dataclasses."""
        return {name: _plain(getattr(value, name)) for name in field_names(value)}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return asdict(value)
    if isinstance(value, (list, tuple)):
        items = map(_plain, value)
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        return type(value)((_plain(key), _plain(item)) for key, item in value.items())
    return value


def _complete(made: type, frozen: bool, eq: bool) -> type:
    """Give a class its functions."""
    fields = _fields(made)
    own = made.__dict__
    names = tuple(field.name for field in fields)
    added: dict[str, Any] = {_OWN: fields, "__dataclass_fields__": _Described(), "__match_args__": names}
    if "__init__" not in own:
        added["__init__"] = _first_init(made, fields, frozen)
    if "__repr__" not in own:
        added["__repr__"] = _repr(tuple(field.name for field in fields if field.repr))
    if eq:
        values = _values(tuple(field.name for field in fields if field.compare))
        if "__eq__" not in own:
            added["__eq__"] = _eq(values)
        if own.get("__hash__") is None:  # __eq__ in the class's text makes it None
            added["__hash__"] = _hash(values) if frozen else None
    if frozen:
        added["__setattr__"], added["__delattr__"] = _refusals(made, frozenset(names))
    for name, value in added.items():
        setattr(made, name, value)
    return made


def _fields(made: type) -> tuple[Field, ...]:
    """Those of its bases, then its own; class variables keep their values."""
    found: dict[str, Field] = {}
    for base in made.__mro__[-1:0:-1]:
        found.update({field.name: field for field in base.__dict__.get(_OWN, ())})
    for name, annotation in made.__annotations__.items():
        if str(annotation).startswith(("ClassVar", "typing.ClassVar")):
            continue
        default = made.__dict__.get(name, _MISSING)
        described = default if isinstance(default, Field) else Field(default, _MISSING, True, True)
        described.name, described.type = name, annotation
        if described is default:
            if described.default is _MISSING:
                delattr(made, name)
            else:
                setattr(made, name, described.default)
        found[name] = described
    return tuple(found.values())


def _first_init(made: type, fields: tuple[Field, ...], frozen: bool) -> Any:
    """An `__init__` that puts the compiled one in its place."""

    def __init__(self: Any, *arguments: Any, **named: Any) -> None:
        compiled = _init(made, fields, frozen)
        made.__init__ = compiled  # type: ignore[misc]
        compiled(self, *arguments, **named)

    return __init__


def _init(made: type, fields: tuple[Field, ...], frozen: bool) -> Any:
    """The compiled `__init__`. What it uses has names that no field has."""
    known: dict[str, Any] = {"__missing": _MISSING, "__put": object.__setattr__}
    parameters, body = ["self"], []
    for number, field in enumerate(fields):
        name, value = field.name, field.name
        if field.default_factory is not _MISSING:
            known[f"__make{number}"] = field.default_factory
            parameters.append(f"{name}=__missing")
            value = f"__make{number}() if {name} is __missing else {name}"
        elif field.default is not _MISSING:
            known[f"__default{number}"] = field.default
            parameters.append(f"{name}=__default{number}")
        else:
            parameters.append(name)
        body.append(f"__put(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(made, "__post_init__"):
        body.append("self.__post_init__()")
    exec(f"def __init__({', '.join(parameters)}):\n  " + "\n  ".join(body or ["pass"]), known)
    init = known["__init__"]
    init.__qualname__, init.__module__ = f"{made.__qualname__}.__init__", made.__module__
    return init


def _values(names: tuple[str, ...]) -> Any:
    """What gives the values of the fields that count, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda value: ()
    get = attrgetter(names[0])
    return lambda value: (get(value),)


def _repr(names: tuple[str, ...]) -> Any:
    def __repr__(self: Any) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({shown})"

    return recursive_repr()(__repr__)


def _eq(values: Any) -> Any:
    def __eq__(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash(values: Any) -> Any:
    def __hash__(self: Any) -> int:
        return hash(values(self))

    return __hash__


def _refusals(made: Any, names: frozenset[str]) -> tuple[Any, Any]:
    """`__setattr__` and `__delattr__` of a frozen class."""

    def __setattr__(self: Any, name: str, value: Any) -> None:
        if type(self) is made or name in names:
            raise FrozenError(f"cannot assign to field {name!r}")
        super(made, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:
        if type(self) is made or name in names:
            raise FrozenError(f"cannot delete field {name!r}")
        super(made, self).__delattr__(name)

    return __setattr__, __delattr__
