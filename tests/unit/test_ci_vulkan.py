"""CI runs kernels on Vulkan, and fails where it can't."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from conftest import REPOSITORY


def test_a_missing_driver_fails_where_vulkan_is_required() -> None:
    # The command, not the module: `python -m` would take hcpy from the checkout, where nothing may be built.
    pytest = str(Path(sys.executable).with_name("pytest"))
    words = [pytest, "-m", "vulkan", "-k", "zeros", "tests/programs/test_vulkan.py"]
    for required, word in (("vulkan", "error"), ("", "skipped")):
        environment = {"HCPY_VULKAN_LIBRARY": "no-such-library", "HCPY_TEST_REQUIRE": required}
        done = subprocess.run(
            [*words, "-o", "addopts=-ra"],
            env={**os.environ, **environment},
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == (1 if required else 0), done.stdout + done.stderr
        assert f"3 {word}" in done.stdout
        assert "Vulkan is not usable here" in done.stdout


def test_ci_requires_it_and_the_readme_names_its_package() -> None:
    assert "export HCPY_TEST_REQUIRE=vulkan" in (REPOSITORY / ".ci" / "run").read_text()
    before, _, _ = (REPOSITORY / "README.md").read_text().partition("```sh")
    assert "mesa-vulkan-drivers" in before.partition("## Install and run")[2]
