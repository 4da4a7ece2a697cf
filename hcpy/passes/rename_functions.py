"""Gives undefined functions other names.

Takes a Module and the new names by the old; changes the declarations and every use.
"""

from __future__ import annotations

import re

from hcpy.passes.irtext import Module, quote


def rename(module: Module, renamed: dict[str, str]) -> None:
    """Gives undefined functions other names, wherever they are named."""
    if not renamed:
        return
    printed = {quote(old): quote(new) for old, new in renamed.items()}
    use = re.compile(
        "@(" + "|".join(re.escape(n) for n in sorted(printed, key=len, reverse=True)) + r")(?![-\w$.])"
    )
    for function in list(module.functions.values()):
        if function.name in renamed:
            new = renamed[function.name]
            module.remove(function)
            if new not in module.functions:
                function.header = use.sub(lambda m: "@" + printed[m.group(1)], function.header)
                function.name = new
                module.add(function)
        elif not function.is_declaration:
            function.body = [
                use.sub(lambda m: "@" + printed[m.group(1)], line) if "@" in line else line
                for line in function.body
            ]
