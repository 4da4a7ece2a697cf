"""A module as lines of text, for passes that change the types of values, which LLVM's API can't.

Takes an ir.Module; gives functions whose headers and bodies are lines, and makes a module of them again. Only
modules that need such a pass come here: printing and reading one takes milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hcpy import ir
from hcpy.passes.lowering import Lowering

_NAME = r'@(?:"([^"]*)"|([-\w$.]+))'
_HEADER = re.compile(rf"^(?:define|declare) .*?{_NAME}\(")
_USE = re.compile(rf"{_NAME}(?![-\w$.])")
_OPENING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_NESTING = re.compile(r'[()\[\]{}<>,]|"[^"]*"')


@dataclass
class Function:
    """`header` is its define or declare line, `body` the lines between the braces."""

    name: str
    header: str
    body: list[str] = field(default_factory=list)

    @property
    def is_declaration(self) -> bool:
        return self.header.startswith("declare ")

    @property
    def parameters(self) -> list[str]:
        """`type attributes %name` of each parameter."""
        match = _HEADER.match(self.header)
        assert match is not None, self.header
        end = match.end() - 1
        return split_list(self.header[end + 1 : _close(self.header, end)])

    @property
    def return_type(self) -> str:
        """Of an intrinsic: what stands before its name."""
        before = self.header.removeprefix("declare ").split(" @", 1)[0]
        return before[before.index("{") :] if "{" in before else _last_type(before)


@dataclass
class Module:
    items: list[Function | str] = field(default_factory=list)
    functions: dict[str, Function] = field(default_factory=dict)

    @staticmethod
    def parse(text: str) -> Module:
        module = Module()
        lines = iter(text.splitlines())
        for line in lines:
            match = _HEADER.match(line)
            if match is None:
                module.items.append(line)
                continue
            function = Function(match[1] or match[2], line)
            if line.startswith("define "):
                for inner in lines:
                    if inner == "}":
                        break
                    function.body.append(inner)
            module.add(function)
        return module

    def text(self) -> str:
        return "\n".join([line for item in self.items for line in _lines(item)] + [""])

    def add(self, function: Function) -> None:
        self.items.append(function)
        self.functions[function.name] = function

    def remove(self, function: Function) -> None:
        self.items.remove(function)
        del self.functions[function.name]

    def rename(self, renamed: dict[str, str]) -> None:
        """Undefined functions, in all uses."""

        def new_name(match: re.Match[str]) -> str:
            name = match[1] or match[2]
            return f"@{renamed[name]}" if name in renamed else match[0]

        for function in list(self.functions.values()):
            if function.name in renamed:
                self.remove(function)
                self.add(Function(renamed[function.name], _USE.sub(new_name, function.header)))
            else:
                function.body = [_USE.sub(new_name, line) if "@" in line else line for line in function.body]


def rewrite(lowering: Lowering, change: Callable[[Module], None]) -> None:
    """Puts the changed module in the place of the lowering's."""
    lowering.module = rewritten(lowering.module, change)


def rewritten(module: ir.Module, change: Callable[[Module], None]) -> ir.Module:
    """The changed module; the one that was given is closed."""
    lines = Module.parse(str(module))
    module.close()
    change(lines)
    return ir.Module.parse(lines.text().encode("utf-8", "surrogateescape"))


def uses_type(module: ir.Module, wanted: Callable[[ir.Type], bool]) -> bool:
    """In a value, a variable, a parameter by value, or what an address is computed over."""
    search = ir.TypeSearch(wanted)
    if any(search.has(variable.value_type) for variable in module.variables):
        return True
    for function in module.definitions:
        given = (function.parameter_attributes(a.index).get("byval") for a in function.arguments)
        if any(search.has(attribute.type) for attribute in given if attribute is not None):
            return True
        addresses = function.instructions_of(ir.Opcode.GEP)
        if any(search.has(address.source_type) for address in addresses) or search.find(function):
            return True
    return False


def split_list(text: str) -> list[str]:
    """The parts of a comma separated list; nested lists and quoted text stay whole."""
    parts: list[str] = []
    begin = depth = 0
    for found in _NESTING.finditer(text):
        c = found.group()
        if c in _OPENING:
            depth += 1
        elif c in _OPENING.values() and depth:
            depth -= 1
        elif c == "," and not depth:
            parts.append(text[begin : found.start()].strip())
            begin = found.end()
    last = text[begin:].strip()
    return [*parts, last] if last else parts


def _close(text: str, begin: int) -> int:
    """The place of the bracket that closes the one at `begin`."""
    depth = 0
    for found in _NESTING.finditer(text, begin):
        if found.group() in _OPENING:
            depth += 1
        elif found.group() in _OPENING.values():
            depth -= 1
            if not depth:
                return found.start()
    raise ValueError(f"unbalanced brackets in IR: {text[begin : begin + 60]}")


def _last_type(words: str) -> str:
    vector = re.search(r"<\d+ x \w+>$", words)
    return vector.group() if vector is not None else words.split()[-1]


def _lines(item: Function | str) -> Iterable[str]:
    if isinstance(item, str):
        return (item,)
    return (item.header,) if item.is_declaration else (item.header, *item.body, "}")
