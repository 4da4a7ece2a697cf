"""Python calls libhcrt's functions as contracts/records.schema has them."""

from __future__ import annotations

import os
import subprocess

from hcpy.core.tools import find_prefix, library_folder
from hcpy.runtime import library
from hcpy.runtime.functions import FUNCTIONS


def test_libhcrt_has_these_functions_and_no_others() -> None:
    path = library_folder(find_prefix(os.environ)) / "libhcrt.so"
    words = ["nm", "-D", "--defined-only", str(path)]
    listed = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    exported = {name for name in listed if name.startswith("hcrt_c_")}
    assert exported == {name for name in FUNCTIONS if name.startswith("hcrt_c_")} and len(exported) > 30


def test_functions_take_the_callbacks_that_python_makes() -> None:
    assert FUNCTIONS["hcrt_c_on_complete"][1][1] is library.COMPLETION
    assert FUNCTIONS["hcrt_c_end_profile"][1] == [library.RECORDED]
