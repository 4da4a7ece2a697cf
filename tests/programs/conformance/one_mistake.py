"""Pairs of C++ AMP programs: one with a mistake, and the same without it.

Takes, by name: the rows, the declarations with the mistake (@ ends its line), what is said of it, and the
declarations that are right. Gives the programs of a family, `name` and `name_right`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Mistake = tuple[str, str, str, str]

_TEXT = """// rows: @ROW@
// ptx: none
#include <amp.h>

using namespace concurrency;

@DECLARED@

int main() { return 0; }
"""


def pairs(mistakes: Iterable[tuple[str, Mistake]]) -> Iterator[tuple[str, str]]:
    for name, (row, wrong, said, right) in mistakes:
        text = _TEXT.replace("@ROW@", row)
        yield name, text.replace("@DECLARED@", wrong.replace("@", f"  // expected-error {{{{{said}}}}}"))
        fine = text.replace("@DECLARED@", right)
        yield f"{name}_right", fine.replace("// ptx: none\n", "") if "parallel_for_each" in right else fine
