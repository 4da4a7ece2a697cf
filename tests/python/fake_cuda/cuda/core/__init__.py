"""A stand-in for cuda.core, on the stand-in of the driver. CODE has, by the text of PTX, its kernels."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

from cuda.bindings import driver

CODE: dict[bytes, dict[str, Any]] = {}
_numbers = itertools.count(1)


class StreamOptions:
    def __init__(self, nonblocking: bool = False) -> None: ...


class Stream:
    def __init__(self) -> None:
        self.handle = next(_numbers)
        driver.STREAMS[self.handle] = driver.Stream()

    def __del__(self, called: Any = driver.called) -> None:
        called("cuStreamDestroy")


class Kernel:
    def __init__(self, run: Any) -> None:
        self.handle = next(_numbers)
        driver.KERNELS[self.handle] = run
        self.attributes = SimpleNamespace(max_threads_per_block=1024)

    def __del__(self, called: Any = driver.called) -> None:
        called("cuLibraryUnload")


class ObjectCode:
    def __init__(self, kernels: dict[str, Any]) -> None:
        self._kernels = kernels

    @staticmethod
    def from_ptx(text: bytes) -> ObjectCode:
        return ObjectCode(CODE[text])

    def get_kernel(self, name: str) -> Kernel:
        return Kernel(self._kernels[name])


class Device:
    device_id = 0
    name = "stand-in"
    compute_capability = (9, 0)
    properties = SimpleNamespace(
        max_shared_memory_per_block_optin=232448, max_threads_per_block=1024, multiprocessor_count=4
    )

    @staticmethod
    def get_all_devices() -> tuple[Device, ...]:
        return (Device(),)

    def set_current(self) -> None:
        driver.called("cuCtxSetCurrent")
        driver.current.device = self

    def create_stream(self, options: Any = None) -> Stream:
        return Stream()
