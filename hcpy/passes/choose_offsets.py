"""Chooses between offsets into a private array, not between the addresses of its elements.

Takes a Lowering whose module is optimised, with its address spaces known. The vectoriser of Intel's OpenCL
runtime for CPUs loses stores through an address that a select gives, or that is computed from such a one
(seen with arrays of i8). One address that is computed from the array and an offset comes out right where one
choice leads to it; a byte is stored into each of a small array's elements that it may belong to.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hcpy import ir
from hcpy.passes.ir_lines import Function, Module, rewrite
from hcpy.passes.lowering import Lowering

_VALUE = r"%(?:[-\w$.]+|\"[^\"]*\")"
_ALLOCA = re.compile(rf"^  ({_VALUE}) = alloca (?:\[(\d+) x i8\])?")
_STORE = re.compile(rf"^  store i8 ([^,]+), ptr ({_VALUE}), align 1(?:, !.*)?$")
_SMALL = 64  # elements
_STEP = re.compile(
    rf"^  ({_VALUE}) = getelementptr (?:inbounds |nuw |nusw )*(\[\d+ x \w+\]|\S+), "
    rf"ptr ({_VALUE}), (i\d+) ([^,\s]+)(?:, !.*)?$"
)
_SELECT = re.compile(rf"^  ({_VALUE}) = select i1 ([^,]+), ptr ({_VALUE}), ptr ({_VALUE})(?:, !.*)?$")
_PHI = re.compile(rf"^  ({_VALUE}) = phi ptr ((?:\[ {_VALUE}, {_VALUE} \](?:, )?)+)(?:, !.*)?$")
_INCOMING = re.compile(rf"\[ ({_VALUE}), ({_VALUE}) \]")
_SIZES = {"half": 2, "bfloat": 2, "float": 4, "double": 8}


@dataclass
class _Pointers:
    """A function's private addresses: what each is computed from."""

    steps: dict[str, tuple[str, int, str, str]] = field(default_factory=dict)  # base, bytes, type, index
    choices: dict[str, list[str]] = field(default_factory=dict)  # of selects and phis
    roots: dict[str, str] = field(default_factory=dict)  # address -> its array
    bytes: dict[str, int] = field(default_factory=dict)  # of small arrays of i8


def run(lowering: Lowering) -> None:
    choices = (ir.Opcode.SELECT, ir.Opcode.PHI)
    if any(
        i.opcode in choices and i.type.is_pointer and i.type.address_space == 0
        for function in lowering.module.definitions
        for i in function.instructions()
    ):
        rewrite(lowering, _run)


def _run(module: Module) -> None:
    for function in module.functions.values():
        if not function.is_declaration and any(_ALLOCA.match(line) for line in function.body):
            pointers = _read(function.body)
            changed = set(_changed(pointers))
            if changed:
                _Rewriter(pointers, changed).rewrite(function)


def _changed(pointers: _Pointers) -> Iterator[str]:
    """The addresses that are made anew: choices, and steps on from an address that is computed."""
    for name in pointers.roots:
        if name in pointers.choices:
            yield name
        elif name in pointers.steps and (base := pointers.steps[name][0]) != pointers.roots[name]:
            chain = [name]
            while (base := pointers.steps.get(chain[-1], ("",))[0]) in pointers.steps:
                chain.append(base)
            if base in pointers.choices or any(
                not re.fullmatch(r"-?\d+", pointers.steps[link][3]) for link in chain
            ):
                yield name


