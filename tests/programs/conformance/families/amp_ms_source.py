"""Sources as Visual Studio writes them: encodings, ends of lines, spellings of #include lines, projects."""

from __future__ import annotations

from collections.abc import Iterator

Files = dict[str, str | bytes]

BODY = """#include <amp.h>
#include <vector>
{includes}#include "check.hpp"
using namespace concurrency;

int main() {{
  std::vector<int> data(64);
  array_view<int, 1> view(64, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {{ view[i] = {value}; }});
  view.synchronize();
  for (int i = 0; i < 64; ++i) CHECK(data[i] == {expected});
  {checks}
  return failures();
}}
"""


def program(
    row: str, includes: str = "", value: str = "i[0] * 3", expected: str = "i * 3", checks: str = ""
) -> str:
    head = f"// rows: amp.ms.{row}\n"
    return head + BODY.format(includes=includes, value=value, expected=expected, checks=checks)


def dos(text: str) -> str:
    return text.replace("\n", "\r\n")


WIDE_CHECK = 'CHECK(L"\u00fc\u20ac"[0] == 0xFC && L"\u00fc\u20ac"[1] == 0x20AC);'
COMMENT = "// Pr\u00fcfung der Gr\u00f6\u00dfe\n"
HEADER = "#pragma once\ninline int triple(int x) restrict(cpu, amp) { return 3 * x; }\n"
CALL = "triple(i[0])"


def encodings() -> Iterator[tuple[str, Files]]:
    for name, codec, mark in (
        ("utf16le", "utf-16-le", b"\xff\xfe"),
        ("utf16be", "utf-16-be", b"\xfe\xff"),
        ("utf16le_no_mark", "utf-16-le", b""),
        ("utf8_mark", "utf-8", b"\xef\xbb\xbf"),
    ):
        row = "encoding." + name.split("_no")[0]
        if mark:
            text = dos(program(row, checks=WIDE_CHECK))
            yield f"source_{name}", {"main.cpp": mark + text.encode(codec)}
        main = dos(program(row, '#include "triple.h"\n', CALL))
        yield f"header_{name}", {"main.cpp": main, "triple.h": mark + dos(HEADER).encode(codec)}
    main = dos(program("code_page.wide", checks=WIDE_CHECK)).replace("int main", COMMENT + "int main")
    yield "code_page_1252", {"main.cpp": main.encode("cp1252")}
    # The comment's last byte is 0x5C, a backslash to a reader of bytes.
    comment = "  // \u8868\n  view[i] += 1;\n"
    main = program("code_page.comment", expected="i * 3 + 1").replace(
        "view[i] = i[0] * 3; ", "view[i] = i[0] * 3;\n" + comment
    )
    yield "code_page_932", {"main.cpp": dos(main).encode("cp932")}
    main = program("code_page.narrow", checks='CHECK(sizeof("\u00fc") == 2);')
    yield "code_page_narrow", {"main.cpp": main.encode("cp1252")}
    yield "dos_end_of_file", {"main.cpp": dos(program("encoding.ctrl_z")).encode() + b"\x1a"}
    split = program("line_ends.crlf", value="TWICE(i[0])", expected="i * 2")
    split = split.replace("using", "#define TWICE(x) \\\n  ((x) * 2)\nusing")
    yield "crlf_continued", {"main.cpp": dos(split)}
    main = program("line_ends.cr", '#include "triple.h"\n', CALL)
    yield "cr_alone", {"main.cpp": main, "triple.h": HEADER.replace("\n", "\r")}


