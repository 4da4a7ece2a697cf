"""Closures and members that loops call: with a state of their own, or with effects on what is around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from random_kernels.expressions import Scope
from random_kernels.model import I32, Place, Stmt

if TYPE_CHECKING:
    from loops.blocks import LoopBlocks


class Closures:
    """Makes them."""

    def __init__(self, blocks: LoopBlocks) -> None:
        self.blocks, self.rng, self.expressions = blocks, blocks.rng, blocks.expressions

    def called_in_loop(self, scope: Scope, depth: int) -> Stmt:
        """A closure that a loop calls; its value is kept, and may end the loop."""
        rng, name, counter = self.rng, self.blocks.name("x"), self.blocks.name("c")
        given, made = self.expressions.scalar(), self.expressions.scalar()
        inner = scope.inner()
        inner.can_return, inner.in_loop = "", False
        inner.places += [Place(f"{name}p", given, True), Place(f"{name}s", made, True)] * 2
        body = self.blocks.block(inner, 3, depth - 1)
        result = self.expressions.of(made, inner, 2)
        outer = scope.inner()
        outer.places += [Place(counter, I32)] * 3
        argument = self.expressions.of(given, outer, 1)
        captures = rng.choice(("&", f"&, {name}s = {name}s", f"&, {name}s = {made.name}(3)"))
        mutable = "" if captures == "&" else " mutable"
        trips = rng.choice((2, 3, 5))
        form = (
            f"{made.name} {name} = {{0}};\n{{{{\n  {made.name} {name}s = {name};\n"
            f"  auto {name}f = [{captures}]({given.name} {name}p){mutable} -> {made.name} {{{{\n    {{B0}}\n"
            f"    return {{1}};\n  }}}};\n  for (i32 {counter} = 0; {counter} < {trips}; ++{counter}) {{{{\n"
            f"    {name} = {name}f({{2}});\n    if ({{3}}) break;\n  }}}}\n}}}}"
        )
        leave = self.expressions.condition(outer, 1)
        first = self.expressions.of(made, scope, 0)
        scope.places += [Place(name, made, True)] * 2
        return Stmt(form, (first, result, argument, leave), (body,), declares=name)

    def stepped_object(self, scope: Scope, depth: int) -> Stmt | None:
        """An object whose member function a loop calls, by itself or by a reference."""
        able = [o for o in scope.objects if o.written and "{0}" not in o.form]
        if not able:
            return None
        target, name, counter = self.rng.choice(able), self.blocks.name("x"), self.blocks.name("c")
        inner = scope.inner()
        inner.places += [Place(counter, I32)] * 3
        argument = self.expressions.of(I32, inner, 1)
        trips, form = self.rng.choice((2, 3, 5)), target.form
        call = self.rng.choice(
            (
                f"{name}.step({{0}});",
                f"{name} = stepped({name}, {{0}});",
                f"{target.struct.name} kept = {name}; kept.step({{0}}); if ({{1}}) {name} = kept;",
            )
        )
        text = (
            f"{{{{\n  auto& {name} = {form};\n  for (i32 {counter} = 0; {counter} < {trips}; ++{counter}) "
            f"{{{{ {call} }}}}\n}}}}"
        )
        args = (argument, self.expressions.condition(inner, 1)) if "{1}" in call else (argument,)
        return Stmt(text, args)
