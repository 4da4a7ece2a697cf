"""Helps the tests of the frontend: stand-in headers, so that they need clang and nothing else of hcpy's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from hcpy.core.model import Diagnostic, Dialect, SplitSource, Target, Toolchain, TranslationUnit
from hcpy.core.tools import find_toolchain
from hcpy.frontend import split as split_stage
from hcpy.frontend.device_ir import device_ir
from hcpy.frontend.host import compile_host
from hcpy.frontend.parse_need import needs_parse
from hcpy.frontend.text.textual import unit_text
from hcpy.targets import find_kind
from hcpy.targets.base import TargetKind

ROOT = Path(__file__).resolve().parents[2]
HEADERS = ("hc.hpp", "amp.h")
STAND_IN = r"""
#pragma once
namespace hc {
template <int N> struct index {
  int v[N];
  HCRT_BOTH index(int i = 0) : v{i} {}
  HCRT_BOTH int operator[](int i) const { return v[i]; }
};
template <int N> struct extent { int v[N]; extent(int n = 1) : v{n} {} };
template <class T, int N = 1> struct array {
  T* p;
  explicit array(int = 1) : p(nullptr) {}
  array(const array&) = delete;
  HCRT_BOTH T& operator[](index<N> i) const { return p[i[0]]; }
};
template <class T, int N = 1> struct array_view {
  T* p;
  array_view(int = 1) : p(nullptr) {}
  HCRT_BOTH T& operator[](index<N> i) const { return p[i[0]]; }
};
}
namespace hcrt { namespace detail {
template <int N, class F> struct FlatKernel {
  mutable F f;
  HCRT_AMP void operator()() const { f(hc::index<N>()); }
};
#ifdef HCPY_HC
template <class Name, class W> [[clang::sycl_kernel_entry_point(Name)]] void entry(W w) { w(); }
#else
template <class W> __attribute__((global)) void entry(W w) { w(); }
#endif
template <class W> HCRT_CPU void launch(W w) {
#if defined(__KALMAR_ACCELERATOR__) && defined(HCPY_HC)
  entry<W, W>(w);
#elif defined(__KALMAR_ACCELERATOR__)
  (void)&entry<W>;
#elif defined(HCPY_HC)
  static const char* name = __builtin_sycl_unique_stable_name(W);
  (void)*(const char* volatile*)&name;
#else
  static const char* name = __builtin_get_device_side_mangled_name(entry<W>);
  (void)*(const char* volatile*)&name;
#endif
}
}}
namespace hc {
template <int N, class F> HCRT_CPU void parallel_for_each(extent<N>, const F& f) {
  hcrt::detail::launch(hcrt::detail::FlatKernel<N, F>{f});
}
}
namespace Concurrency = hc;
namespace concurrency = hc;
"""


@lru_cache(maxsize=1)
def toolchain() -> Toolchain:
    """The installed one."""
    return find_toolchain()


def tools_in(folder: Path) -> Toolchain:
    """The tool chain with stand-in headers in a folder; config.hpp and what it needs are the real ones."""
    include = folder / "prefix" / "include"
    (include / "hcrt").mkdir(parents=True, exist_ok=True)
    for name in HEADERS:
        (include / name).write_text(STAND_IN)
    (include / "hcrt" / "abi.h").write_bytes((ROOT / "include" / "hcrt" / "abi.h").read_bytes())
    if not (include / "hcrt" / "detail").exists():
        (include / "hcrt" / "detail").symlink_to(ROOT / "include" / "hcrt" / "detail")
    return replace(toolchain(), prefix=folder / "prefix")


def unit_of(
    folder: Path, text: str, dialect: Dialect, args: Sequence[str] = (), name: str = "t.cpp"
) -> TranslationUnit:
    """A unit with the text as its main file."""
    source = folder / name
    source.write_text(text)
    return TranslationUnit(source, dialect, (Target("host"),), tuple(args), folder / f"work-{source.stem}")


def split_text(
    folder: Path, text: str, dialect: Dialect = Dialect.HC, args: Sequence[str] = ()
) -> tuple[SplitSource, Toolchain]:
    """Split a text; where the parse finds something, its need must be foreseen."""
    tools = tools_in(folder)
    unit = unit_of(folder, text, dialect, args)
    source = split_stage.split(unit, tools)
    found = source.diagnostics or source.overlays
    assert not found or needs_parse(unit_text(unit))
    return source, tools


def places(found: Sequence[Diagnostic]) -> list[tuple[int, int, str]]:
    """Line, column and message of each diagnostic."""
    return [(d.location.line, d.location.column, d.message) for d in found if d.location]


def expectations(text: str) -> list[tuple[str, int, str]]:
    """(severity, line, part of the message) of the comments `// expected-error@+1 {{...}}`."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for match in re.finditer(r"expected-(error|note)(?:@([+-]\d+))?\s*\{\{(.*?)\}\}", line):
            found.append((match[1], number + int(match[2] or 0), match[3]))
    return found


def kind_of(name: str) -> TargetKind:
    kind = find_kind(name)
    assert kind is not None
    return kind


def device_text(split: SplitSource, tools: Toolchain, kind: str = "host") -> str:
    return device_ir(split.unit, kind_of(kind), tools, split).path.read_text()


def entries(ir: str) -> list[str]:
    return re.findall(r"define [^\n]*@((?:_ZTSN4hcrt|_ZN4hcrt6detail5entryI)\w+)\(", ir)


def host_names(split: SplitSource, tools: Toolchain) -> list[str]:
    content = compile_host(split.unit, tools, split).path.read_bytes()
    return [
        n.decode() for n in dict.fromkeys(re.findall(rb"_ZTSN4hcrt\w+|_ZN4hcrt6detail5entryI\w+", content))
    ]
