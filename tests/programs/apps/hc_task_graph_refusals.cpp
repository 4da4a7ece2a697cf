// Task graphs: what is refused, and by which exception.
#include <cstring>
#include <future>
#include <hc.hpp>
#include <vector>

#include "../headers/check.hpp"

namespace {

constexpr int n = 100;

// What can't be done while recording, or with a node's future, throws the specification's exception.
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

// Futures of a recording that was abandoned, or replaced, are of no work in the next one, wherever that lies
// in memory.
void nodes_of_earlier_recordings_are_known() {
  hc::accelerator_view view = hc::accelerator().create_view();
  hc::array_view<int, 1> a(n);
  const auto kernel = [=](hc::index<1> i) [[hc]] { a[i] += 1; };
  hc::task_graph graph;
  for (int round = 0; round < 20; ++round) {
    hc::completion_future old;
    try {
      graph.record(
          [&] {
            for (int i = 0; i < 10; ++i) old = hc::parallel_for_each(view, a.get_extent(), kernel);
            if (round % 2 == 0) throw round;
          },
          view);
    } catch (int) {
    }
    CHECK_THROWS(graph.record([&] { view.create_blocking_marker(old); }, view), hc::runtime_exception,
                 "can't come after work that is not in it");
    graph.record([&] { hc::parallel_for_each(view, a.get_extent(), kernel); }, view);
    CHECK_THROWS(graph.update(old, view, a.get_extent(), kernel), hc::runtime_exception,
                 "another recording of the graph");
  }
}

}  // namespace

int main() {
  exceptions_are_the_specified_ones();
  nodes_of_earlier_recordings_are_known();
  return failures();
}
