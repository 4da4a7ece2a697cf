"""The rules that both dialects have, as HC spells them, and what goes with its header alone."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.both_dialects import programs as shared
from conformance.dialects import HC, Files

# What hcc's header brought along: a name of each standard header, used without it, and of those that came
# with libstdc++'s <memory> and <tuple>.
BROUGHT = {
    "algorithm": "std::vector<int> w{2, 1}; std::sort(w.begin(), w.end()); CHECK(w[0] == 1);",
    "cassert": "assert(v[0] == 1);",
    "chrono": "CHECK(std::chrono::seconds(1).count() == 1);",
    "cmath": "CHECK(std::sqrt(4.0) == 2 && sqrtf(4.0f) == 2);",
    "cstdlib": "void* p = std::malloc(4); CHECK(p != nullptr); free(p);",
    "cstring": 'char b[4]; std::memset(b, 1, 4); CHECK(strlen("abc") == 3 && b[0] == 1);',
    "exception": "std::exception e; CHECK(e.what() != nullptr);",
    "future": "std::promise<int> p; p.set_value(3); CHECK(p.get_future().get() == 3);",
    "map": "std::map<int, int> m; m[1] = 2; CHECK(m.size() == 1);",
    "memory": "std::unique_ptr<int> p(new int(3)); std::function<int()> f = [&p] { return *p; }; "
    "CHECK(f() == 3);",
    "set": "std::set<int> s; s.insert(1); CHECK(s.size() == 1);",
    "stdexcept": 'try { throw std::runtime_error("x"); } catch (const std::logic_error&) { CHECK(false); } '
    "catch (const std::exception&) {}",
    "string": 'std::string s = "ab"; CHECK(s.size() == 2);',
    "thread": "std::thread t([] {}); t.join();",
    "tuple": "std::array<int, 2> a{{1, 2}}; CHECK(std::get<1>(std::make_tuple(1, 2)) == a[1]);",
    "type_traits": "CHECK((std::is_same<int, int>::value));",
    "utility": "CHECK(std::make_pair(1, 2).second == 2);",
    "vector": "std::vector<int> w(3); CHECK(w.size() == 3);",
}
PROGRAM = """// rows: hc.both.headers
#include <%s>
#include "check.hpp"
int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = 1; }).wait();
  %s
  return failures();
}
"""


def programs() -> Iterator[tuple[str, Files]]:
    yield from shared(HC)
    for name, use in BROUGHT.items():
        yield f"brought_{name}", PROGRAM % ("hc.hpp", use)
    for path in ("hcc/hc.hpp", "hcc/hc_am.hpp>\n#include <hcc/hc.hpp"):
        name = "am" if "am" in path else "hc"
        yield f"hcc_folder_{name}", PROGRAM % (path, "CHECK(v[0] == 1);")
