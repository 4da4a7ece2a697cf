"""hcc --port-report DIR: what a tree of sources needs before hcc compiles it.

Takes: ToolOptions with the folder's name, and the file for the page, if any.
Gives: one page, as text on standard output or as HTML in the file; 0 where every source compiles.

A source is compiled by hcc itself, in a separate process, as far as -fsyntax-only goes: the rules, the host
part and the device parts; nothing is lowered or linked. Where that fails, other flags are tried.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hcpy.core.errors import HcpyError
from hcpy.driver.cleanup import awaited, install, work_folder, writing
from hcpy.driver.port_report.attempts import Compiler, study
from hcpy.driver.port_report.page import as_html, as_text
from hcpy.driver.port_report.tree import Tree


def port_report(folder: str, output: str | None) -> int:
    """Study every source of the folder and write the page."""
    root = Path(folder)
    if not root.is_dir():
        raise HcpyError(f"--port-report: '{folder}' is not a folder")
    install()
    tree = Tree(root.resolve())
    with work_folder() as work, ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        compiler = Compiler(work)
        jobs = [pool.submit(study, source, tree, compiler) for source in tree.sources]
        try:
            findings = [awaited(job) for job in jobs]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    if output in (None, "-"):
        print(as_text(folder, findings, tree.unreadable), end="")
    else:
        _write(Path(str(output)), as_html(folder, findings, tree.unreadable))
    return 0 if all(finding.compiles for finding in findings) else 1


def _write(path: Path, text: str) -> None:
    try:
        with writing(path):
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise HcpyError(f"cannot write '{path}': {error.strerror}") from None
