// Task graphs: what is refused, and by which exception.
#include <cstring>
#include <future>
#include <hc.hpp>
#include <vector>

#include "../headers/check.hpp"

namespace {

constexpr int n = 100;

// What can't be done while recording, or with a node's future, is told by the specification's exception.
void exceptions_are_the_specified_ones() {
  hc::accelerator_view view = hc::accelerator().create_view();
  hc::array_view<int, 1> a(n);
  hc::array<int, 1> b(hc::extent<1>(n), view);
  hc::task_graph graph, refused;
  hc::completion_future node;
  graph.record(
      [&] { node = hc::parallel_for_each(view, a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] = 1; }); },
      view);
  CHECK_THROWS(refused.record([&] { b.accelerator_pointer(); }, view), hc::runtime_exception,
               "not allowed while a task graph records");
  CHECK_THROWS(node.then([] {}), hc::runtime_exception, "was recorded by a task graph");
  CHECK_THROWS(node.then([] { return 1; }), hc::runtime_exception, "was recorded by a task graph");
  CHECK_THROWS(std::shared_future<void>(node).wait(), hc::runtime_exception, "was recorded by a task graph");
  CHECK_THROWS(hc::when_any(node), hc::runtime_exception, "was recorded by a task graph");
}

}  // namespace

int main() {
  exceptions_are_the_specified_ones();
  return failures();
}
