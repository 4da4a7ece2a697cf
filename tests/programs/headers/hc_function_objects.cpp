// What a launch does with the function object: one copy of it, its alignment, size and errors.
#include <cstring>
#include <hc.hpp>
#include <stdexcept>
#include <vector>

#include "check.hpp"

namespace {

int copies = 0, alive = 0;
bool armed = false;

// Copied by its own constructor: counted, and refused on demand.
struct Counted {
  hc::array_view<int> out;
  int value;

  Counted(const hc::array_view<int>& o, int v) : out(o), value(v) { ++alive; }
  Counted(const Counted& other) : out(other.out), value(other.value) {
    if (armed) throw std::logic_error("not to be copied");
    ++copies;
    ++alive;
  }
  ~Counted() { --alive; }
  void operator()(hc::index<1> i) const [[hc]] { out[i] = value; }
};

struct alignas(64) Aligned {
  int values[16];
};

// An element so large that no device has the memory of many.
struct Block {
  char bytes[1 << 30];
};

}  // namespace

int main() {
  std::vector<int> data(100);
  hc::array_view<int> view(100, data);

  {
    const Counted kernel(view, 7);
    const int before = alive;
    hc::parallel_for_each(view.get_extent(), kernel).wait();
    CHECK(copies == 1);
    CHECK(alive == before);
    CHECK(view[0] == 7 && view[99] == 7);

    armed = true;
    CHECK_THROWS(hc::parallel_for_each(view.get_extent(), kernel), std::logic_error, "not to be copied");
    armed = false;
    CHECK(copies == 1);
    CHECK(alive == before);
    hc::parallel_for_each(view.get_extent().tile(10), [=](hc::tiled_index<1> t) [[hc]] {
      view[t.global] = t.tile_dim[0];
    }).wait();
    CHECK(view[99] == 10);
  }
  CHECK(alive == 0);

  {  // bytes alone: arrays by reference, plain values, alignment
    hc::array<int> elements(16);
    Aligned aligned{};
    for (int i = 0; i < 16; ++i) aligned.values[i] = i * i;
    hc::parallel_for_each(elements.get_extent(), [=, &elements](hc::index<1> i) [[hc]] {
      elements[i] = aligned.values[i[0]];
    }).wait();
    const std::vector<int> squares = elements;
    CHECK(squares[3] == 9 && squares[15] == 225);
  }

  {  // nothing but what is known: an empty lambda
    hc::parallel_for_each(hc::extent<3>(2, 3, 4), [](hc::index<3>) [[hc]] {}).wait();
  }

  {  // larger than a GPU's parameters
    struct Table {
      int values[2000];
    } table = {};
    table.values[1999] = 5;
    hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = table.values[1999]; });
    CHECK(view[50] == 5);
  }

  {  // a view that can't be made resident: the launch says so, and the next one works
    hc::array_view<Block> huge(hc::extent<1>(1 << 20));
    hc::array_view<Block> other(hc::extent<1>(1 << 20));
    bool thrown = false;
    try {
      hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] {
        huge[0].bytes[i[0]] = other[0].bytes[i[0]];
        view[i] = 1;
      });
    } catch (const hc::runtime_exception&) {
      thrown = true;
    }
    CHECK(thrown);
    hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = 3; });
    CHECK(view[0] == 3);
  }
  return failures();
}
