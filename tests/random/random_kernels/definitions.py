"""Random structs, functions and function templates that the kernels of a unit share."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from random_kernels.blocks import Blocks
from random_kernels.expressions import Scope
from random_kernels.model import I32, SCALARS, Expr, Function, Options, Place, Region, Scalar, Stmt, Struct
from random_kernels.struct_members import with_object


@dataclass
class _Members:
    """What a struct's members are, and what is made of them."""

    lines: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    digest: list[str] = field(default_factory=list)
    fills: list[str] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    parts: list[tuple[str, Struct]] = field(default_factory=list)

    def add(self, rng: random.Random, type: Scalar, number: int) -> None:
        """A bit-field, an array, a truth value or a number."""
        member, choice = f"m{number}", rng.random()
        form, fill = f"{{object}}.{member}", f"conv<{type.name}>(i * {rng.randint(1, 9)} + {number})"
        if choice < 0.2 and not type.is_float and type.bits >= 16:
            width = rng.randint(1, min(type.bits - 1, 31))
            self.lines.append(f"{type.name} {member} : {width};")
            self.places.append(Place(form, type, True, cast=True))
            self.digest.append(f"h = mix(h, ({type.name}){form});")
        elif choice < 0.4:
            length = rng.choice((2, 3, 5))
            self.lines.append(f"{type.name} {member}[{length}];")
            self.places.append(Place(f"{form}[({{0}}) % {length}]", type, True))
            self.regions.append(Region(form, type, length, True))
            self.digest += [f"h = mix(h, {form}[{i}]);" for i in range(length)]
            self.fills += [f"s.{member}[{i}] = conv<{type.name}>(i + {i});" for i in range(length)]
            return
        elif choice < 0.48:
            self.lines.append(f"bool {member}{rng.choice((' : 1', '', ''))};")
            self.places.append(Place(form, SCALARS["u8"], True, cast=True))
            self.digest.append(f"h = mix(h, (u8){form});")
            fill = f"i % 3 == {number % 3}"
        else:
            self.lines.append(f"{rng.choice(('', '', '', 'alignas(8) '))}{type.name} {member};")
            self.places.append(Place(form, type, True))
            self.regions.append(Region(f"&{form}", type, 1, True))
            self.digest.append(f"h = mix(h, {form});")
        self.fills.append(f"s.{member} = {fill};")

    def add_struct(self, rng: random.Random, struct: Struct, number: int) -> None:
        """A member that is a struct, or an array of them."""
        member, count = f"m{number}", rng.choice((0, 0, 2, 3))
        self.lines.append(f"{struct.name} {member}{f'[{count}]' if count else ''};")
        for at in range(max(count, 1)):
            cell = f".{member}[{at}]" if count else f".{member}"
            self.digest += [d.replace("{object}", f"{{object}}{cell}") for d in struct.digest]
            self.fills.append(f"s{cell} = make_{struct.name}(i + {at});")
        if count:
            self.parts.append((f"{{object}}.{member}[({{0}}) % {count}u]", struct))
        self.parts.append((f"{{object}}.{member}[1]" if count else f"{{object}}.{member}", struct))


def make_struct(rng: random.Random, blocks: Blocks, name: str, earlier: Sequence[Struct] = ()) -> Struct:
    """Members of all widths, arrays, bit-fields and earlier structs; step() and stepped() change them."""
    made = _Members()
    for number in range(rng.randint(2, 6)):
        if earlier and rng.random() < 0.2:
            made.add_struct(rng, rng.choice(earlier), number)
        else:
            made.add(rng, blocks.expressions.scalar(), number)
    scope = Scope([Place("by", I32)])
    struct = Struct(
        name,
        "",
        tuple(made.places),
        (),
        tuple(made.digest),
        tuple(made.regions),
        tuple(made.parts),
        len(made.digest),
    )
    with_object(scope, "(*this)", struct, True)
    scope.objects = scope.objects[1:]  # not the struct itself: step() would call itself
    body = blocks.block(scope, 3, 1)
    step = "".join(f"    {line}\n" for stmt in body for line in str(stmt).splitlines())
    fields = "".join(f"  {line}\n" for line in made.lines)
    constructor = f"  {name}() {{}}\n" if rng.random() < 0.3 else ""
    filled = "".join(f"  {line}\n" for line in made.fills)
    text = (
        f"struct {name} {{\n{fields}{constructor}  void step(i32 by) {{\n{step}  }}\n}};\n"
        f"inline {name} stepped({name} s, i32 by) {{\n  s.step(by);\n  return s;\n}}\n"
        f"inline {name} make_{name}(i32 i) {{\n  {name} s;\n{filled}  return s;\n}}\n"
    )
    return replace(struct, text=text)


