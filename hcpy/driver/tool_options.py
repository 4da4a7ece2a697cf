"""The options that show what the compiler makes and how long it takes, apart from those that build programs.

Takes: one argument of the command line and what reads the next one.
Gives: a ToolOptions with that argument in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hcpy.core.dataclass import dataclass, replace
from hcpy.core.errors import UsageError
from hcpy.core.lazy import lazy

if TYPE_CHECKING:
    from hcpy import targets
else:
    targets = lazy("hcpy.targets")


@dataclass(frozen=True)
class ToolOptions:
    """What is to be shown."""

    emit: str | None = None
    verify: bool = False
    descriptor_map: str | None = None  # the file
    abi: str = ""  # of --emit=vulkan: physical, logical
    pod: str = ""  # how values come with logical pointers
    list_kernels: str | None = None
    json: bool = False
    reproduce: str | None = None
    port_report: str | None = None  # the folder
    port_page: str | None = None  # the file for the page
    time_stages: str | None = None  # "": a table on stderr; else a file for the trace

    @property
    def vulkan_pod(self) -> str:
        """TranslationUnit.vulkan_pod."""
        if self.abi == "logical":
            return self.pod or PODS[0]
        return "address" if self.abi or self.descriptor_map is not None else ""


ABIS, PODS = ("physical", "logical"), ("push", "ubo", "ssbo")
_OTHER_WORDS = {"vulkan-spirv": "vulkan"}  # other names of what --emit makes
NO_TOOLS = ToolOptions()
# What such a word must name; the first two mean something without "=", too.
_NEEDS = {
    "--port-report": "file, or no '='",
    "--time-stages": "file, or no '='",
    "--reproduce": "folder",
    "--descriptor-map": "file",
}


def take(
    options: ToolOptions, word: str, joined: str | None, next_value: Callable[[str], str]
) -> ToolOptions:
    """The options with one more; `joined` is the value in its word."""
    name = word.partition("=")[0]
    if joined == "" and name in _NEEDS:
        raise UsageError(f"{name}= needs the name of a {_NEEDS[name]}")
    if name == "--emit":
        words = emit_words()
        if joined is None or joined not in words:
            raise UsageError(f"--emit={joined}: expected {_listed(words)}")
        return replace(options, emit=_OTHER_WORDS.get(joined, joined))
    if name == "--verify":
        return replace(options, verify=True)
    if name == "--descriptor-map":
        return replace(options, descriptor_map=joined if joined is not None else next_value(name))
    if name in ("--abi", "--pod"):
        known = ABIS if name == "--abi" else PODS
        if joined is None or joined not in known:
            raise UsageError(f"{name}={joined}: expected {_listed(list(known))}")
        return replace(options, abi=joined) if name == "--abi" else replace(options, pod=joined)
    if name == "--json":
        return replace(options, json=True)
    if name == "--port-report":
        return replace(options, port_report=next_value(name), port_page=joined)
    if name == "--time-stages":
        return replace(options, time_stages=joined or "")
    value = next_value(word) if joined is None else joined
    if name == "--list-kernels":
        return replace(options, list_kernels=value)
    if not value:
        raise UsageError("--reproduce needs the name of a folder")
    return replace(options, reproduce=value)


def check(options: ToolOptions) -> None:
    """Options that mean nothing by themselves."""
    if options.verify and options.emit is None:
        raise UsageError(f"--verify checks what --emit={_listed(checked_words())} makes; give one of them")
    if options.descriptor_map is not None and options.emit != "vulkan":
        raise UsageError("--descriptor-map describes what --emit=vulkan makes")
    if options.abi and options.emit != "vulkan":
        raise UsageError("--abi belongs to --emit=vulkan")
    if options.pod and options.abi != "logical":
        raise UsageError("--pod belongs to --abi=logical")
    if options.json and options.list_kernels is None:
        raise UsageError("--json belongs to --list-kernels FILE")


def emit_words() -> list[str]:
    """Each WHAT of --emit=WHAT: what every target has, and what one target calls its own."""
    images = [kind.image_word for kind in targets.TARGETS if kind.image_word]
    texts = [kind.assembly_word for kind in targets.TARGETS if kind.assembly_word]
    return [*images, "ll", "asm", "split", *texts, *_OTHER_WORDS]


def checked_words() -> list[str]:
    """Those that --verify has a checker for."""
    return [*(kind.image_word for kind in targets.TARGETS if kind.image_word and kind.check), "ll"]


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
