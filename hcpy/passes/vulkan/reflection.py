"""Instructions of NonSemantic.ClspvReflection, by which programs and layers learn a module's descriptors.

Takes kernels, their arguments and the module's data; gives instructions that come after all functions.
"""

from __future__ import annotations

from hcpy.passes.vulkan.words import Code, Words, encode

_SET = "NonSemantic.ClspvReflection.1"
_KERNEL, _STORAGE_BUFFER, _GROUP_SIZE, _GLOBAL_SIZE, _DATA = 1, 3, 12, 17, 21
_IN_STORAGE, _IN_UNIFORM, _PUSHED = 5, 6, 7  # values
_EXTENT_BYTES = 12


class Reflection:
    """A module's."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._code: Code = []
        self._set = words.id()
        words.imports.append(encode("ExtInstImport", self._set, _SET))

    def kernel(self, function: int, name: str) -> int:
        return self._add(_KERNEL, function, self._words.string(name))

    def buffer(self, kernel: int, ordinal: int, set_: int, binding: int) -> None:
        self._add(_STORAGE_BUFFER, kernel, *self._numbers(ordinal, set_, binding))

    def number(self, kernel: int, ordinal: int, pod: str, binding: int, place: int, size: int) -> None:
        """A value: pushed, or in a buffer of set 0."""
        if pod == "push":
            self._add(_PUSHED, kernel, *self._numbers(ordinal, place, size))
        else:
            name = _IN_UNIFORM if pod == "ubo" else _IN_STORAGE
            self._add(name, kernel, *self._numbers(ordinal, 0, binding, place, size))

    def finish(self, data: bytes, data_set: int) -> Code:
        self._add(_GROUP_SIZE, *self._numbers(0, 1, 2))  # the numbers of specialisation constants
        self._add(_GLOBAL_SIZE, *self._numbers(0, _EXTENT_BYTES))
        if data:
            self._add(_DATA, *self._numbers(data_set, 0), self._words.string(data.hex()))
        return self._code

    def _numbers(self, *values: int) -> list[int]:
        return [self._words.u32(value) for value in values]

    def _add(self, name: int, *operands: int) -> int:
        made = self._words.id()
        void = self._words.declared("TypeVoid")
        self._code.append(encode("ExtInst", void, made, self._set, name, *operands))
        return made