class _Rewriter:
    """Makes the new lines of one function."""

    def __init__(self, pointers: _Pointers, changed: set[str]) -> None:
        self._pointers = pointers
        self._changed = changed
        self._numbers = itertools.count()
        self._names = {name: f"%hcpy.offset.{n}" for n, name in enumerate(pointers.roots)}
        self._wanted: set[str] = set()  # what offsets are computed from, too
        work = list(changed)
        while work:
            name = work.pop()
            if name not in self._wanted:
                self._wanted.add(name)
                if name in pointers.choices:
                    work += pointers.choices[name]
                elif name in pointers.steps:
                    work.append(pointers.steps[name][0])

    def rewrite(self, function: Function) -> None:
        body: list[str] = []
        waiting: list[str] = []  # an address after a phi comes after all phis of the block
        for line in function.body:
            if waiting and " = phi " not in line:
                body += waiting
                waiting = []
            if (select := _SELECT.match(line)) is not None and select.group(1) in self._changed:
                name, condition, first, second = select.groups()
                arms = f"i64 {self._offset(first)}, i64 {self._offset(second)}"
                body += [f"  {self._names[name]} = select i1 {condition}, {arms}", self._address(name)]
            elif (phi := _PHI.match(line)) is not None and phi.group(1) in self._changed:
                incoming = _INCOMING.findall(phi.group(2))
                arms = ", ".join(f"[ {self._offset(value)}, {block} ]" for value, block in incoming)
                body.append(f"  {self._names[phi.group(1)]} = phi i64 {arms}")
                waiting.append(self._address(phi.group(1)))
            elif (step := _STEP.match(line)) is not None and step.group(1) in self._wanted:
                name = step.group(1)
                base, *moved = self._pointers.steps[name]
                body += _moved(self._names[name], self._offset(base), *moved)  # type: ignore[arg-type]
                body.append(self._address(name) if name in self._changed else line)
            elif (store := _STORE.match(line)) is not None and store.group(2) in self._changed:
                body += list(self._stored(store.group(1), store.group(2))) or [line]
            else:
                body.append(line)
        function.body = body

    def _stored(self, value: str, name: str) -> Iterator[str]:
        """A byte, put into each element of a small array that the offset may mean; else nothing."""
        root = self._pointers.roots[name]
        for number in range(self._pointers.bytes.get(root, 0)):
            place = f"%hcpy.byte.{next(self._numbers)}"
            yield f"  {place} = getelementptr i8, ptr {root}, i64 {number}"
            yield f"  {place}.old = load i8, ptr {place}, align 1"
            yield f"  {place}.is = icmp eq i64 {self._names[name]}, {number}"
            yield f"  {place}.new = select i1 {place}.is, i8 {value}, i8 {place}.old"
            yield f"  store i8 {place}.new, ptr {place}, align 1"

    def _offset(self, name: str) -> str:
        return "0" if self._pointers.roots[name] == name else self._names[name]

    def _address(self, name: str) -> str:
        return f"  {name} = getelementptr i8, ptr {self._pointers.roots[name]}, i64 {self._names[name]}"


def _moved(name: str, base: str, size: int, type_: str, index: str) -> Iterator[str]:
    """The offset of an element `index` further on."""
    if type_ != "i64":
        yield f"  {name}.wide = sext {type_} {index} to i64"
        index = f"{name}.wide"
    yield f"  {name}.bytes = mul i64 {index}, {size}"
    yield f"  {name} = add i64 {base}, {name}.bytes"


def _read(body: list[str]) -> _Pointers:
    found = _Pointers()
    for line in body:
        if (alloca := _ALLOCA.match(line)) is not None:
            found.roots[alloca.group(1)] = alloca.group(1)
            if alloca.group(2) and int(alloca.group(2)) <= _SMALL:
                found.bytes[alloca.group(1)] = int(alloca.group(2))
        elif (step := _STEP.match(line)) is not None and (size := _size(step.group(2))):
            found.steps[step.group(1)] = (step.group(3), size, step.group(4), step.group(5))
        elif (select := _SELECT.match(line)) is not None:
            found.choices[select.group(1)] = [select.group(3), select.group(4)]
        elif (phi := _PHI.match(line)) is not None:
            found.choices[phi.group(1)] = [value for value, _ in _INCOMING.findall(phi.group(2))]
    _find_roots(found)
    return found


def _find_roots(found: _Pointers) -> None:
    """First as if each choice had one array, since loops lead back to it; then without those with two."""
    sources = {name: [step[0]] for name, step in found.steps.items()} | found.choices
    changed = True
    while changed:
        changed = False
        for name, given in sources.items():
            root = next((found.roots[g] for g in given if g in found.roots), None)
            if name not in found.roots and root is not None:
                found.roots[name] = root
                changed = True
    changed = True
    while changed:
        changed = False
        for name, given in sources.items():
            if name in found.roots and any(found.roots.get(g) != found.roots[name] for g in given):
                del found.roots[name]
                changed = True


def _size(type_: str) -> int:
    """Bytes of a type without padding; 0: not known here."""
    if (array := re.fullmatch(r"\[(\d+) x (\w+)\]", type_)) is not None:
        return int(array.group(1)) * _size(array.group(2))
    if re.fullmatch(r"i(?:8|16|32|64)", type_):
        return int(type_[1:]) // 8
    return _SIZES.get(type_, 0)
