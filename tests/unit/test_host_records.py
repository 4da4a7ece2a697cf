"""hcpy/passes/host/records.py: which work-items are run one by one for the records that they write."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy.passes.host.records import changes_records, writes_records


def body(apart: int, order: str, ops: str = "", to: str = "%out") -> Made:
    """Copies numbers of a record, `apart` numbers from the next one, in an order."""
    lines = [f"%first = mul nsw i32 %id, {apart}"]
    for n, place in enumerate(order.split()):
        lines += [
            f"%i{n} = add nsw i32 %first, {place}",
            f"%w{n} = sext i32 %i{n} to i64",
            f"%p{n} = getelementptr inbounds i32, ptr %in, i64 %w{n}",
            f"%v{n} = load i32, ptr %p{n}",
            *(op.format(n=n) for op in ops.split(";") if op),
            f"%q{n} = getelementptr inbounds i32, ptr {to}, i64 %w{n}",
            f"store i32 {f'%o{n}' if ops else f'%v{n}'}, ptr %q{n}",
        ]
    return Made("entry: " + BEGIN + "\n  ".join(["", *lines, "ret void\n"]))


MUCH = "%a{n} = xor i32 %v{n}, %id;" + "".join(
    f"%{'abcdefgh'[k]}{{n}} = xor i32 %{'abcdefgh'[k - 1]}{{n}}, {k}; " for k in range(1, 8)
)


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (body(9, "0 1 2"), True),  # three numbers of nine
        (body(3, "0 1 2"), False),  # LLVM takes such apart by shuffles
        (body(1, "0"), False),  # side by side
        (body(9, "0 2 1"), True),
        (body(9, "0 1 2", MUCH + "%o{n} = xor i32 %h{n}, 3"), False),  # much is computed of each
        (body(3, "0 1 2 3"), True),  # four side by side, all alike
    ],
)
@pytest.mark.parametrize("in_context", [False, True])
def test_records_of_their_own(one: Made, expected: bool, in_context: bool) -> None:
    function = one.enter().function if in_context else one.function
    assert writes_records(one.module.layout, function) is expected


def test_a_store_beside_the_neighbours_is_no_record() -> None:
    one = body(9, "0 1 2")
    text = str(one.module).replace("ret void", "store i32 %v0, ptr %to\n  ret void", 1)
    assert (
        writes_records(one.module.layout, Made(text[text.index("entry:") : text.rindex("}")]).function)
        is False
    )


def test_an_index_may_be_a_sum_of_two_sums() -> None:
    """Rows of a block: `(y + v) * 512 + x + u`."""
    lines = ["%x = shl nsw i32 %id, 3", "%y = shl nsw i32 %n, 12"]
    for v, u in ((v, u) for v in range(2) for u in range(4)):
        lines += [
            f"%r{v}{u} = add nsw i32 %y, {512 * v}",
            f"%c{v}{u} = or disjoint i32 %x, {u}",
            f"%i{v}{u} = add nsw i32 %r{v}{u}, %c{v}{u}",
            f"%w{v}{u} = sext i32 %i{v}{u} to i64",
            f"%p{v}{u} = getelementptr inbounds i16, ptr %in, i64 %w{v}{u}",
            f"%q{v}{u} = getelementptr inbounds i32, ptr %out, i64 %w{v}{u}",
            f"%v{v}{u} = load i16, ptr %p{v}{u}",
            f"%e{v}{u} = sext i16 %v{v}{u} to i32",
            f"%s{v}{u} = mul i32 %e{v}{u}, %e{v}{u}",
            f"%t{v}{u} = mul i32 %s{v}{u}, %e{v}{u}",
            f"store i32 %t{v}{u}, ptr %q{v}{u}",
        ]
    one = Made("entry: " + BEGIN + "\n  ".join(["", *lines, "ret void\n"]))
    assert writes_records(one.module.layout, one.function)


def changed(apart: int, stores: str, also: str = "") -> Made:
    """Number 0 of a record changes under a condition; `stores` come before it."""
    return Made(f"""entry: {BEGIN}
  %first = mul nsw i64 %w, {apart}
  %p = getelementptr inbounds i32, ptr %out, i64 %first
  %q = getelementptr inbounds i32, ptr %p, i64 1
  %r = getelementptr inbounds i32, ptr %p, i64 2
  %v = load i32, ptr %p
  %u = load i32, ptr %q
  {stores}
  %c = icmp slt i32 %v, 100
  br i1 %c, label %then, label %done
then:
  %less = sub nsw i32 0, %v
  store i32 %less, ptr %p
  {also}
  br label %done
done:
  ret void
""")


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (changed(8, "store i32 %u, ptr %r"), True),
        (changed(8, ""), True),
        (changed(3, "store i32 %u, ptr %r"), False),  # LLVM takes such apart by shuffles
        (changed(8, "store i32 %u, ptr %to"), False),
        (changed(8, "store volatile i32 %u, ptr %r"), False),
        (changed(8, "store i32 %u, ptr %r", "store i32 %u, ptr %to"), False),
        (body(9, "0 1 2"), False),  # under no condition: writes_records
    ],
)
@pytest.mark.parametrize("in_context", [False, True])
def test_records_that_change_under_conditions(one: Made, expected: bool, in_context: bool) -> None:
    function = one.enter().function if in_context else one.function
    assert changes_records(one.module.layout, function) is expected
