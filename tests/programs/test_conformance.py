"""The conformance programs, a 24th of each family and a sixth of the compile errors (HCPY_TESTS=all:
all), and the compatibility table. As many are checked at a time as there are processors.

Each program has the host's code for one of the levels that hcc makes by default and the processor runs; they
take turns. Every other program has PTX, which ptxas takes, and the next day the others have it.
`python tests/programs/conformance/run.py` runs all of them, with all of it.
"""

from __future__ import annotations

import dataclasses
import datetime
import itertools
import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from conformance import compatibility
from conformance.cases import Case, all_cases, ci_part
from conformance.check_case import check
from conftest import IN_FULL, Command, devices, host_level

from hcpy.targets.host import ARCHS, HOST

CASES = all_cases()


@pytest.fixture(scope="module")
def faults(
    request: pytest.FixtureRequest, hcc: Command, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Future[str]]]:
    """What is wrong with each program that is asked for, by its id; empty: nothing."""
    calls = (getattr(item, "callspec", None) for item in request.session.items)
    asked = [call.params["case"] for call in calls if call and "case" in call.params]
    pool = ThreadPoolExecutor(os.cpu_count())
    folder = tmp_path_factory.mktemp("programs")
    found = devices()
    levels = itertools.cycle(level for level in ARCHS[: host_level()] if level in HOST.default_archs)
    with_ptx = itertools.cycle((True, False) if datetime.date.today().toordinal() % 2 else (False, True))
    made = {}
    for case in asked:
        targets = f"host:{next(levels)},spirv"
        if case.is_error or next(with_ptx):
            checked, targets = case, f"{targets},ptx"
        else:
            checked = dataclasses.replace(case, host_only=True)
        made[case.id] = pool.submit(check, checked, (*hcc.words, f"--targets={targets}"), found, folder)
    yield made
    pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("case", CASES if IN_FULL else ci_part(CASES), ids=lambda case: case.id)
def test_conformance(faults: dict[str, Future[str]], case: Case) -> None:
    fault = faults[case.id].result()
    if fault:
        pytest.fail(fault, pytrace=False)


def test_every_row_has_its_programs() -> None:
    assert compatibility.faults(compatibility.read_rows(), CASES) == []


def test_the_document_is_up_to_date() -> None:
    made = compatibility.document(compatibility.read_rows(), CASES)
    assert compatibility.DOCUMENT.read_text() == made, (
        "run: python tests/programs/conformance/compatibility.py"
    )


def test_every_check_counts() -> None:
    """A program that checks must end with what its checks found."""
    quiet = [
        case.id
        for case in CASES
        if not case.is_error
        and any(b'"check.hpp"' in text for text in texts(case))
        and not any(b"failures()" in text for text in texts(case))
    ]
    assert quiet == []


def texts(case: Case) -> list[bytes]:
    return [text if isinstance(text, bytes) else text.encode() for text in case.files.values()]
