"""What statements may do with an object of a random struct: its members, pointers to them, structs in it."""

from __future__ import annotations

from dataclasses import replace

from random_kernels.expressions import Object, Scope
from random_kernels.model import Place, Struct


def own(member: Place, object_form: str) -> Place:
    """A member of an object."""
    return Place(member.form.replace("{object}", object_form), member.type, member.written, member.cast)


def with_object(scope: Scope, form: str, struct: Struct, written: bool) -> None:
    """Adds an object and its members; `form` may have a hole for an index."""
    scope.objects.append(Object(form, struct, written))
    for member in struct.members:
        if "{0}" in form and member.indexed:
            continue
        made = own(member, form)
        scope.places.append(Place(made.form, made.type, written, made.cast))
    if "{0}" not in form:
        for region in struct.regions:
            pointer = region.pointer.replace("{object}", form)
            scope.regions.append(replace(region, pointer=pointer, written=written))
    for part, inner in struct.parts:
        if "{0}" not in form or "{0}" not in part:
            with_object(scope, part.replace("{object}", form), inner, written)
