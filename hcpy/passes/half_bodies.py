"""What LLVM's intrinsics of half compute, as IR over integers and floats, where float alone is not exact.

Takes the types of a call and the calling convention of library functions; gives a function's lines, as
intrinsic_bodies does.
"""

from __future__ import annotations

from hcpy.passes.intrinsic_bodies import Body, Lines, Needed, Types


def fabs(types: Types, convention: str) -> tuple[Lines, Needed]:
    """A NaN keeps its bits."""
    t = types.result
    return [
        f"%bits = bitcast {t} %0 to i16",
        "%low = and i16 %bits, 32767",
        f"%r = bitcast i16 %low to {t}",
        f"ret {t} %r",
    ], {}


def copysign(types: Types, convention: str) -> tuple[Lines, Needed]:
    """A NaN keeps its bits."""
    t = types.result
    return [
        f"%bits = bitcast {t} %0 to i16",
        f"%other = bitcast {t} %1 to i16",
        "%low = and i16 %bits, 32767",
        "%sign = and i16 %other, -32768",
        "%both = or i16 %low, %sign",
        f"%r = bitcast i16 %both to {t}",
        f"ret {t} %r",
    ], {}


def fma(types: Types, convention: str) -> tuple[Lines, Needed]:
    """The product of halves is exact in float. The sum is rounded to odd, so that rounding it to half again
    gives what rounding once would: where it is not exact, its last bit is set."""
    wide = [f"%x{n} = fpext half %{n} to float" for n in range(3)]
    return [
        *wide,
        "%p = fmul float %x0, %x1",
        "%s = fadd float %p, %x2",
        "%b = fsub float %s, %p",
        "%a = fsub float %s, %b",
        "%db = fsub float %x2, %b",
        "%da = fsub float %p, %a",
        "%error = fadd float %da, %db",
        "%inexact = fcmp one float %error, 0.0",
        "%bits = bitcast float %s to i32",
        "%last = and i32 %bits, 1",
        "%even = icmp eq i32 %last, 0",
        "%moves = and i1 %inexact, %even",
        "%greater = fcmp ogt float %error, 0.0",
        "%positive = fcmp ogt float %s, 0.0",
        "%inward = xor i1 %greater, %positive",
        "%step = select i1 %inward, i32 -1, i32 1",
        "%moved = add i32 %bits, %step",
        "%odd = select i1 %moves, i32 %moved, i32 %bits",
        "%f = bitcast i32 %odd to float",
        "%r = fptrunc float %f to half",
        "ret half %r",
    ], {}


BODIES: dict[str, Body] = {"copysign": copysign, "fabs": fabs, "fma": fma}
