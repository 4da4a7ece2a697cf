"""Data classes of hcpy.core.dataclass behave as those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from typing import ClassVar

import pytest

from hcpy.core import dataclass as own


@own.dataclass(frozen=True)
class Point:
    x: int
    y: int = 2
    kept: ClassVar[int] = 5
    names: list[str] = own.field(default_factory=list, compare=False, repr=False)


@own.dataclass(frozen=True)
class Named(Point):
    name: str = "self"
    put: str = "put"  # names that the compiled function has for itself

    def loud(self) -> str:
        return self.name.upper()


@own.dataclass
class Open:
    values: list[int] = own.field(default_factory=list)

    def __post_init__(self) -> None:
        self.count = len(self.values)


@own.dataclass(eq=False)
class Node:
    parent: Node | None = None


@own.dataclass(frozen=True)
class Single:
    value: float


@own.dataclass(frozen=True)
class Empty:
    pass


def test_objects_are_made_as_by_the_standard_ones() -> None:
    assert (Point(1).x, Point(1).y, Point(1).names) == (1, 2, [])
    assert Point(1).names is not Point(1).names
    assert Named(1, name="n", y=7) == Named(1, 7, [], "n")
    assert Named(1).put == "put"
    assert Named(1).loud() == "SELF"
    assert Open([3, 4]).count == 2
    assert Point.kept == 5 and Point.y == 2 and not hasattr(Point, "names")
    for wrong in ((), (1, 2, [], 4)):
        with pytest.raises(TypeError):
            Point(*wrong)
    with pytest.raises(TypeError):
        Point(1, z=2)


def test_equality_hash_and_text() -> None:
    assert Point(1) == Point(1, names=["not compared"]) != Point(2)
    assert Point(1) != Named(1)
    assert hash(Point(1, 3)) == hash((1, 3)) and hash(Single(2.0)) == hash((2.0,))
    nan = float("nan")
    assert Single(nan) == Single(nan)  # as tuples: what is the same object is equal
    assert Empty() == Empty() and hash(Empty()) == hash(())
    assert repr(Named(1)) == "Named(x=1, y=2, name='self', put='put')"
    with pytest.raises(TypeError):
        hash(Open())
    node = Node()
    node.parent = node
    assert hash(node) != hash(Node()) and repr(node) == "Node(parent=...)"


def test_frozen_objects_stay() -> None:
    point = Named(1)
    for name in ("x", "name", "other"):
        with pytest.raises(AttributeError):
            setattr(point, name, 2)
    with pytest.raises(AttributeError):
        del point.x
    assert point == pickle.loads(pickle.dumps(point)) == copy.deepcopy(point)


def test_replace_and_asdict() -> None:
    point = Named(1, names=["a"])
    assert own.replace(point, y=9, name="b") == Named(1, 9, [], "b")
    with pytest.raises(TypeError):
        own.replace(point, z=1)
    assert own.asdict(Open([1, 2])) == {"values": [1, 2]}
    nested = Node((Point(1), {"a": Single(1.0)}))  # type: ignore[arg-type]
    assert own.asdict(nested) == {"parent": ({"x": 1, "y": 2, "names": []}, {"a": {"value": 1.0}})}
    assert own.field_names(Named) == ("x", "y", "names", "name", "put")
    assert own.is_dataclass(point) and not own.is_dataclass(Point) and not own.is_dataclass(1)


def test_the_standard_functions_take_them() -> None:
    point = Named(1, names=["a"])
    assert dataclasses.is_dataclass(Point)
    assert dataclasses.replace(point, x=3) == Named(3)
    assert dataclasses.asdict(point) == own.asdict(point)
    described = {field.name: field for field in dataclasses.fields(Point)}
    assert described["y"].default == 2 and described["names"].default_factory is list
    assert not described["names"].compare and not described["names"].repr
    match point:
        case Named(x, y):
            assert (x, y) == (1, 2)


def test_no_module_of_the_compiler_loads_the_standard_ones() -> None:
    """They, and `inspect`, which they load, take longer than many a stage."""
    text = "import sys, hcpy.driver.compile_job; print(*{'dataclasses', 'inspect'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
