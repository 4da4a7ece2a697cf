"""The rules that both dialects have, as C++ AMP spells them, and what goes with its header alone."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.both_dialects import programs as shared
from conformance.dialects import AMP, Files


def programs() -> Iterator[tuple[str, Files]]:
    yield from shared(AMP)
    yield from dropped()


# Text that no compiler reads, which holds names of Windows and of the standard library.
DROPPED = {
    "comment": "// this function (or less) sorts (x); plus (y), ID3D11Device, QueryPerformanceCounter\n",
    "block_comment": "/* function (a); wcout << wprintf(x); ID3D11Device */\n",
    "string": 'const char* words = "function (a); ID3D11Device QueryPerformanceCounter(";\n',
    "if_0": "#if 0\nfunction<int()> f; ID3D11Device* d; __int64 x;\n#endif\n",
    "windows": "#ifdef _WIN32\nfunction<int()> f; ID3D11Device* d; __int64 x;\n#endif\n",
    "own_macro": "#ifdef USE_D3D\n#include <d3d11.h>\nID3D11Device* d;\n#endif\n",
}
TEXT = """// rows: amp.both.dropped_text
#include <amp.h>
{text}using namespace std;
using namespace concurrency;
int main() {{
  concurrency::array<int, 1> a(4);
  array_view<int, 1> v(4);
  parallel_for_each(v.extent, [=, &a](index<1> i) restrict(amp) {{ v[i] = a[i] = 1; }});
  return v[0] == 1 ? 0 : 1;
}}
"""


def dropped() -> Iterator[tuple[str, Files]]:
    for name, text in DROPPED.items():
        yield f"dropped_{name}", TEXT.format(text=text)
    expected = (
        "// expected-error@+1 {{Direct3D interop is not supported: 'd3d11.h' is a header of Windows}}\n"
    )
    taken = f"#define USE_D3D\n#ifdef USE_D3D\n{expected}#include <d3d11.h>\n#endif\n"
    yield "taken_own_macro", TEXT.format(text=taken)
