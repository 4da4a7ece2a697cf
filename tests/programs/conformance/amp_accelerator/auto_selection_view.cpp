// rows: amp.3.1.get_auto_selection_view, amp.3.2.is_auto_selection, amp.7.auto_selection
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  accelerator_view chooser = accelerator::get_auto_selection_view();
  CHECK(chooser.is_auto_selection && chooser.get_is_auto_selection());
  CHECK(!accelerator().default_view.is_auto_selection);
  CHECK(chooser.accelerator == accelerator());
  // A kernel runs where the array is that it holds.
  array<int, 1> elsewhere(4, accelerator(L"host").create_view());
  parallel_for_each(chooser, elsewhere.extent, [&](index<1> i) restrict(amp) { elsewhere[i] = i[0]; });
  std::vector<int> got = elsewhere;
  CHECK(got[3] == 3);
  // For the rest it is the default view.
  array<int, 1> a(4, chooser);
  CHECK(a.accelerator_view == accelerator().default_view);
  chooser.wait();
  return failures();
}
