// Task graphs: recording, launches, arguments, several views, coherence, errors, drawing.
#include <cstring>
#include <hc.hpp>
#include <sstream>
#include <vector>

#include "../headers/check.hpp"

namespace {

constexpr int n = 500;

// Launches do what plain launches do, as often as asked, and recording runs nothing.
void launches_repeat() {
  hc::accelerator_view view = hc::accelerator().create_view();
  std::vector<int> data(n, 1), copied(n, 0);
  hc::array_view<int, 1> a(n, data);
  hc::array<int, 1> b(hc::extent<1>(n), view);
  hc::task_graph graph;
  CHECK(graph.size() == 0);
  graph.launch().wait();  // of nothing
  {
    const hc::graph_recording recording = graph.record(view);
    hc::parallel_for_each(view, a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] += 2; });
    hc::copy_async(a, b);
    hc::parallel_for_each(view, b.get_extent(), [&](hc::index<1> i) [[hc]] { b[i] *= 10; });
    hc::copy_async(b, copied.begin());
  }
  CHECK(graph.size() >= 4);
  CHECK(a[7] == 1 && copied[7] == 0);
  hc::completion_future done = graph.launch();
  CHECK(done.valid());
  done.wait();
  CHECK(copied[0] == 30 && copied[n - 1] == 30);
  for (int i = 0; i < 9; ++i) done = graph.launch();
  done.wait();
  CHECK(copied[3] == 210 && a[3] == 21);
  a[4] = 100;  // between launches the host's values count
  graph.launch().wait();
  CHECK(copied[4] == 1020 && copied[5] == 230);
  std::vector<int> back = b;
  CHECK(back[4] == 1020);
}

// Work before and after a graph on its view is in order with it.
void in_order_with_other_work() {
  hc::accelerator_view view = hc::accelerator().create_view();
  hc::array_view<int, 1> a(n);
  hc::task_graph graph;
  graph.record(
      [&] { hc::parallel_for_each(view, a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] = a[i] * 2; }); },
      view);
  hc::parallel_for_each(view, a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] = i[0]; });
  for (int k = 0; k < 3; ++k) {
    graph.launch();
    hc::parallel_for_each(view, a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] += 1; });
  }
  bool right = true;
  for (int i = 0; i < n; ++i) right &= a[i] == ((i * 2 + 1) * 2 + 1) * 2 + 1;
  CHECK(right);
}

void arguments_change() {
  hc::accelerator_view view = hc::accelerator().create_view();
  hc::array_view<float, 1> a(n);
  hc::graph_argument<float> factor(2.0f);
  struct Pair {
    int first;
    double second;
  };
  hc::graph_argument<Pair> pair(Pair{1, 0.5});
  hc::task_graph graph;
  hc::completion_future node;
  {
    const auto recording = graph.record(view);
    node = hc::parallel_for_each(view, a.get_extent(),
                                 [=](hc::index<1> i) [[hc]] { a[i] = float(i[0]) * factor; });
    hc::parallel_for_each(view, a.get_extent(), [=](hc::index<1> i) [[hc]] {
      a[i] += float(pair.get().first + pair.get().second);
    });
  }
  graph.launch();
  CHECK(a[10] == 21.5f);
  factor.set(3.0f);
  CHECK(factor.get() == 3.0f);
  graph.launch();
  CHECK(a[10] == 31.5f);
  for (int k = 0; k < 20; ++k) {  // values of launches that have not run yet stay theirs
    factor.set(float(k));
    pair.set({k, 0.25});
    graph.launch();
  }
  CHECK(a[10] == 190 + 19.25f);
  // A plain launch takes the value of its time.
  hc::parallel_for_each(view, a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] = factor; });
  CHECK(a[3] == 19.0f);
  const int offset = 7;
  graph.update(node, view, hc::extent<1>(100), [=](hc::index<1> i) [[hc]] { a[i] = float(offset); });
  pair.set({0, 0});
  graph.launch();
  CHECK(a[99] == 7.0f && a[100] == 19.0f);
  hc::array_view<float, 1> other(n);
  CHECK_THROWS(graph.update(node, view, hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { other[i] = a[i]; }),
               hc::runtime_exception, "record the graph anew");
  CHECK_THROWS(
      graph.update(hc::completion_future(), view, hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { a[i] = 0; }),
      hc::runtime_exception, "not of work that a task graph recorded");
  CHECK_THROWS(graph.update(node, view, hc::extent<1>(0), [=](hc::index<1> i) [[hc]] { a[i] = 0; }),
               hc::runtime_exception, "a launch over nothing");
  graph.launch();
  CHECK(a[99] == 7.0f);
}

