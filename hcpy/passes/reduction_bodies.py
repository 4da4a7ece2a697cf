"""What LLVM's reductions of vectors compute: one lane after the other.

Takes and gives what the bodies of intrinsic_bodies do.
"""

from __future__ import annotations

from hcpy.passes.intrinsic_bodies import SUFFIXES, Body, Lines, Needed, Types

_INSTRUCTIONS = {name: name for name in ("add", "mul", "and", "or", "xor", "fadd", "fmul")}
_CALLS = {
    **{name: name for name in ("smax", "smin", "umax", "umin")},
    "fmax": "maxnum",
    "fmin": "minnum",
    "fmaximum": "maximum",
    "fminimum": "minimum",
}
_WITH_FIRST = ("fadd", "fmul")  # the first parameter is a number that comes before the lanes


def _reduction(name: str) -> Body:
    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        t, vector = types.result, types.parameters[-1]
        place = len(types.parameters) - 1
        lines, needed = [], {}
        for lane in range(int(vector[1:].split(" x ")[0])):
            lines.append(f"%x{lane} = extractelement {vector} %{place}, i32 {lane}")
        values = [f"%x{lane}" for lane in range(len(lines))]
        if name in _WITH_FIRST:
            values = ["%0", *values]
        whole = values[0]
        for n, value in enumerate(values[1:]):
            if name in _INSTRUCTIONS:
                operation = f"{_INSTRUCTIONS[name]} {t} {whole}, {value}"
            else:
                full = f"llvm.{_CALLS[name]}.{SUFFIXES.get(t, t)}"
                needed[full] = f"{t} @{full}({t}, {t})"
                operation = f"call {t} @{full}({t} {whole}, {t} {value})"
            whole = f"%y{n}"
            lines.append(f"{whole} = {operation}")
        return [*lines, f"ret {t} {whole}"], needed

    return body


REDUCTION_BODIES: dict[str, Body] = {
    f"vector.reduce.{name}": _reduction(name) for name in (*_INSTRUCTIONS, *_CALLS)
}
