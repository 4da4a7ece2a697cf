// rows: amp.2.whole_programs
#include <amp.h>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  try {
    throw runtime_exception("text", 5);
  } catch (const std::exception& e) {
    CHECK(std::string(e.what()) == "text");
  }
  runtime_exception r(7), s(r);
  s = r;
  CHECK(s.get_error_code() == 7);
  try {
    parallel_for_each(extent<1>(-1), [](index<1>) restrict(amp){});
    CHECK(false);
  } catch (const invalid_compute_domain&) {
  }
  try {
    parallel_for_each(extent<1>(5).tile<4>(), [](tiled_index<4>) restrict(amp){});
    CHECK(false);
  } catch (const invalid_compute_domain& e) {
    const runtime_exception& base = e;
    CHECK(std::string(base.what()).find("parallel_for_each") != std::string::npos);
  }
  out_of_memory m("m"), m2;
  unsupported_feature u("u"), u2;
  uninitialized_object w("w"), w2;
  accelerator_view_removed g("g", 3), g2(4);
  CHECK(g.get_view_removed_reason() == 3 && g2.get_view_removed_reason() == 4 &&
        std::string(u.what()) == "u");
  try {
    array<int> a(4);
    std::vector<int> few(2);
    copy(few.begin(), few.end(), a);
    CHECK(false);
  } catch (const runtime_exception&) {
  }
  return failures();
}