// Nodes of two views follow each other through what they read and write, markers included.
void two_views() {
  hc::accelerator_view one = hc::accelerator().create_view(), two = hc::accelerator().create_view();
  std::vector<int> data(n, 1);
  hc::array_view<int, 1> a(n, data), b(n), c(n);
  hc::task_graph graph;
  {
    const auto recording = graph.record(one, two);
    hc::parallel_for_each(one, a.get_extent(), [=](hc::index<1> i) [[hc]] { b[i] = a[i] + 1; });
    hc::parallel_for_each(two, a.get_extent(), [=](hc::index<1> i) [[hc]] { c[i] = a[i] + 2; });
    const hc::completion_future second =
        hc::parallel_for_each(two, a.get_extent(), [=](hc::index<1> i) [[hc]] { c[i] += b[i]; });
    one.create_blocking_marker(second);
    hc::parallel_for_each(one, a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] = b[i] + c[i]; });
  }
  for (int k = 0; k < 3; ++k) graph.launch();
  CHECK(a[0] == 79 && a[n - 1] == 79);  // x becomes 3 x + 4: 1, 7, 25, 79
  hc::parallel_for_each(two, a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] = 1; });
  graph.launch();
  CHECK(a[9] == 7);
}

void deep_graph() {
  hc::accelerator_view view = hc::accelerator().create_view();
  hc::array_view<int, 1> a(3);
  hc::graph_argument<int> step(1);
  hc::task_graph graph;
  {
    const auto recording = graph.record(view);
    for (int k = 0; k < 1500; ++k)
      hc::parallel_for_each(view, a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] += step; });
  }
  CHECK(graph.size() == 1500);
  graph.launch();
  step.set(10);
  graph.launch();
  CHECK(a[0] == 16500 && a[2] == 16500);
}

void what_is_refused() {
  hc::accelerator_view view = hc::accelerator().create_view(), other = hc::accelerator().create_view();
  std::vector<int> data(n, 4);
  hc::array_view<int, 1> a(n, data);
  hc::task_graph graph;
  const auto add = [=](hc::index<1> i) [[hc]] { a[i] += 1; };
  graph.record([&] { hc::parallel_for_each(view, a.get_extent(), add); }, view);
  const char* const refused = "not allowed while a task graph records";
  // A recording that threw leaves the graph as it was.
  CHECK_THROWS(graph.record([&] { a[3] = 5; }, view), hc::runtime_exception, refused);
  CHECK_THROWS(graph.record([&] { view.wait(); }, view), hc::runtime_exception, refused);
  CHECK_THROWS(graph.record([&] { hc::copy(a, data.begin()); }, view), hc::runtime_exception, refused);
  CHECK_THROWS(graph.record([&] { graph.launch(); }, view), hc::runtime_exception, refused);
  CHECK_THROWS(graph.record([&] { graph.record(view); }, view), hc::runtime_exception, refused);
  CHECK_THROWS(graph.record([&] { hc::parallel_for_each(other, a.get_extent(), add); }, view),
               hc::runtime_exception, "that the task graph does not record");
  const hc::completion_future outside = hc::parallel_for_each(view, a.get_extent(), add);
  CHECK_THROWS(graph.record([&] { view.create_blocking_marker(outside); }, view), hc::runtime_exception,
               "can't come after work that is not in it");
  graph.launch();
  CHECK(a[0] == 6);
  // One whose error was dropped can't be launched.
  graph.record(
      [&] {
        try {
          view.wait();
        } catch (const hc::runtime_exception&) {
        }
      },
      view);
  CHECK_THROWS(graph.launch(), hc::runtime_exception, "the recording of the task graph failed: wait");
  hc::completion_future node;
  graph.record([&] { node = hc::parallel_for_each(view, a.get_extent(), add); }, view);
  CHECK_THROWS(node.wait(), hc::runtime_exception, "wait for what launch() gives");
  CHECK(!node.is_ready());
}

void drawing() {
  hc::accelerator_view view = hc::accelerator().create_view();
  hc::array_view<int, 1> a(n);
  hc::array<int, 1> b(hc::extent<1>(n), view);
  hc::task_graph graph;
  {
    const auto recording = graph.record(view);
    hc::parallel_for_each(view, a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] += 2; });
    hc::copy_async(a, b);
  }
  std::ostringstream drawn;
  graph.write_dot(drawn);
  const std::string dot = drawn.str();
  CHECK(dot.rfind("digraph task_graph {\n", 0) == 0);
  CHECK(dot.find("n0 -> n1;") != std::string::npos);
  CHECK(dot.find("hc_task_graph.cpp:") != std::string::npos);
  CHECK(dot.find("copy\\n2000 bytes, ") != std::string::npos);
}

}  // namespace

int main() {
  launches_repeat();
  in_order_with_other_work();
  arguments_change();
  two_views();
  deep_graph();
  what_is_refused();
  drawing();
  return failures();
}
