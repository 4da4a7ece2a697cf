// rows: amp.ms.names.library
#include <amp.h>

#include <string>

#include "check.hpp"

using namespace concurrency;

// No header of Windows: Microsoft's <amp.h> and library have all this.
class bad_frame : public std::exception {
 public:
  explicit bad_frame(const char* text) : std::exception(text) {}
};

static std::string told(int which) {
  try {
    if (which == 0) throw std::exception("a text");
    if (which == 1) throw bad_frame("a frame");
    throw std::exception();
  } catch (const std::exception& error) {
    return error.what();
  }
}

int main() {
  CHECK(told(0) == "a text" && told(1) == "a frame" && !told(2).empty());
  assert(told(0).size() == 6, "macros may have more arguments than parameters");

  int memory[6] = {5, 4, 3, 2, 1, 0};
  array<int> a(6, stdext::checked_array_iterator<int*>(memory, 6));
  parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] *= 10; });
  copy(a, stdext::make_checked_array_iterator(memory, 6));
  CHECK(memory[0] == 50 && memory[5] == 0);
  auto at = stdext::make_checked_array_iterator(memory, 6, 2);
  CHECK(at[1] == 20 && *++at == 20 && at - 3 == stdext::make_checked_array_iterator(memory, 6));

  std::vector<const int> fixed(memory, memory + 6);
  fixed.push_back(7);
  array_view<const int> view(7, fixed);
  array<int> sum(1);
  parallel_for_each(sum.extent, [=, &sum](index<1> i) restrict(amp) {
    sum[i] = 0;
    for (int k = 0; k < 7; k++) sum[i] += view[k];
  });
  std::vector<int> result = sum;
  CHECK(result[0] == 157 && fixed.size() == 7 && fixed.back() == 7);

  std::hash_set<int> set(memory, memory + 6);
  stdext::hash_map<std::string, int> map;
  map["one"] = 1;
  CHECK(set.count(40) == 1 && set.count(41) == 0 && map.find("one")->second == 1);

  std::vector<int> squares(10);
  parallel_for(0, 10, [&](int i) { squares[i] = i * i; });
  task_group tasks;
  tasks.run([&] { squares[0] = 100; });
  tasks.wait();
  int total = 0;
  for each (int value in squares) total += value;
  CHECK(total == 385);
  return failures();
}
