"""The places that messages of the back ends have."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core.merge_diagnostics import with_whole_paths
from hcpy.core.model import Diagnostic, Location, Note
from hcpy.frontend.rules.amp_words import in_words


@pytest.mark.parametrize("named", ["absolute", "relative"])
def test_the_source_is_named_as_the_user_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.cpp").write_text("\n")
    source = tmp_path / "a.cpp" if named == "absolute" else Path("a.cpp")
    place, made = Location("a.cpp", 1, 2), Location("no such file", 3)
    late = Diagnostic("error", place, "text", (Note(place, "here"), Note(made, "made")), "host")
    early = Diagnostic("error", place, "text")
    found = with_whole_paths([late, early], source)
    whole = Location(str(source), 1, 2)
    assert found == [
        Diagnostic("error", whole, "text", (Note(whole, "here"), Note(made, "made")), "host"),
        early,
    ]


def test_a_note_on_a_constant_says_nothing_of_devices() -> None:
    note = "const variable cannot be emitted on device side due to dynamic initialization"
    assert in_words(note) == "its value is no constant: it is known when the program runs"
