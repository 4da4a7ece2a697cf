"""Takes the device iteration's processor off every function: the target machine's counts.

Takes a Lowering for a target whose back end reads the processor and its features from each function.
"""

from __future__ import annotations

import re

from hcpy.passes.lowering import Lowering

_PROCESSOR = re.compile(r' "(?:target-cpu|target-features|tune-cpu)"="[^"]*"')


def run(lowering: Lowering) -> None:
    module = lowering.module
    module.items = [
        _PROCESSOR.sub("", item) if isinstance(item, str) and item.startswith("attributes #") else item
        for item in module.items
    ]
