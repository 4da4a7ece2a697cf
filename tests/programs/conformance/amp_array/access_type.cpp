// rows: amp.5.1.cpu_access_type
// ptx: none
#include <amp.h>

#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  const std::vector<int> data = numbers(8);
  const accelerator acc;
  const accelerator_view view = acc.default_view;
  array<int> none(8, data.begin(), view, access_type_none);
  CHECK(none.cpu_access_type == access_type_none && none.get_cpu_access_type() == access_type_none);
  CHECK_THROWS(none[0] = 1, runtime_exception, "The array is not accessible on CPU.");
  CHECK(none.data() == nullptr);
  CHECK_THROWS((array<int>(8, view, static_cast<access_type>(17))), runtime_exception, "access_type");
  CHECK_THROWS((array<int>(8, view, static_cast<access_type>(4))), runtime_exception, "access_type");
  CHECK((array<int>(8, view, access_type_auto).cpu_access_type) == acc.default_cpu_access_type);
  if (!acc.supports_cpu_shared_memory) {
    CHECK_THROWS((array<int>(8, view, access_type_read)), runtime_exception, "");
    return failures();
  }
  array<int> reader(8, data.begin(), data.end(), view, access_type_read);
  const array<int>& constant = reader;
  CHECK(reader.cpu_access_type == access_type_read && constant[7] == 7);
  CHECK_THROWS(reader[0] = 1, runtime_exception, "The array is not accessible on CPU.");
  CHECK(reader.data()[6] == 6);
  array<int> writer(8, view, access_type_write);
  writer[2] = 22;
  const array<int>& unreadable = writer;
  CHECK_THROWS(static_cast<void>(unreadable[2]), runtime_exception, "The array is not accessible on CPU.");
  CHECK(std::vector<int>(writer)[2] == 22);
  array<int, 2> both(2, 4, view, access_type_read_write);
  both(1, 3) = 5;
  CHECK(both(1, 3) == 5 && both.data()[7] == 5);
  return failures();
}
