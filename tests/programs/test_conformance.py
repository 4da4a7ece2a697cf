"""The conformance programs: a fixed tenth of each family, all compile errors, and the compatibility table.

`python tests/programs/conformance/run.py` runs all of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conformance import compatibility
from conformance.cases import Case, all_cases, ci_part
from conformance.check_case import check
from conftest import Command, devices

CASES = all_cases()


@pytest.mark.parametrize("case", ci_part(CASES), ids=lambda case: case.id)
def test_conformance(hcc: Command, case: Case, tmp_path: Path) -> None:
    fault = check(case, hcc.words, devices(), tmp_path)
    if fault:
        pytest.fail(fault, pytrace=False)


def test_every_row_has_its_programs() -> None:
    assert compatibility.faults(compatibility.read_rows(), CASES) == []


def test_the_document_is_up_to_date() -> None:
    made = compatibility.document(compatibility.read_rows(), CASES)
    assert compatibility.DOCUMENT.read_text() == made, (
        "run: python tests/programs/conformance/compatibility.py"
    )
