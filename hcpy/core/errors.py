"""The errors of the compiler: what a stage raises, and what the user reads.

Takes: facts (a tool's name, a failed command, diagnostics).
Gives: exceptions whose text is one line that says what is wrong and what mends it, and an exit code.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from hcpy.core.model import Diagnostic


class HcpyError(Exception):
    """Something that the user can mend; its text is shown as `hcc: error: TEXT`."""

    exit_code = 1


class UsageError(HcpyError):
    """The command line or an environment variable asks for what does not exist."""


class ToolMissing(HcpyError):
    """A tool or file of the tool chain is absent or of the wrong version."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}; install it with: {remedy}")
        self.what = what
        self.remedy = remedy

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.what, self.remedy)


class ToolFailed(HcpyError):
    """A tool ended with an error; its own words explain it."""

    def __init__(self, command: Sequence[str], stderr: str, returncode: int) -> None:
        if returncode < 0:
            text = f"{command[0]} was ended by signal {-returncode}"
        else:
            text = f"{command[0]} ended with exit code {returncode}"
        super().__init__(text)
        self.command = tuple(command)
        self.stderr = stderr
        self.returncode = returncode

    @property
    def crashed(self) -> bool:
        """Did the tool end without saying why?"""
        return self.returncode < 0 or not self.stderr.strip()

    @property
    def repeat(self) -> str:
        """The shell command that repeats the failure."""
        return shlex.join(self.command)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.command, self.stderr, self.returncode)


class ParserCrashed(HcpyError):
    """libclang could not read a source to its end."""


class InternalError(Exception):
    """A fault of ours in another process; its text holds that process's traceback."""

    def __init__(self, summary: str, details: str) -> None:
        super().__init__(f"{summary}\n\n{details}")
        self.summary = summary
        self.details = details

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.summary, self.details)


class CompileError(HcpyError):
    """The source breaks a rule; the diagnostics say where."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        errors = sum(d.severity == "error" for d in diagnostics)
        super().__init__(f"{errors} error{'' if errors == 1 else 's'}")
        self.diagnostics = tuple(diagnostics)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.diagnostics,)
