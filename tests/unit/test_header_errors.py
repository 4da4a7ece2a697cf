"""Errors in hcpy's headers, reported at the user's lines; none may get lost on the way."""

from __future__ import annotations

from pathlib import Path

from hcpy.frontend.header_errors import at_users_line

HEADERS = Path("/h/include")
FOLLOWS = """In file included from a.cpp:1:
/h/include/amp.h:3:4: error: expected template parameter
    3 | template <class T>
"""


def test_an_instance_is_told_at_the_users_line() -> None:
    stderr = """/h/include/array.hpp:9:3: error: static assertion failed: elements must be small
    9 |   static_assert(false);
a.cpp:7:5: note: in instantiation of template class 'array<int>' requested here
    7 |   array<int> a;
1 error generated.
"""
    told = at_users_line(stderr, HEADERS)
    assert told.startswith("a.cpp:7:5: error: elements must be small\n    7 |   array<int> a;\n")
    assert told.endswith("1 error generated.\n")


def test_a_kernel_that_takes_another_index_is_told_which_it_gets() -> None:
    required = "callable<void, (lambda at a.cpp:7:5) &, hc::tiled_index<2> &>::value"
    failed = f"static assertion failed due to requirement '{required}'"
    stderr = f"""/h/include/kernel.hpp:9:3: error: {failed}: not its index
    9 |   static_assert(false);
a.cpp:7:5: note: in instantiation of function template specialization 'f<int>' requested here
    7 |   f(4);
1 error generated.
"""
    told = at_users_line(stderr, HEADERS)
    assert told.startswith("a.cpp:7:5: error: not its index, 'hc::tiled_index<2>'\n")
    told = at_users_line(
        stderr.replace("(lambda", "const (lambda").replace("not its index", "not const"), HEADERS
    )
    assert told.startswith("a.cpp:7:5: error: not const\n")


def test_what_names_no_line_of_the_users_stays_where_it_is_alone() -> None:
    for behind in ("", "fatal error: too many errors emitted, stopping now [-ferror-limit=]\n"):
        told = at_users_line(f"{FOLLOWS}{behind}1 error generated.\n", HEADERS)
        assert "/h/include/amp.h:3:4: error: expected template parameter" in told
        assert "1 error generated." in told


def test_it_follows_from_what_names_one() -> None:
    own = "a.cpp:5:1: error: unknown type name 'in'\n"
    told = at_users_line(f"{own}{FOLLOWS}2 errors generated.\n", HEADERS)
    assert told == f"{own}1 error generated.\n"


def test_a_library_that_is_handed_a_function_for_amp_alone_is_told_at_the_users_line() -> None:
    said = "error: the lambda is restricted to amp and can't be used in code for the CPU"
    stderr = f"""In file included from a.cpp:1:
/usr/include/c++/12/bits/stl_algo.h:3787:2: {said}
 3787 |         __f(*__first);
note: called by 'for_each<int *, (lambda at a.cpp:9:36)>'
a.cpp:9:7: note: called by 'main'
    9 |  std::for_each(p, p + 3, [](int& x) restrict(amp) {{ x = 1; }});
1 error generated.
"""
    told = at_users_line(stderr, HEADERS)
    assert told.startswith(f"a.cpp:9:7: {said}\n")
    assert told.endswith("1 error generated.\n")
    plain = "/usr/include/x.h:3:2: error: no\na.cpp:9:7: note: called by 'main'\n1 error generated.\n"
    assert at_users_line(plain, HEADERS) == plain
