// A copy that fails leaves nothing of what it was to write to (test_runtime.py).
#include <cstdio>
#include <hc.hpp>
#include <list>
#include <string>
#include <vector>

namespace {

int alive = 0;

// Writes to a list; counts itself.
struct Counting {
  using iterator_category = std::output_iterator_tag;
  using value_type = int;
  using difference_type = std::ptrdiff_t;
  using pointer = int*;
  using reference = int&;

  explicit Counting(std::list<int>::iterator at) : at(at) { ++alive; }
  Counting(const Counting& other) : at(other.at) { ++alive; }
  Counting& operator=(const Counting&) = default;
  ~Counting() { --alive; }
  int& operator*() const { return *at; }
  Counting& operator++() {
    ++at;
    return *this;
  }
  Counting operator++(int) {
    Counting before = *this;
    ++at;
    return before;
  }

  std::list<int>::iterator at;
};

}  // namespace

int main() {
  std::string message;
  {
    std::list<int> list(16, 7);
    hc::array<int, 4> a(hc::extent<4>(std::vector<int>(4, 2).data()), list.begin());
    volatile int* nowhere = nullptr;
    hc::parallel_for_each(hc::extent<1>(1), [=, &a](hc::index<1> i) [[hc]] {
      *nowhere = *a.accelerator_pointer();
    });
    try {
      hc::copy_async(a, Counting(list.begin()));  // box by box: the first one's error ends it
    } catch (const hc::runtime_exception& error) {
      message = error.what();
    }
  }
  std::printf("%d alive: %s\n", alive, message.c_str());
}
