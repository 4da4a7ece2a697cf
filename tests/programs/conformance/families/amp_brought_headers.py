"""Standard names that C++ AMP programs use with <amp.h> alone, which brought their headers in Visual C++."""

from __future__ import annotations

from collections.abc import Iterator

TEXT = """// rows: amp.ms.transitive
#include <amp.h>
#include "check.hpp"

@BEFORE@

int main() {
  int host[4] = {};
  concurrency::array_view<int> view(4, host);
  concurrency::parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) { view[i] = i[0]; });
@BODY@
  CHECK(view[3] == 3);
  return failures();
}
"""

STD = "using namespace std;"
# Name: what stands before main, what is in it.
CASES = {
    "wait_for": (
        "",
        "concurrency::completion_future f = view.synchronize_async();\n"
        "while (f.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {}",
    ),
    "wait_for_alone": (
        "",
        "concurrency::completion_future f = view.synchronize_async();\n"
        "f.wait_for(std::chrono::seconds(1));\nf.wait_until(std::chrono::steady_clock::now());\nf.get();",
    ),
    "wait_for_pointer": (
        "template <class F> void ask(F* f) { f->wait_for(std::chrono::seconds(1)); }",
        "concurrency::completion_future f = view.synchronize_async();\nask(&f);\nf.get();",
    ),
    "milli": (
        "",
        "std::chrono::duration<double, std::milli> d = std::chrono::seconds(2);\nCHECK(d.count() == 2000);",
    ),
    "call_once": ("", "std::once_flag f;\nint n = 0;\nstd::call_once(f, [&] { ++n; });\nCHECK(n == 1);"),
    "recursive_mutex": ("std::recursive_mutex m;", "m.lock();\nm.lock();\nm.unlock();\nm.unlock();"),
    "condition_variable": (
        "std::condition_variable c;",
        "std::mutex m;\nstd::unique_lock<std::mutex> l(m);\nc.wait(l, [] { return true; });",
    ),
    "shared_from_this": (
        "struct s : std::enable_shared_from_this<s> { int x = 3; };",
        "CHECK(std::make_shared<s>()->shared_from_this()->x == 3);",
    ),
    "placeholders": (
        "int minus(int a, int b) { return a - b; }",
        "auto f = std::bind(minus, std::placeholders::_2, std::placeholders::_1);\nCHECK(f(1, 5) == 4);",
    ),
    "atomic_bool": ("std::atomic_bool done(false);", "done = true;\nCHECK(done.load());"),
    "tuple_cat": (
        "",
        "auto t = std::tuple_cat(std::make_tuple(1), std::make_tuple(2));\nCHECK(std::get<1>(t) == 2);",
    ),
    "multimap": ("", "std::multimap<int, int> m;\nm.insert(std::make_pair(1, 2));\nCHECK(m.count(1) == 1);"),
    "bare_mutex": (STD + "\nmutex m;", "m.lock();\nm.unlock();"),
    "bare_thread": (STD, "int n = 0;\nthread t([&] { n = 1; });\nt.join();\nCHECK(n == 1);"),
    "bare_stream": (STD, 'stringstream text;\ntext << 12;\nCHECK(text.str() == "12");'),
    "bare_exception": (
        STD + "\nstruct fault : public std::exception {};",
        "bool caught = false;\ntry {\n  throw fault();\n} catch (const exception& e) {\n"
        "  caught = e.what() != nullptr;\n}\nCHECK(caught);",
    ),
    "bare_milli": (STD, "chrono::duration<float, milli> d(2);\nCHECK(d.count() == 2);"),
    "own_thread": (STD + "\nstruct thread { int id; };", "thread t = {4};\nCHECK(t.id == 4);"),
    "own_launch": (
        STD + "\ntemplate <class T> T launch(T x) { return x + 1; }",
        "CHECK(launch(3) == 4);\nCHECK(launch<int>(4) == 5);",
    ),
    "own_reduce": (
        STD + "\ntemplate <class I> int reduce(I a, I b) { int s = 0; while (a != b) s += *a++; return s; }",
        "int n[3] = {1, 2, 3};\nCHECK(reduce(n, n + 3) == 6);",
    ),
    "own_complex": (
        STD + "\ntemplate <class T> struct complex { T re, im; };",
        "complex<float> c = {1, 2};\nCHECK(c.im == 2);",
    ),
}


def programs() -> Iterator[tuple[str, str]]:
    for name, (before, body) in CASES.items():
        inside = "\n".join(f"  {line}" for line in body.split("\n"))
        yield name, TEXT.replace("@BEFORE@", before).replace("@BODY@", inside)
