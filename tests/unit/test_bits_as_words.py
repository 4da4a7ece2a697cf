"""bits_as_words: truth values of vectors become words, and come from them, without a cast of their bits."""

from __future__ import annotations

import ctypes

from pass_support import HOST, after, execution

from hcpy.passes import bits_as_words

_TEXT = (
    HOST
    + """define i8 @f(i8 %word, i32 %n) {
  %lanes = bitcast i8 %word to <8 x i1>
  %not = xor <8 x i1> %lanes, splat (i1 true)
  %one = extractelement <8 x i1> %lanes, i32 %n
  %changed = insertelement <8 x i1> %not, i1 %one, i32 0
  %r = bitcast <8 x i1> %changed to i8
  ret i8 %r
}
"""
)


def test_words_and_lanes() -> None:
    made = after(bits_as_words.run, _TEXT)
    assert "bitcast i8" not in made and "bitcast <8 x i1>" not in made
    kind = ctypes.CFUNCTYPE(ctypes.c_uint8, ctypes.c_uint8, ctypes.c_uint32)
    with execution(made) as engine:
        function = kind(engine.get_function_address("f"))
        for word in range(256):
            want = (~word & 0xFE) | (word >> word % 8 & 1)
            assert function(word, word % 8) == want


def test_casts_of_numbers_stay() -> None:
    text = "define <2 x i16> @f(i32 %x) {\n  %r = bitcast i32 %x to <2 x i16>\n  ret <2 x i16> %r\n}\n"
    assert "bitcast i32 %x to <2 x i16>" in after(bits_as_words.run, text)
