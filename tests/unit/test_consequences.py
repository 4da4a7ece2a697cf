"""What clang reports besides the mistake itself."""

from __future__ import annotations

import pytest

from hcpy.core.diagnostics import blocks
from hcpy.frontend.consequences import without_consequences

TYPO = "a.cpp:9:7: error: no member named 'paralel' in namespace 'hc'; did you mean 'parallel_for_each'?\n"
NO_CALL = "a.cpp:9:3: error: no matching function for call to 'parallel_for_each'\n"
MADE = "a.cpp:9:7: note: in instantiation of function template specialization 'hc::parallel_for_each<1, K>'\n"
INNER = (
    "/include/hcrt/detail/kernel.hpp:7:7: note: in instantiation of function template specialization 'run'\n"
)
IN_BODY = f"a.cpp:10:9: error: no member named 'x' in 'hc::index<1>'\n{INNER}{MADE}"
NO_KERNEL = (
    "/include/hcrt/detail/kernel.hpp:64:19: error: static assertion failed: "
    f"the kernel can't be called with the index of its compute domain\n{INNER}{MADE}"
)
WARNED = "a.cpp:10:23: warning: variable length arrays in C++ are a Clang extension [-Wvla-cxx-extension]\n"
REFUSED = "a.cpp:10:21: error: variable length array declaration cannot have 'static' storage duration\n"
NO_DIALECT = (
    "a.cpp:2:14: error: use of undeclared identifier 'hc'\n    2 | int main() { hc::array<int> v(3); }\n"
)
NO_USING = "a.cpp:2:17: error: expected namespace name\n    2 | using namespace concurrency;\n"
OTHER = "a.cpp:3:32: error: use of undeclared identifier 'v'\n"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ([TYPO, NO_CALL], [TYPO]),
        ([TYPO, NO_CALL.replace(":9:", ":8:")], None),
        ([TYPO, NO_CALL.replace("parallel_for_each", "copy")], None),
        ([NO_CALL], None),
        ([IN_BODY, NO_KERNEL], [IN_BODY]),
        ([NO_KERNEL], None),
        ([IN_BODY, NO_KERNEL.replace("a.cpp:9:", "a.cpp:20:")], None),
        ([IN_BODY.replace("error", "warning"), NO_KERNEL], None),
        ([WARNED, REFUSED], [REFUSED]),
        ([WARNED], None),
        ([WARNED, REFUSED.replace(":10:", ":11:")], None),
        ([OTHER.replace("error", "warning"), OTHER], [OTHER]),
        ([OTHER.replace("32: error", "31: warning"), OTHER], None),
        ([NO_DIALECT, OTHER], [NO_DIALECT]),
        ([OTHER, NO_DIALECT, WARNED], [OTHER, NO_DIALECT]),
        ([NO_DIALECT.replace("'hc'", "'hcx'"), OTHER], None),
        ([NO_USING, OTHER], [NO_USING]),
        ([NO_USING.replace("concurrency", "other"), OTHER], None),
    ],
)
def test_one_mistake_is_told_once(said: list[str], kept: list[str] | None) -> None:
    assert blocks("".join(said)) == said
    assert without_consequences(said) == (said if kept is None else kept)
