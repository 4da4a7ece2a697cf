"""What stands in the brackets behind a template's name, as C++ has it.

Takes: names of types, numpy dtypes of numbers, numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hcpy.runtime.exceptions import TemplateError

_CPP = {
    "bool": "bool", "int8": "signed char", "uint8": "unsigned char", "int16": "short",
    "uint16": "unsigned short",
    "int32": "int", "uint32": "unsigned int", "int64": "long", "uint64": "unsigned long",
    "float16": "hc::half",
    "float32": "float", "float64": "double",
    "complex64": "std::complex<float>", "complex128": "std::complex<double>",
}  # fmt: skip


def template_argument(argument: Any) -> str:
    """An argument in brackets, as C++ has it."""
    if isinstance(argument, bool):
        return "true" if argument else "false"
    if isinstance(argument, (int, np.integer)):
        return str(int(argument))
    if isinstance(argument, str):
        return argument
    try:
        return _CPP[np.dtype(argument).name]
    except (TypeError, KeyError):
        raise TemplateError(
            f"template arguments are C++ types by name, numpy dtypes of numbers, integers; not {argument!r}"
        ) from None
