// task_graph: work that is recorded once and launched many times, with new arguments.
#ifndef HCRT_DETAIL_TASK_GRAPH_HPP
#define HCRT_DETAIL_TASK_GRAPH_HPP

#include <type_traits>

#include "accelerator_view.hpp"
#include "launch.hpp"

namespace HCRT_EXTENSIONS {

class task_graph;

/// While it exists, the launches, copies and markers of its thread on the recorded views become nodes of the
/// graph and don't run; the futures that they give represent the nodes. Ends on the thread that made it.
/// Where an exception ends it, the graph stays as it was before.
class graph_recording {
 public:
  HCRT_CPU graph_recording(graph_recording&& other) noexcept
      : graph_(static_cast<hcrt::Ref<hcrt::TaskGraph>&&>(other.graph_)), exceptions_(other.exceptions_) {}
  graph_recording(const graph_recording&) = delete;
  graph_recording& operator=(const graph_recording&) = delete;
  HCRT_CPU ~graph_recording();
  /// Ends it now.
  HCRT_CPU void end();

 private:
  friend class task_graph;
  HCRT_CPU graph_recording(hcrt::Ref<hcrt::TaskGraph> graph, const std::vector<accelerator_view>& views);

  hcrt::Ref<hcrt::TaskGraph> graph_;
  int exceptions_ = 0;
};

/// Copies share the graph. All functions may be called by several threads at the same time.
class task_graph {
 public:
  HCRT_CPU task_graph();

  /// Records what the thread submits from here on, in place of what the graph holds.
  template <class... Views>
  HCRT_CPU graph_recording record(const accelerator_view& first, const Views&... more) {
    return graph_recording(graph_, {first, more...});
  }
  HCRT_CPU graph_recording record(const std::vector<accelerator_view>& views) {
    return graph_recording(graph_, views);
  }
  /// Records what the function submits.
  template <
      class Function, class... Views,
      class = hcrt::enable_if_t<!std::is_convertible<const Function&, accelerator_view>::value &&
                                !std::is_convertible<const Function&, std::vector<accelerator_view>>::value>>
  HCRT_CPU void record(const Function& function, const accelerator_view& first, const Views&... more) {
    graph_recording recording(graph_, {first, more...});
    function();
    recording.end();
  }

  /// Starts all nodes, after the earlier work of all recorded views and before their later work. Returns at
  /// once; the future is complete when all nodes are.
  HCRT_CPU completion_future launch() const;

  /// Puts another launch in the place of a kernel node: the arguments are those of parallel_for_each. It must
  /// be on the same accelerator and use the same arrays and views; function, extent and values may differ.
  template <class... Launch>
  HCRT_CPU void update(const completion_future& node, const Launch&... launch) const;

  /// How many nodes were recorded.
  HCRT_CPU std::size_t size() const;  // nodes
  /// The graph in the DOT language: nodes with names, places and bytes, and what comes after what.
  HCRT_CPU std::string dot() const;
  /// Writes dot() to a stream or a file.
  template <class Stream>
  HCRT_CPU void write_dot(Stream& stream) const {
    stream << dot();
  }

 private:
  hcrt::Ref<hcrt::TaskGraph> graph_;
};

/// A value for kernels that capture it by copy: recorded launches take what set() gave it last when their
/// graph is launched; other launches take what it is when they are made. Copies share the value.
template <class T>
class graph_argument {
  static_assert(std::is_trivially_copyable<T>::value, "a graph_argument is copied as bytes");

 public:
  HCRT_CPU explicit graph_argument(const T& value);
#ifdef __KALMAR_ACCELERATOR__
  graph_argument(const graph_argument&) = default;
#else
  HCRT_CPU graph_argument(const graph_argument& other);
#endif
  graph_argument& operator=(const graph_argument&) = delete;

  /// The value that launches of the graph have from now on.
  HCRT_CPU void set(const T& value);
  /// The value; in a kernel, that of the launch.
  HCRT_BOTH T get() const;
  HCRT_BOTH operator T() const { return get(); }

 private:
  hcrt::Ref<hcrt::GraphArgument> argument_;
  T value_;  // in kernels
};

#ifdef __KALMAR_ACCELERATOR__
template <class... Launch>
HCRT_CPU void task_graph::update(const completion_future&, const Launch&... launch) const {
  hc::parallel_for_each(launch...);  // the kernel is emitted here
}
template <class T>
HCRT_BOTH T graph_argument<T>::get() const {
  return value_;
}
template <class T>
HCRT_CPU graph_argument<T>::graph_argument(const T& value) : value_(value) {}
template <class T>
HCRT_CPU void graph_argument<T>::set(const T&) {}
#else
HCRT_CPU inline graph_recording::graph_recording(hcrt::Ref<hcrt::TaskGraph> graph,
                                                 const std::vector<accelerator_view>& views)
    : exceptions_(hcrt::uncaught_exceptions()) {
  std::vector<hcrt::Queue*> queues;
  for (const accelerator_view& view : views) queues.push_back(view.queue());
  hcrt::detail::checked([&] { hcrt::begin_recording(graph.get(), queues); });
  graph_ = graph;
}

HCRT_CPU inline void graph_recording::end() {
  if (!graph_) return;
  const hcrt::Ref<hcrt::TaskGraph> graph = static_cast<hcrt::Ref<hcrt::TaskGraph>&&>(graph_);
  hcrt::detail::checked([&] { hcrt::end_recording(graph.get()); });
}

HCRT_CPU inline graph_recording::~graph_recording() {
  if (!graph_) return;
  hcrt::finish_recording(graph_.get(), hcrt::uncaught_exceptions() <= exceptions_);
}

HCRT_CPU inline task_graph::task_graph()
    : graph_(hcrt::detail::checked([] { return hcrt::create_graph(); })) {}

HCRT_CPU inline completion_future task_graph::launch() const {
  return completion_future(hcrt::detail::checked([&] { return hcrt::launch(graph_.get()); }));
}

template <class... Launch>
HCRT_CPU void task_graph::update(const completion_future& node, const Launch&... launch) const {
  struct Change {
    hcrt::TaskGraph* graph;
    ~Change() { hcrt::end_change(graph); }
  };
  hcrt::detail::checked(
      [&] { hcrt::begin_change(graph_.get(), hcrt::detail::FutureAccess::event(node).get()); });
  const Change change{graph_.get()};
  hc::parallel_for_each(launch...);
  hcrt::detail::checked([&] { hcrt::require_change(graph_.get()); });
}

HCRT_CPU inline std::size_t task_graph::size() const { return hcrt::node_count(graph_.get()); }
HCRT_CPU inline std::string task_graph::dot() const { return hcrt::draw(graph_.get()); }

template <class T>
HCRT_CPU graph_argument<T>::graph_argument(const T& value)
    : argument_(hcrt::detail::checked([&] {
        constexpr std::size_t word = sizeof(void*), align = alignof(T) > word ? alignof(T) : word;
        return hcrt::create_argument(&value, sizeof value, align);
      })),
      value_(value) {}

template <class T>
HCRT_CPU graph_argument<T>::graph_argument(const graph_argument& other)
    : argument_(other.argument_), value_(other.get()) {}

template <class T>
HCRT_CPU void graph_argument<T>::set(const T& value) {
  hcrt::set_argument(argument_.get(), &value);
}

template <class T>
HCRT_BOTH T graph_argument<T>::get() const {
  T value = value_;
  hcrt::read_argument(argument_.get(), &value);
  return value;
}
#endif

}  // namespace HCRT_EXTENSIONS
#endif
