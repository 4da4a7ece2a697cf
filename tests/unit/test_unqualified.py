"""A source that misses the dialect's using-directive: one error."""

from __future__ import annotations

import pytest

from hcpy.core.model import Dialect
from hcpy.frontend.unqualified import without_repeats

FIRST = (
    "a.cpp:6:5: error: use of undeclared identifier 'array_view'; did you mean 'Concurrency::array_view'?\n"
    "    6 |     array_view<int> a(10, v);\n"
)
MENDED = FIRST.replace(
    "; did you mean 'Concurrency::array_view'?",
    "; 'using namespace concurrency;' makes it 'concurrency::array_view'",
)
NO_GUESS = "a.cpp:7:5: error: use of undeclared identifier 'extent'\n    7 |     extent<1> e(10);\n"
DECLARED = "a.cpp:8:23: error: use of undeclared identifier 'e'\n    8 |     parallel_for_each(e, k);\n"
SAME_LINE = "a.cpp:7:9: error: expected expression\n    7 |     extent<1> e(10);\n"
OTHER = "a.cpp:9:9: error: use of undeclared identifier 'other'\n    9 |     return other;\n"
NOT_OURS = "a.cpp:6:5: error: unknown type name 'vectr'; did you mean 'std::vector'?\n"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ([FIRST], [MENDED]),
        ([FIRST, NO_GUESS, DECLARED, SAME_LINE], [MENDED]),
        ([OTHER, FIRST, OTHER], [OTHER, MENDED, OTHER]),
        ([NO_GUESS, DECLARED], [NO_GUESS, DECLARED]),
        ([NOT_OURS, OTHER], [NOT_OURS, OTHER]),
        (["1 error generated.\n", FIRST], ["1 error generated.\n", MENDED]),
    ],
)
def test_a_missing_directive_is_told_once(said: list[str], kept: list[str]) -> None:
    assert without_repeats(said, Dialect.AMP) == kept


def test_each_dialect_has_its_namespace() -> None:
    found = [FIRST.replace("Concurrency::", "Kalmar::")]
    kept = [MENDED.replace("concurrency", "hc")]
    assert without_repeats(found, Dialect.HC) == kept