def make_function(
    rng: random.Random, blocks: Blocks, name: str, earlier: list[Function], structs: list[Struct]
) -> Function:
    parameters = [blocks.expressions.scalar() for _ in range(rng.randint(1, 3))]
    result = blocks.expressions.scalar()
    names = [f"p{i}" for i in range(len(parameters))]
    scope = Scope([Place(n, t, True) for n, t in zip(names, parameters, strict=True)], functions=earlier)
    scope.regions = [Region(f"&{n}", t, 1, True) for n, t in zip(names, parameters, strict=True)]
    texts = [f"{t.name} {n}" for n, t in zip(names, parameters, strict=True)]
    pointer = None
    if rng.random() < 0.5:
        pointer = pointed(rng, blocks)
        scope.places += [Place(f"p[({{0}}) % {pointer.length}]", pointer.type, pointer.written)] * 2
        scope.regions.append(Region("p", pointer.type, pointer.length, pointer.written))
        texts.append(f"{'' if pointer.written else 'const '}{pointer.type.name}* p")
    given = rng.choice(structs) if structs and rng.random() < 0.3 else None
    mode = rng.choice(("", "const &", "&", "const *", "*"))
    if given is not None:
        constant, sign = ("const " if "const" in mode else ""), mode.removeprefix("const ")
        texts.append(f"{constant}{given.name}{sign} o")
        with_object(scope, "(*o)" if sign == "*" else "o", given, "const" not in mode)
    if rng.random() < 0.4:
        scope.can_return = f"return {blocks.expressions.of(result, scope, 1)};".replace("{", "{{").replace(
            "}", "}}"
        )
    body = blocks.block(scope, 4, 2)
    value = blocks.expressions.of(result, scope, 2)
    holes = [f"{{{i}}}" for i in range(len(parameters))] + (["{pointer}"] if pointer else [])
    if given is not None:
        holes.append("&{object}" if mode.endswith("*") else "{object}")
    noinline = rng.choice(("inline ", "inline ", "static ", "__attribute__((noinline)) static "))
    head = f"{noinline}{result.name} {name}({', '.join(texts)})"
    call = f"{name}({', '.join(holes)})"
    whole = (*body, blocks_return(value))
    changes = given is not None and mode in ("&", "*")
    return Function(name, head, whole, result, tuple(parameters), pointer, call, given, changes)


def blocks_return(value: Expr) -> Stmt:
    return Stmt("return {0};", (value,))


def pointed(rng: random.Random, blocks: Blocks) -> Region:
    return Region("p", blocks.expressions.scalar(), rng.choice((1, 1, 2, 4)), rng.random() < 0.6)


def make_template(rng: random.Random, options: Options, name: str) -> list[Function]:
    """A function template with a type and a number, used for several types."""
    body = rng.choice(
        (
            "T r = a;\n  for (int i = 0; i < N; ++i) r = (T)(r * b + (T)i);\n  return r;",
            "T r[N];\n  for (int i = 0; i < N; ++i) r[i] = i % 2 ? a : (T)(b + (T)i);\n"
            "  T s = 0;\n  for (int i = N; i-- > 0;) s = (T)(s - r[i]);\n  return s;",
            "if constexpr (N > 2)\n    return (T)(a - b);\n  else\n    return a < b ? a : b;",
        )
    )
    types: list[Scalar] = [SCALARS[n] for n in ("u8", "u32", "u64", "f32", "f64")]
    made = []
    for number, type in enumerate(rng.sample(types, 2)):
        head = f"template <class T, int N>\ninline T {name}(T a, T b) {{\n  {body}\n}}" if number == 0 else ""
        count = rng.randint(1, 5)
        call = f"{name}<{type.name}, {count}>({{0}}, {{1}})"
        made.append(Function(name, head, (), type, (type, type), None, call))
    return made