def spellings() -> Iterator[tuple[str, Files]]:
    for name, row, line, header in (
        ("case_quoted", "include.case", '"TRIPLE.H"', "triple.h"),
        ("case_other_way", "include.case", '"triple.h"', "Triple.H"),
        ("backslash", "include.backslash", '"inc\\triple.h"', "inc/triple.h"),
        ("backslash_case", "include.backslash", '".\\INC\\Triple.h"', "inc/triple.h"),
        ("case_folder", "include.case", '"Inc/Sub/triple.h"', "inc/sub/triple.h"),
    ):
        yield name, {"main.cpp": dos(program(row, f"#include {line}\n", CALL)), header: dos(HEADER)}
    main = program("include.case_system").replace("<amp.h>", "<AMP.h>").replace("<vector>", "<Vector>")
    yield "case_system", {"main.cpp": dos(main)}
    # b/inner.h finds a/triple.h by the folder of the file that includes it.
    yield (
        "folder_of_includer",
        {
            "main.cpp": dos(program("include.includers", '#include "a\\outer.h"\n', CALL)),
            "a/outer.h": dos('#pragma once\n#include "b\\inner.h"\n'),
            "a/b/inner.h": dos('#pragma once\n#include "triple.h"\n'),
            "a/triple.h": dos(HEADER),
        },
    )
    yield (
        "flags_folder",
        {
            "main.cpp": program("include.case", '#include "TRIPLE.H"\n', CALL).replace(
                "// rows", "// flags: -DUSED=1\n// rows"
            ),
            "Triple.h": HEADER,
        },
    )


def projects() -> Iterator[tuple[str, Files]]:
    for name in ("stdafx.h", "StdAfx.h", "pch.h", "targetver.h"):
        text = program("precompiled.missing").replace(
            "#include <amp.h>", f'#include "{name}"\n#include <amp.h>'
        )
        yield "missing_" + name.replace(".h", ""), {"main.cpp": dos(text)}
    text = program("precompiled.given").replace(
        "#include <amp.h>\n#include <vector>\n", '#include "stdafx.h"\n'
    )
    yield (
        "given_stdafx",
        {
            "main.cpp": b"\xef\xbb\xbf" + dos(text).encode(),
            "stdafx.h": dos(
                '#pragma once\n#include "targetver.h"\n#include <stdio.h>\n#include <tchar.h>\n'
                "#include <amp.h>\n#include <vector>\n"
            ),
            "targetver.h": dos("#pragma once\n#include <SDKDDKVer.h>\n"),
        },
    )
    pragmas = (
        "#pragma once\n#pragma warning(disable : 4996)\n#pragma warning(push)\n"
        '#pragma comment(lib, "amp.lib")\n#pragma region Kernels\n#pragma endregion\n#pragma warning(pop)\n'
        '#pragma optimize("", on)\n#pragma inline_depth(16)\n#pragma hdrstop\n'
        "#define _SILENCE_AMP_DEPRECATION_WARNINGS\n#define _CRT_SECURE_NO_WARNINGS\n"
    )
    text = (
        program("pragmas")
        .replace("using", pragmas + "using")
        .replace("// rows", "// flags: -Wall -Werror\n// rows")
    )
    yield "pragmas", {"main.cpp": dos(text)}
    yield "pragmas_compat", {"main.cpp": dos(text.replace("-Wall", "-fms-compat -Wall"))}
    # What Microsoft's <amp.h> brings along: <vector>, <algorithm>, <numeric>, <functional>, ...
    text = program(
        "transitive",
        checks="std::sort(data.begin(), data.end(), std::greater<int>());\n"
        "  CHECK(data[0] == 189 && std::accumulate(data.begin(), data.end(), 0) == 6048);\n"
        "  std::unique_ptr<int> one(new int(1));\n"
        "  CHECK(*one == 1 && std::numeric_limits<int>::max() == INT_MAX);\n"
        "  std::ostringstream text;\n  text << std::setw(3) << 5;\n"
        '  CHECK(strcmp(text.str().c_str(), "  5") == 0);',
    ).replace("#include <vector>\n", "")
    yield "transitive_headers", {"main.cpp": dos(text)}


def programs() -> Iterator[tuple[str, Files]]:
    yield from encodings()
    yield from spellings()
    yield from projects()
