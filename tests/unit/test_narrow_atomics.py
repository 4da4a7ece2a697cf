"""narrow_atomics: what is done to a part of a word is the same before and after it, run on the host's CPU."""

from __future__ import annotations

import ctypes

import pytest
from pass_support import HOST, after, execution

from hcpy.passes import narrow_atomics

_RMW = "%x = atomicrmw {0} ptr %p, {t} %v seq_cst\n%r = zext {t} %x to i32\nret i32 %r"
_BODIES = {
    **{name: _RMW.replace("{0}", name) for name in ("add", "sub", "and", "or", "xor", "xchg", "nand")},
    **{name: _RMW.replace("{0}", name) for name in ("max", "min", "umax", "umin")},
    "load": "%x = load atomic {t}, ptr %p acquire, align {a}\n%r = zext {t} %x to i32\nret i32 %r",
    "store": "store atomic {t} %v, ptr %p release, align {a}\nret i32 0",
    "exchange": (
        "%pair = cmpxchg ptr %p, {t} 70, {t} %v acq_rel acquire\n%x = extractvalue {{ {t}, i1 }} %pair, 0\n"
        "%ok = extractvalue {{ {t}, i1 }} %pair, 1\n%k = zext {t} %x to i32\n%b = zext i1 %ok to i32\n"
        "%s = shl i32 %b, 20\n%r = or i32 %k, %s\nret i32 %r"
    ),
}


def functions(bits: int) -> str:
    made = ""
    for name, body in _BODIES.items():
        text = body.replace("{t}", f"i{bits}").replace("{a}", str(bits // 8)).replace("{{", "{")
        made += f"define i32 @{name}(ptr %p, i{bits} %v) {{\n{text.replace('}}', '}')}\n}}\n"
    return HOST + made


def results(text: str, bits: int) -> list[tuple[str, int, bytes]]:
    """What each function returns, and what it leaves in memory, at each part of a word."""
    made = []
    with execution(text) as engine:
        for name in _BODIES:
            function = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint32)(
                engine.get_function_address(name)
            )
            for place in range(0, 4, bits // 8):
                memory = (ctypes.c_uint64 * 2)(0x46F1004612345678, 0x0046004680FF7F46)
                returned = function(ctypes.addressof(memory) + 4 + place, 0xC3A5 & ((1 << bits) - 1))
                made.append((name, returned, bytes(memory)))
    return made


@pytest.mark.parametrize("bits", [8, 16])
def test_a_part_of_a_word_gets_what_it_got(bits: int) -> None:
    text = functions(bits)
    shown = after(narrow_atomics.run, text)
    assert f"atomicrmw add ptr %p, i{bits}" not in shown and f"load atomic i{bits}" not in shown
    assert "cmpxchg ptr %word.i, i32" in shown
    assert results(text, bits) == results(shown, bits)


def test_whole_words_stay() -> None:
    text = HOST + "define i32 @f(ptr %p) {\n  %x = atomicrmw add ptr %p, i32 1 seq_cst\n  ret i32 %x\n}\n"
    assert "%x = atomicrmw add ptr %p, i32 1 seq_cst" in after(narrow_atomics.run, text)
