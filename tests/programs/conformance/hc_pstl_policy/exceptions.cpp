// rows: hc.pstl.exception_list
// ptx: none
#include <deque>
#include <list>
#include <new>
#include <stdexcept>

#include "pstl_check.hpp"

template <class Run>
int listed(const Run& run) {
  try {
    run();
  } catch (const exception_list& list) {
    int found = 0;
    for (const std::exception_ptr& one : list) {
      try {
        std::rethrow_exception(one);
      } catch (const std::out_of_range& error) {
        found += std::string(error.what()) == "five";
      }
    }
    return found == static_cast<int>(list.size()) ? found : -1;
  }
  return 0;
}

int main() {
  std::vector<int> v(100, 0);
  v[50] = 5;
  std::list<int> nodes(v.begin(), v.end());
  const auto refuse = [](int e) {
    if (e == 5) throw std::out_of_range("five");
    return e;
  };
  CHECK(listed([&] { for_each(seq, v.begin(), v.end(), refuse); }) >= 1);
  CHECK(listed([&] { transform(seq, v.begin(), v.end(), v.begin(), refuse); }) >= 1);
  CHECK(listed([&] { for_each(par, nodes.begin(), nodes.end(), refuse); }) >= 1);
  CHECK(listed([&] { find_if(par, v.begin(), v.end(), refuse); }) >= 1);
  CHECK(listed([&] { for_each(seq, v.begin(), v.begin() + 50, refuse); }) == 0);
  bool allocation = false;
  try {
    for_each(seq, v.begin(), v.end(), [](int) { throw std::bad_alloc(); });
  } catch (const std::bad_alloc&) {
    allocation = true;
  }
  CHECK(allocation);
  return failures();
}
