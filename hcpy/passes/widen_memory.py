"""Integers of odd widths in memory, which keeps the bytes that they had: for widen_integers.

Takes Sites of loads, stores and bitcasts; makes accesses of 1, 2, 4 and 8 bytes that touch no other ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode, Site, Value
from hcpy.passes.widened import Widener, container, odd_width

_WIDEST = 128


@dataclass(frozen=True)
class _Place:
    """Where something lies: `align` is what is known of the address."""

    site: Site
    pointer: Value
    align: int

    def at(self, offset: int) -> _Place:
        if not offset:
            return self
        align = min(self.align, offset & -offset)
        return _Place(self.site, self.site.build.offset(self.pointer, offset), align)

    def load(self, type_: ir.Type) -> Value:
        made = self.site.build.load(type_, self.pointer, align=self.align)
        made.is_volatile = self.site.old.is_volatile
        return made

    def store(self, value: Value) -> None:
        made = self.site.build.store(value, self.pointer, align=self.align)
        made.is_volatile = self.site.old.is_volatile


def load(site: Site) -> Value | None:
    old = site.old
    if site.type(old.type) == old.type:
        return None
    return _loaded(_Place(site, site.operand(0), old.align), old.type)


def store(site: Site) -> Value | None:
    old = site.old
    type_ = old.operand(0).type
    if site.type(type_) == type_:
        return None
    place = _Place(site, site.operand(1), old.align)
    _stored(place, site.operand(0), type_)
    return place.pointer  # it has no result


def _loaded(place: _Place, old: ir.Type) -> Value:
    """What lies there of the old type, in the new one."""
    site = place.site
    new = site.type(old)
    if new == old:
        return place.load(old)
    if old.is_aggregate:
        whole: Value = new.poison()
        for index in range(old.count):
            part = _loaded(place.at(_offset(site, old, index)), old.at(index))
            whole = site.build.insert_value(whole, part, index)
        return whole
    number: Value | None = None
    total = _bits(site, old)
    word = site.build.types.integer(container(total))
    for offset, size in _pieces((total + 7) // 8):
        part = place.at(offset).load(site.build.types.integer(8 * size))
        if part.type != word:
            part = site.build.cast(Opcode.ZEXT, part, word)
        if offset:
            part = Widener(site).binary(Opcode.SHL, part, 8 * offset)
        number = part if number is None else site.build.binary(Opcode.OR, number, part)
    assert number is not None
    return unpacked(site, Widener(site).masked(number, total), old)


def _stored(place: _Place, value: Value, old: ir.Type) -> None:
    site = place.site
    if site.type(old) == old:
        place.store(value)
        return
    if old.is_aggregate:
        for index in range(old.count):
            part = site.build.extract_value(value, index)
            _stored(place.at(_offset(site, old, index)), part, old.at(index))
        return
    number = packed(site, value, old)
    for offset, size in _pieces((_bits(site, old) + 7) // 8):
        part = Widener(site).binary(Opcode.LSHR, number, 8 * offset) if offset else number
        type_ = site.build.types.integer(8 * size)
        place.at(offset).store(part if part.type == type_ else site.build.trunc(part, type_))


def _offset(site: Site, aggregate: ir.Type, index: int) -> int:
    layout = site.module.layout
    if aggregate.is_struct:
        return layout.offset(aggregate, index)
    return index * layout.size(aggregate.element)


def _pieces(count: int) -> Iterator[tuple[int, int]]:
    """(offset, bytes) of the parts of so many bytes that devices can read at once."""
    at = 0
    for size in (8, 8, 4, 2, 1):
        if count - at >= size:
            yield at, size
            at += size


# --- vectors as one number ---------------------------------------------------------------------------
def _bits(site: Site, type_: ir.Type) -> int:
    """Of an integer or a vector, whose lanes lie side by side."""
    total = type_.scalar.width * (type_.count if type_.is_vector else 1)
    if total > _WIDEST:
        raise site.error(f"a vector of {total} bits whose lanes have {type_.scalar.width}")
    return total


def packed(site: Site, value: Value, old: ir.Type) -> Value:
    """The bits of what had the old type as one number, with 0 above them."""
    build = site.build
    word = build.types.integer(container(_bits(site, old)))
    if not old.is_vector:
        return value if value.type == word else build.cast(Opcode.BITCAST, value, word)
    if not odd_width(old) and word.width == _bits(site, old):
        return build.cast(Opcode.BITCAST, value, word)
    width = old.scalar.width
    if not old.scalar.is_integer:
        value = build.cast(Opcode.BITCAST, value, old.with_scalar(build.types.integer(width)))
    whole: Value = word.null()
    for lane in range(old.count):
        part = build.extract_element(value, build.types.i32.const(lane))
        part = part if part.type == word else build.cast(Opcode.ZEXT, part, word)
        part = Widener(site).binary(Opcode.SHL, part, lane * width) if lane else part
        whole = build.binary(Opcode.OR, whole, part) if lane else part
    return whole


def unpacked(site: Site, number: Value, old: ir.Type) -> Value:
    """A number as what had the old type."""
    build, new = site.build, site.type(old)
    if number.type == new:
        return number
    if not old.is_vector or (not odd_width(old) and number.type.width == _bits(site, old)):
        return build.cast(Opcode.BITCAST, number, new)
    width = old.scalar.width
    lane_type = new.element if new.element.is_integer else build.types.integer(width)
    lanes: Value = new.with_scalar(lane_type).poison()
    for lane in range(old.count):
        part = Widener(site).binary(Opcode.LSHR, number, lane * width) if lane else number
        part = part if part.type == lane_type else build.trunc(part, lane_type)
        part = Widener(site).masked(part, width) if odd_width(old) else part
        lanes = build.insert_element(lanes, part, build.types.i32.const(lane))
    return lanes if lanes.type == new else build.cast(Opcode.BITCAST, lanes, new)
