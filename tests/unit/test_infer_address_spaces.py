"""infer_address_spaces: what asks for an address without accessing its memory."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import infer_address_spaces

GENERIC = "ptr addrspace(4)"


def _kernel(body: str) -> str:
    return (
        "define i64 @f(ptr addrspace(1) %g, ptr addrspace(3) %t, i64 %n) {\n"
        f"  %a = addrspacecast ptr addrspace(3) %t to {GENERIC}\n"
        f"  %b = getelementptr i32, {GENERIC} %a, i64 %n\n"
        f"  %c = addrspacecast ptr addrspace(1) %g to {GENERIC}\n"
        f"  %x = ptrtoint {GENERIC} %a to i64\n  %y = ptrtoint {GENERIC} %b to i64\n"
        f"  %z = ptrtoint {GENERIC} %c to i64\n{body}}}\n"
    )


@pytest.mark.parametrize(
    "asked",
    [
        "%r = sub i64 %y, %x",
        "%r = and i64 %y, 15",
        "%o = icmp ult i64 %x, %y\n  %r = zext i1 %o to i64",
    ],
)
def test_distances_orders_and_lowest_bits_are_those_of_the_own_memory(asked: str) -> None:
    made = after(infer_address_spaces.run, _kernel(f"  {asked}\n  ret i64 %r\n"))
    assert "ptrtoint ptr addrspace(3)" in made and "addrspacecast ptr addrspace(3)" not in made


@pytest.mark.parametrize(
    "asked",
    [
        "%r = sub i64 %y, %z",  # of different memories
        "%r = and i64 %y, -16",
        "%r = add i64 %y, %x",
        "%d = sub i64 %y, %x\n  %r = xor i64 %y, %d",
        "%o = icmp ult i64 %y, %z\n  %r = zext i1 %o to i64",
        "%r = sub i64 %y, 8",
    ],
)
def test_other_numbers_are_those_of_generic_addresses(asked: str) -> None:
    made = after(infer_address_spaces.run, _kernel(f"  {asked}\n  ret i64 %r\n"))
    assert "%y = ptrtoint ptr addrspace(4)" in made


@pytest.mark.parametrize(
    ("space", "name"), [(0, "_Z5frexpfPi"), (1, "_Z5frexpfPU3AS1i"), (3, "_Z5frexpfPU3AS3i")]
)
def test_second_results_are_written_through_pointers_to_their_memory(space: int, name: str) -> None:
    pointer = f"ptr addrspace({space})" if space else "ptr"
    text = f"""declare spir_func float @_Z5frexpfPU3AS4i(float, {GENERIC})
define float @f(float %x, {pointer} %p) {{
  %g = addrspacecast {pointer} %p to {GENERIC}
  %r = call spir_func float @_Z5frexpfPU3AS4i(float %x, {GENERIC} %g)
  ret float %r
}}
"""
    made = after(infer_address_spaces.run, text)
    assert f"%1 = call spir_func float @{name}(float %x, {pointer} %p)" in made


def test_the_programs_own_function_of_that_name_is_not_called() -> None:
    text = f"""declare spir_func float @_Z5frexpfPU3AS4i(float, {GENERIC})
define spir_func float @_Z5frexpfPi(float %x, ptr %p) {{
  ret float 0.0
}}
define float @f(float %x, ptr %p) {{
  %g = addrspacecast ptr %p to {GENERIC}
  %r = call spir_func float @_Z5frexpfPU3AS4i(float %x, {GENERIC} %g)
  ret float %r
}}
"""
    assert "%r = call spir_func float @_Z5frexpfPU3AS4i" in after(infer_address_spaces.run, text)


def test_a_pointer_that_is_cast_back_stays_what_it_is() -> None:
    text = f"""declare void @g(ptr)
define void @f(ptr %p, ptr addrspace(1) %q) {{
  %a = addrspacecast ptr %p to {GENERIC}
  %b = getelementptr i8, {GENERIC} %a, i64 4
  %c = addrspacecast {GENERIC} %b to ptr
  call void @g(ptr %c)
  %d = addrspacecast ptr addrspace(1) %q to {GENERIC}
  %e = addrspacecast {GENERIC} %d to ptr
  call void @g(ptr %e)
  ret void
}}
"""
    made = after(infer_address_spaces.run, text)
    assert made.count("addrspacecast") == 2 and "%e = addrspacecast" in made  # nobody knows what that is
    assert "getelementptr i8, ptr %p, i64 4" in made
