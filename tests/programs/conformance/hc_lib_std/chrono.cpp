// rows: hc.library.chrono
// flags: -std=c++20
// <chrono> durations and <ratio>.
#include <chrono>
#include <ratio>

#include "record.hpp"

static void times(int i, Record& r) [[cpu, hc]] {
  using namespace std::chrono;
  using namespace std::chrono_literals;
  auto d = hours(i) + 90min;
  r(duration_cast<minutes>(d).count()), r(duration_cast<seconds>(1500ms).count()), r((d > 2h));
  r(floor<hours>(d).count()), r(round<hours>(d).count()), r(ceil<hours>(d).count());
  r((d / 2).count()), r(d / 30min), r((d % 60min).count()), r(duration<double>(1500ms).count());
  r(abs(-3s).count()), r(std::ratio_add<std::ratio<1, 3>, std::ratio<1, 6>>::den);
}

int main() {
  COMPARE(times);
  return failures();
}
