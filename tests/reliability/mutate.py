"""Damages bytes and C++ sources at random, the same way for the same seed.

Takes: a random.Random, and what is to be damaged. Gives: the damaged copy.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

# Values that length and offset fields are set to.
_EDGES = (0, 1, 7, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 0xFFFFFFFF)
_TOKEN = re.compile(
    r"\s+|//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)+'|\w+|::|->|&&|<<|.", re.DOTALL
)
# Words of the dialects and of C++ that change what is around them.
_WORDS = tuple(
    "restrict(amp) restrict(cpu) restrict(amp,cpu) restrict() restrict( [[hc]] [[hc,cpu]] [[ ]] "
    "__attribute__((hc)) __HC__ __GPU tile_static static virtual throw try catch goto asm volatile mutable "
    "constexpr auto template < > [ ] ( ) { } [=] [&] [this] ; , :: -> && & * ... = operator new delete this "
    "typeid dynamic_cast<int*> co_await requires concept namespace using struct class union enum extern if "
    "else for while switch case default #if #endif #else #define #include #line #pragma \\ \" ' /* */ // "
    'R"( 0x 1e ? : hc::index<1> hc::parallel_for_each concurrency::array_view<int> return sizeof( '
    "decltype( noexcept( alignas(".split()
)


def damage_bytes(chance: random.Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """One to four damages: flipped bits, new bytes, cut ends, edge values in fields, parts of other files."""
    damaged = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        size = len(damaged)
        if not size:
            return bytes(damaged)
        at = chance.randrange(size)
        match chance.randrange(8):
            case 0 | 1:
                damaged[at] ^= 1 << chance.randrange(8)
            case 2:
                damaged[at] = chance.randrange(256)
            case 3:
                del damaged[at:]
            case 4:
                width = chance.choice((4, 8))
                at -= at % 4
                value = chance.choice((*_EDGES, size, size - 1, size + 1, at))
                damaged[at : at + width] = value.to_bytes(8, "little")[:width]
            case 5:
                end = min(size, at + chance.randrange(1, 65))
                del damaged[at:end]
            case 6:
                end = min(size, at + chance.randrange(1, 65))
                damaged[at:at] = damaged[at:end]
            case _:
                donor = chance.choice(others) if others else data
                begin = chance.randrange(len(donor) or 1)
                part = donor[begin : begin + chance.randrange(1, 257)]
                damaged[at : at + len(part)] = part
    return bytes(damaged)


def damage_source(chance: random.Random, text: str, others: Sequence[str]) -> bytes:
    """One to four damages of tokens, or of bytes, or too deep a nesting."""
    tokens = _TOKEN.findall(text)
    for _ in range(chance.choice((1, 1, 2, 4))):
        solid = [i for i, t in enumerate(tokens) if not t.isspace()]
        if not solid:
            break
        at = chance.choice(solid)
        match chance.randrange(10):
            case 0 | 1:
                del tokens[at : at + chance.choice((1, 1, 1, 3, 10))]
            case 2:
                tokens.insert(at, tokens[chance.choice(solid)])
            case 3:
                other = chance.choice(solid)
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case 4 | 5 | 6:
                tokens.insert(at, f" {chance.choice(_WORDS)} ")
            case 7:
                donor = _TOKEN.findall(chance.choice(others))
                begin = chance.randrange(len(donor) or 1)
                tokens[at:at] = donor[begin : begin + chance.randrange(1, 30)]
            case 8:
                tokens.insert(at, _nested(chance))
            case _:
                del tokens[at:]
    data = "".join(tokens).encode("utf-8", "surrogateescape")
    return damage_bytes(chance, data) if chance.randrange(8) == 0 else data


def _nested(chance: random.Random) -> str:
    """Something that nests, or goes on, for a long time."""
    depth = chance.choice((10, 100, 300, 3000))
    opened, closed = chance.choice(
        (("(", ")"), ("{", "}"), ("[", "]"), ("[=]() [[hc]] {", "}"), ("<", ">"), ("-(", ")"), ("1+", "1"))
    )
    whole = chance.randrange(2)
    return opened * depth + (closed * depth if whole else "")
