"""Marks what -E prints where device parts may see other text: ccache and sccache take it for all there is.

Takes: a TranslationUnit.
Gives: a line marker with a digest of the user's files, to go after the host text; nothing where the two
cannot differ.
"""

from __future__ import annotations

import hashlib
import re

from hcpy.core.model import TranslationUnit
from hcpy.frontend.text.sources import user_files

# Macros that are others in a device part: hcpy's own and clang's for its targets.
_PASSES = re.compile(
    r"\b(?:__KALMAR_(?:ACCELERATOR|CPU)__|__HCC_(?:ACCELERATOR|CPU)__|HCPY_\w+|__NVPTX__|__PTX__|__SPIRV?\w*|__AMD\w*|__x86_64\w*|__SIZEOF\w*|__\w+_(?:TYPE|WIDTH|MAX)__"
    r"|__has_\w+|__SSE\w*|__AVX\w*|__OPTIMIZE\w*|__EXCEPTIONS|__GXX_RTTI|__FAST_MATH__|__PIC__|__pic__)\b"
)


def device_mark(unit: TranslationUnit) -> bytes:
    """Nothing follows it, so that it changes no place."""
    files = user_files(unit)
    if not any(_PASSES.search(file.text) for file in files):
        return b""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.text.encode("latin-1", "replace") + b"\0")
    return f'# 1 "<hcc device text {digest.hexdigest()}>"\n'.encode()
