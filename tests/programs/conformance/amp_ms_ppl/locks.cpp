// rows: amp.ms.ppl.locks
#include <amp.h>
#include <concrt.h>
#include <ppl.h>

#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  critical_section section;
  reader_writer_lock shared;
  int count = 0, other = 0, scoped = 0;
  parallel_for(0, 500, [&](int) {
    critical_section::scoped_lock lock(section);
    ++count;
  });
  parallel_for(0, 100, [&](int i) {
    if (i % 2) {
      shared.lock();
      ++other;
      shared.unlock();
    } else {
      shared.lock_read();
      shared.unlock();
    }
    if (i % 4 == 0) {
      reader_writer_lock::scoped_lock lock(shared);
      ++scoped;
    } else {
      reader_writer_lock::scoped_lock_read lock(shared);
      if (scoped > 25) ++other;
    }
  });
  CHECK(count == 500 && other == 50 && scoped == 25 && GetProcessorCount() >= 1);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
