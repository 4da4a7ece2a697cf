"""Shortens the lives of work-item ids: what kernels need again behind a loop is computed there once more.

Takes a Lowering whose module is optimised for PTX. A value that lives across a loop takes a register from it:
on a tiled n-body two such registers make ptxas schedule the inner loop 3.4 % slower (H200). The ids are read
by volatile assembly behind the loop, because LLVM would put the two computations together again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hcpy.passes.irtext import NAME, Function
from hcpy.passes.lowering import Lowering

_MOST_STEPS = 12  # of one value's computation; more are dearer than a register
_VALUE = re.compile(rf"%{NAME}")
_DEFINITION = re.compile(rf"^  (%{NAME}) = (.*)$")
_REGISTER = re.compile(r"call .*@llvm\.nvvm\.read\.ptx\.sreg\.((?:tid|ctaid|ntid|nctaid)\.[xyz])\(\)")
_PURE = re.compile(r"(?:add|sub|mul|shl|lshr|and|or|sext|zext|trunc|getelementptr|load) ")
_LABEL = re.compile(rf"label (%{NAME})")
_DEBUG = re.compile(r", ![\w.]+ !\d+")


def run(lowering: Lowering) -> None:
    for entry in lowering.entries:
        function = lowering.module.functions[entry]
        if not function.is_declaration:
            _Recompute(function).run()


class _Recompute:
    """One kernel's blocks, and the computation of each value that ids and parameters decide."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._blocks = dict(function.blocks())
        self._parameter = self._read_only_parameter()
        self._block_of: dict[str, str] = {}
        self._text: dict[str, str] = {}
        for label, lines in self._blocks.items():
            for line in lines:
                if (match := _DEFINITION.match(line)) is not None:
                    self._block_of[match.group(1)] = label
                    self._text[match.group(1)] = _DEBUG.sub("", match.group(2))
        self._steps: dict[str, tuple[str, ...] | None] = {}
        self._successors = {
            label: [name[1:] for line in lines for name in _LABEL.findall(line)]
            for label, lines in self._blocks.items()
        }
        self._new = 0

    def run(self) -> None:
        reach = {label: self._reachable(label) for label in self._blocks}
        loops = {label for label in self._blocks if label in reach[label]}
        if not loops:
            return
        body: list[str] = []
        for label, lines in self._blocks.items():
            behind = {
                d for d in self._blocks if d not in loops and reach[d] & loops & self._before(label, reach)
            }
            body += [f"{label}:"] if label else []
            body += self._rewrite(lines, behind) if label not in loops and behind else lines
        if self._new:
            self._function.body = body

    def _read_only_parameter(self) -> str | None:
        parameters = self._function.parameters
        if not parameters or "readonly" not in parameters[0]:
            return None
        return parameters[0].split()[-1]

    def _reachable(self, label: str) -> set[str]:
        """The blocks that control can come to from a block, itself only by way of a loop."""
        seen: set[str] = set()
        todo = list(self._successors[label])
        while todo:
            block = todo.pop()
            if block in self._blocks and block not in seen:
                seen.add(block)
                todo += self._successors[block]
        return seen

    def _before(self, label: str, reach: dict[str, set[str]]) -> set[str]:
        return {other for other in self._blocks if label in reach[other]}

    def _steps_of(self, value: str) -> tuple[str, ...] | None:
        """The values to compute, in order, for one; None where ids and parameters don't decide it."""
        if value in self._steps:
            return self._steps[value]
        self._steps[value] = None
        text = self._text.get(value, "")
        steps: tuple[str, ...] | None = None
        if _REGISTER.search(text) is not None:
            steps = (value,)
        elif _PURE.match(text) is not None:
            found: list[str] = []
            for operand in _VALUE.findall(text):
                if operand == self._parameter or operand.startswith(("%struct.", "%class.")):
                    continue
                of_operand = self._steps_of(operand)
                if of_operand is None:
                    break
                found += [step for step in of_operand if step not in found]
            else:
                is_load = text.startswith("load ")
                if not is_load or self._loads_parameter(text):
                    steps = (*found, value)
        if steps is not None and len(steps) > _MOST_STEPS:
            steps = None
        self._steps[value] = steps
        return steps

    def _loads_parameter(self, text: str) -> bool:
        """Only the function object is known not to change; a load from elsewhere may see another value."""
        pointer = (_VALUE.findall(text) or [""])[-1]
        while pointer != self._parameter:
            definition = self._text.get(pointer, "")
            if not definition.startswith("getelementptr "):
                return False
            base = re.search(rf"ptr (%{NAME})", definition)
            if base is None:
                return False
            pointer = base.group(1)
        return self._parameter is not None

    def _rewrite(self, lines: list[str], behind: set[str]) -> list[str]:
        """A block with the ids that come from in front of a loop computed anew, behind its phis."""
        names: dict[str, str] = {}
        fresh: list[str] = []
        first = next(i for i, line in enumerate(lines) if line.startswith("  ") and " = phi " not in line)
        for value in dict.fromkeys(v for line in lines[first:] for v in _VALUE.findall(line)):
            steps = self._steps_of(value)
            if steps is None or self._block_of[value] not in behind:
                continue
            if any(_REGISTER.search(self._text[step]) for step in steps):
                fresh += self._compute(steps, names)
        if not fresh:
            return lines
        changed = [_VALUE.sub(lambda m: names.get(m.group(), m.group()), line) for line in lines[first:]]
        return [*lines[:first], *fresh, *changed]

    def _compute(self, steps: Iterable[str], names: dict[str, str]) -> list[str]:
        lines = []
        for step in steps:
            if step in names:
                continue
            register = _REGISTER.search(self._text[step])
            text = self._text[step]
            if register is not None:
                text = f'call i32 asm sideeffect "mov.u32 $0, %{register.group(1)};", "=r"()'
            text = _VALUE.sub(lambda m: names.get(m.group(), m.group()), text)
            names[step] = f"%hcpy.again.{self._new}"
            self._new += 1
            lines.append(f"  {names[step]} = {text}")
        return lines
