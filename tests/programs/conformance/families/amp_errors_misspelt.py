"""A restrict clause whose keyword is misspelt, in each place that may have one, and the clause as it is."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import Mistake, pairs

# A declaration with CLAUSE, @ after its line.
PLACES = {
    "function": "int f(int x) CLAUSE {@\n  return x;\n}",
    "const_member": "struct s {\n  int f() const CLAUSE {@\n    return 1;\n  }\n};",
    "lambda": "void run(array_view<int> v) {\n"
    "  parallel_for_each(v.extent, [=](index<1> i) CLAUSE {@\n    v[i] = 1;\n  });\n}",
}
WORDS = ("restict", "retsrict", "Restrict")


def mistakes() -> Iterator[tuple[str, Mistake]]:
    for place, text in PLACES.items():
        for word in WORDS:
            said = f"'{word}' begins no clause; did you mean 'restrict'?"
            right = text.replace("CLAUSE", "restrict(amp)").replace("@", "")
            wrong = text.replace("CLAUSE", f"{word}(amp)")
            yield f"{word}_{place}", ("amp.2.1.restrict", wrong, said, right)


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(mistakes())
