"""Random kernels with barriers, race free by construction, as C++ text for device and reference alike.

Takes a seed; gives kernels over (in, out, groups' data) that use every form of control flow around barriers.
"""

# ruff: noqa: E501, PLW0108 -- statements of C++ stay on one line each, and in one list
from __future__ import annotations

import random

PRELUDE = """
using namespace hcrt::device;
typedef unsigned U;
inline U linear() { return local_id(0) + group_size(0) * (local_id(1) + group_size(1) * local_id(2)); }
inline U items() { return group_size(0) * group_size(1) * group_size(2); }
inline U group() { return group_id(0) + num_groups(0) * (group_id(1) + num_groups(1) * group_id(2)); }
inline U global_size(int d) { return d == 0 ? GX : d == 1 ? GY : GZ; }
inline U place() { return global_id(0) + GX * (global_id(1) + GY * global_id(2)); }
inline U rotate(U* s, U l, U n, U v, U k) { s[l] = v; barrier(); U r = s[(l + k) % n]; barrier(); return r; }
"""


class Generator:
    """Writes one kernel's statements."""

    def __init__(self, seed: int, barriers: bool = True) -> None:
        self.random = random.Random(seed)
        self.barriers = barriers
        self.depth = 0
        self.names = 0

    def kernel(self, number: int) -> str:
        body = self.block(uniform=True, size=self.random.randint(3, 7))
        if not self.barriers and self.random.random() < 0.7:
            body = f"if ({self.guard()}) {{ {body} }}"
        first = ["l", "p * 3", "in[p]", "g + l", "l * l + 1", "7"]
        variables = "\n    ".join(f"U v{n} = {self.random.choice(first)};" for n in range(4))
        return f"""
struct Kernel{number} {{
  const U* in; U* out; const U* uniform; U count;
  U GX, GY, GZ;
  U place() const {{ return global_id(0) + GX * (global_id(1) + GY * global_id(2)); }}
  void run() const {{
    KERNEL_TILE U s[1024];
    KERNEL_TILE float f[1024];
    const U l = linear(), n = items(), g = group(), p = place();
    U u0 = count, u1 = uniform[g % 8], u2 = 3;
    {variables}
    float x0 = (float)(v0 % 97), x1 = 1.0f;
    U a[4] = {{v0, v1, v2, 7}};
    bool b0 = v0 & 1, b1 = (u0 & 1) != 0;
    {body}
    out[p] = v0 ^ (v1 * 3) ^ (v2 * 5) ^ (v3 * 7) ^ (U)(int)x0 ^ a[v1 & 3] ^ (b0 ? 1024 : 0) ^ (b1 ? u0 : u1) ^ (U)(int)x1;
  }}
  void operator()() const {{ run(); }}
}};
REGISTER_KERNEL({number})
"""

    # -- expressions --
    def atom(self) -> str:
        return self.random.choice(
            [
                "v0",
                "v1",
                "v2",
                "v3",
                "l",
                "g",
                "p",
                "n",
                "u0",
                "u1",
                "u2",
                "13",
                "in[p]",
                "uniform[u1 % 8]",
                "local_id(0)",
                "a[v2 & 3]",
                "(b0 ? v1 : 9)",
            ]
        )

    def uniform_atom(self) -> str:
        return self.random.choice(["u0", "u1", "u2", "g", "n", "5", "uniform[u0 % 8]", "uniform[g % 8]"])

    def expression(self, depth: int = 2) -> str:
        if depth == 0:
            return self.atom()
        op = self.random.choice(["+", "-", "*", "^", "&", "|"])
        return f"({self.expression(depth - 1)} {op} {self.atom()})"

    def condition(self) -> str:
        return f"{self.atom()} % {self.random.randint(2, 5)} {self.random.choice(['==', '<', '!='])} {self.random.randint(0, 2)}"

    def uniform_condition(self) -> str:
        """The same for a whole group; at times only the data says so, as all of `in` is below 65536."""
        agreed = f"(in[p] < 65536u) == ({self.uniform_comparison()})"
        return agreed if self.random.random() < 0.2 else self.uniform_comparison()

    def uniform_comparison(self) -> str:
        return f"({self.uniform_atom()} + {self.uniform_atom()}) % {self.random.randint(2, 4)} {self.random.choice(['==', '<', '!='])} {self.random.randint(0, 2)}"

    def guard(self) -> str:
        """A condition on ids, as kernels begin with."""
        return self.random.choice(
            [
                "global_id(0) < uniform[0]",
                "(int)local_id(0) < (int)(u0 + 1)",
                "(int)global_id(0) > 0 && (int)global_id(0) < (int)GX - 1",
                "(int)global_id(0) >= 1 && (int)global_id(1) <= 3 && (int)global_id(0) + 2 < (int)GX",
                "local_id(0) == 0",
                "l == 1",
                "!((int)global_id(0) >= (int)uniform[1] || local_id(1) > 2)",
                "(long)global_id(0) < (long)in[0]",
                "p < in[1]",
                "uniform[2] < 30 && global_id(0) != 3",
            ]
        )

    # -- statements --
    def block(self, uniform: bool, size: int) -> str:
        self.depth += 1
        lines = [self.statement(uniform) for _ in range(size)]
        self.depth -= 1
        return "\n    ".join(lines)

    def name(self) -> str:
        self.names += 1
        return f"k{self.names}"

    def statement(self, uniform: bool) -> str:
        r = self.random
        v = f"v{r.randint(0, 3)}"
        plain = [
            lambda: f"{v} = {self.expression()};",
            lambda: f"{v} += {self.expression(1)};",
            lambda: f"x0 = x0 * 0.5f + (float)({self.atom()} % 13); if (x0 > 1000.0f) x0 = 1.0f;",
            lambda: f"a[{self.atom()} & 3] = {self.expression(1)};",
            lambda: f"b0 = {self.condition()};",
            lambda: f"v{r.randint(0, 3)} = v{r.randint(0, 3)}; {{ U t = v0; v0 = v1; v1 = t; }}",
        ]
        nested = [
            lambda: f"if ({self.guard()}) {{ {self.block(False, r.randint(1, 2))} }}",
            lambda: (
                f"if ({self.condition()}) {{ {self.block(False, r.randint(1, 2))} }} else {{ {self.block(False, 1)} }}"
            ),
            lambda: self.divergent_loop(),
            lambda: self.small_loop(uniform),
        ]
        if self.depth > 3:
            nested = []
        if not uniform:
            return r.choice(plain + nested)()
        barriers = [
            lambda: f"{v} = rotate(s, l, n, {self.expression(1)}, {self.uniform_atom()});",
            lambda: (
                "f[l] = x0; barrier(); x0 += f[(l + 1) % n] * 0.25f; barrier(); if (x0 > 1000.0f) x0 = 2.0f;"
            ),
            lambda: f"u{r.randint(1, 2)} = {self.uniform_atom()} + {self.uniform_atom()};",
            lambda: f"s[l] = {v}; barrier(); u1 += s[u0 % n] & 7; barrier();",
        ]
        if not self.barriers:
            barriers = [barriers[2]]
        control = [
            lambda: f"if ({self.uniform_condition()}) {{ {self.block(True, r.randint(1, 3))} }}",
            lambda: (
                f"if ({self.uniform_condition()}) {{ {self.block(True, 2)} }} else {{ {self.block(True, 2)} }}"
            ),
            lambda: self.uniform_loop(),
            lambda: self.uniform_loop(),
            lambda: self.reduction(),
            lambda: (
                f"switch ({self.uniform_atom()} % 4) {{ case 0: {self.block(True, 1)} break; case 1: {self.block(True, 1)} case 2: {self.block(True, 1)} break; default: {self.block(True, 1)} }}"
            ),
            lambda: f"if (g % {r.randint(3, 9)} == 2) {{ out[p] = {self.atom()}; return; }}",
            lambda: f"if ((in[p] < 65536u) == (g % {r.randint(3, 9)} == 2)) {{ out[p] = l; return; }}",
        ]
        if not self.barriers:
            del control[4]
        if self.depth > 3:
            control = []
        return r.choice(plain + nested + barriers * 2 + control * 2)()

    def uniform_loop(self) -> str:
        k = self.name()
        leave = (
            f"if ({self.uniform_condition()}) {self.random.choice(['break', 'continue'])};"
            if self.random.random() < 0.3
            else ""
        )
        return (
            f"for (U {k} = 0; {k} < ({self.uniform_atom()}) % {self.random.randint(2, 5)}; ++{k}) {{"
            f" u2 += {k}; {self.block(True, self.random.randint(1, 3))} {leave} v0 += {k} + l; }}"
        )

    def divergent_loop(self) -> str:
        k = self.name()
        return f"for (U {k} = 0; {k} < {self.atom()} % 7; ++{k}) {{ {self.block(False, 1)} v1 ^= {k}; if (v1 % 11 == 3) break; }}"

    def small_loop(self, uniform: bool) -> str:
        k = self.name()
        bound = self.uniform_atom() + " % 9" if uniform else "4"
        return f"for (U {k} = 0; {k} < {bound}; ++{k}) {{ {self.block(False, 1)} x1 += (float)({k} + 1); v2 += in[({k} + g) % 16]; }}"

    def reduction(self) -> str:
        k = self.name()
        return (
            f"s[l] = v0; barrier(); for (U {k} = 512; {k} > 0; {k} /= 2) {{ if (l < {k} && l + {k} < n) s[l] += s[l + {k}];"
            f" barrier(); }} v2 ^= s[0]; barrier();"
        )


def source(seeds: range, side: str, barriers: bool = True) -> str:
    prelude = PRELUDE.replace("inline U global_size(int d) { return d == 0 ? GX : d == 1 ? GY : GZ; }\n", "")
    prelude = prelude.replace(
        "inline U place() { return global_id(0) + GX * (global_id(1) + GY * global_id(2)); }\n", ""
    )
    kernels = "".join(Generator(seed, barriers).kernel(number) for number, seed in enumerate(seeds))
    return f'#include "{side}"\n{prelude}{kernels}'
