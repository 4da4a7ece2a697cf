"""Names kernel lambdas by their place, where the two iterations may count lambdas differently.

Takes: Kernels and their UnitText.
Gives: Edits that wrap each lambda in hcrt::detail::name_kernel (include/hcrt/detail/name_kernel.hpp).
"""

from __future__ import annotations

from collections.abc import Iterable

from hcpy.core.model import Edit
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.names import kernel_tag
from hcpy.frontend.text.edits import insert
from hcpy.frontend.text.unit_text import UnitText


def naming_edits(kernels: Iterable[Kernel], text: UnitText) -> tuple[list[Edit], list[Edit]]:
    """The edits before the lambdas and those after them: other edits at these places go in between."""
    before: list[Edit] = []
    behind: list[Edit] = []
    for kernel in kernels:
        known = text.lambda_at(kernel.location) if kernel.is_lambda else None
        if known is None:
            continue
        found, item = known
        source = found.source
        opening, closing = source.tokens[item.open], source.tokens[item.body_end]
        tag = kernel_tag(kernel.location, source.path == text.unit.source)
        inside = bool(opening.directive)
        before.append(insert(source, opening.begin, f"::hcrt::detail::name_kernel<struct {tag}>(", inside))
        behind.append(insert(source, closing.end, ")", inside))
    return before, behind
