"""The two dialects, and how a program is spelled in each."""

from __future__ import annotations

from dataclasses import dataclass

Files = str | dict[str, str | bytes]


@dataclass(frozen=True)
class Dialect:
    """How a dialect spells what the programs differ in."""

    name: str
    header: str
    space: str
    device: str  # after a function's parameters
    cpu: str
    both: str
    extent: str

    def spell(self, text: str) -> str:
        """A program with @words in the dialect's spelling."""
        words = {
            "@header": f"#include <{self.header}>",
            "@ns": self.space,
            "@device": self.device,
            "@cpu": self.cpu,
            "@both": self.both,
            "@extent": self.extent,
        }
        for word, spelling in words.items():
            text = text.replace(word, spelling)
        return text

    def program(self, row: str, text: str, flags: str = "") -> str:
        head = f"// rows: {self.name}.{row}\n" + (f"// flags: {flags}\n" if flags else "")
        return head + self.spell(text)


HC = Dialect("hc", "hc.hpp", "hc", "[[hc]]", "[[cpu]]", "[[cpu, hc]]", "get_extent()")
AMP = Dialect("amp", "amp.h", "concurrency", "restrict(amp)", "restrict(cpu)", "restrict(cpu, amp)", "extent")
