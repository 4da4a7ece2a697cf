// Task graphs on the CUDA back end, against fake_cuda.cpp: the driver's graphs, and the commands one by one
// where it has none (test_runtime.py says which test needs which HCRT_FAKE_CUDA).
#include <atomic>
#include <chrono>
#include <thread>

#include "cuda_fixture.hpp"

namespace {

struct Graphs {
  int graphs, launches, changes;
};

Graphs driver_graphs() {
  Graphs g{};
  fake<int (*)(int*, int*, int*)>("fake_cuda_graphs")(&g.graphs, &g.launches, &g.changes);
  return g;
}

int kernel_launches() {
  int launches = 0, other = 0;
  fake<int (*)(int*, int*, int*, int*)>("fake_cuda_counters")(&launches, &other, &other, &other);
  return launches;
}

// Records what the function submits.
template <class Function>
Ref<TaskGraph> record(const std::vector<Queue*>& queues, Function function) {
  const Ref<TaskGraph> graph = create_graph();
  begin_recording(graph.get(), queues);
  function();
  end_recording(graph.get());
  return graph;
}

}  // namespace

TEST(CudaGraph, ChainIsOneDriverGraph) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<TaskGraph> graph = record({f.queue.get()}, [&] {
    for (int i = 0; i < 10; ++i) f.launch("add", view.get(), 1, flat(100));
  });
  EXPECT_EQ(node_count(graph.get()), 10);
  const int before = kernel_launches();
  const Graphs graphs = driver_graphs();
  Ref<Event> done;
  for (int i = 0; i < 5; ++i) done = launch(graph.get());
  wait(done.get());
  EXPECT_EQ(kernel_launches(), before);
  EXPECT_EQ(driver_graphs().launches, graphs.launches + 5);
  EXPECT_EQ(driver_graphs().graphs, graphs.graphs + 1);
  EXPECT_EQ(host(view)[99], 50);
  host(view, Access::read_write)[99] = 1;  // stale on the GPU: the next launch brings it there
  launch(graph.get());
  EXPECT_EQ(host(view)[99], 11);
  EXPECT_EQ(host(view)[0], 60);
}

TEST(CudaGraphMissing, CommandsOneByOne) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<TaskGraph> graph = record({f.queue.get()}, [&] {
    for (int i = 0; i < 10; ++i) f.launch("add", view.get(), 1, flat(100));
  });
  const int before = kernel_launches();
  launch(graph.get());
  EXPECT_EQ(kernel_launches(), before + 10);
  EXPECT_EQ(driver_graphs().launches, 0);
  EXPECT_EQ(host(view)[99], 10);
}

TEST(CudaGraph, CopiesAndBoxes) {
  Fixture f;
  std::vector<int> source(100, 3), result(100, -1);
  const Ref<Buffer> in = create_view_buffer(source.data(), 400, true);
  const Ref<Buffer> out = create_view_buffer(result.data(), 400, true);
  const Ref<Buffer> array = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
  const Region all{0, 400};
  const Ref<TaskGraph> graph = record({f.queue.get()}, [&] {
    copy(in.get(), all, array.get(), all);
    f.launch("add", array.get(), 4, flat(100));
    copy(array.get(), Region{8, 12, 2, 40, 2, 80}, out.get(), Region{4, 12, 2, 20, 2, 100});
    synchronize_source(out.get());
  });
  wait(launch(graph.get()).get());
  EXPECT_GE(driver_graphs().launches, 1);
  EXPECT_EQ(result[0], -1);
  EXPECT_EQ(result[1], 7);
  EXPECT_EQ(result[3], 7);
  EXPECT_EQ(result[4], -1);
  EXPECT_EQ(result[25], -1);
  EXPECT_EQ(result[26], 7);
  EXPECT_EQ(result[31], 7);
  host(in, Access::read_write)[2] = 10;
  wait(launch(graph.get()).get());
  EXPECT_EQ(host(out)[1], 14);
  EXPECT_EQ(host(out)[2], 7);
}

TEST(CudaGraphAnySpeed, ArgumentsChangeBetweenLaunches) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  struct WithArgument : Argument {
    GraphArgument* placeholder;
    int value;
  };
  int value = 5;
  const Ref<GraphArgument> argument = create_argument(&value, sizeof value, sizeof(void*));
  TestUnit unit("unit-cuda-argument",
                {{"large", sizeof(WithArgument), nullptr, 0, 0, HCRT_KERNEL_BY_POINTER, 0, "large"}},
                {{HCRT_IMAGE_PTX, "sm_80", ptx}});
  unit.register_now();
  Ref<Event> node;
  const Ref<TaskGraph> graph = record({f.queue.get()}, [&] {
    node = f.launch("add", view.get(), 1, flat(100));
    LaunchScope scope(f.queue.get());
    WithArgument kernel{};
    kernel.data = static_cast<int*>(scope.bind(view.get(), Access::read_write));
    kernel.Argument::value = 2;
    kernel.count = 100;
    kernel.placeholder = argument.get();
    scope.launch(unit.id("large"), &kernel, sizeof kernel, flat(100));
  });
  launch(graph.get());
  EXPECT_EQ(host(view)[1], 3);
  const auto change = [&](int by, const LaunchShape& shape) {
    begin_change(graph.get(), node.get());
    f.launch("add", view.get(), by, shape);
    end_change(graph.get());
  };
  const Graphs before = driver_graphs();
  for (int i = 0; i < 8; ++i) {  // launches that are on their way keep their values
    change(10 * i, flat(100));
    value = i;
    set_argument(argument.get(), &value);
    launch(graph.get());
  }
  EXPECT_EQ(driver_graphs().graphs, before.graphs);
  EXPECT_EQ(driver_graphs().changes, before.changes + 16);
  EXPECT_EQ(host(view)[1], 3 + 280 + 16);
  change(1, flat(40));
  launch(graph.get());
  EXPECT_EQ(host(view)[39], 3 + 280 + 16 + 3);
  EXPECT_EQ(host(view)[40], 3 + 280 + 16 + 2);
  const Ref<Buffer> other = create_view_buffer(nullptr, 400, true);
  begin_change(graph.get(), node.get());
  EXPECT_CONTAINS(message_of([&] { f.launch("add", other.get(), 1, flat(100)); }), "record the graph anew");
  end_change(graph.get());
}

TEST(CudaGraphUnchangeable, MakesTheGraphAnew) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  Ref<Event> node;
  const Ref<TaskGraph> graph =
      record({f.queue.get()}, [&] { node = f.launch("add", view.get(), 1, flat(100)); });
  launch(graph.get());
  for (int i = 0; i < 5; ++i) {
    begin_change(graph.get(), node.get());
    f.launch("add", view.get(), 10, flat(100));
    end_change(graph.get());
    launch(graph.get());
    if (i == 3) wait(f.queue.get());  // the next change finds the driver's earlier graphs unused
  }
  EXPECT_EQ(host(view)[1], 51);
  EXPECT_EQ(driver_graphs().changes, 0);
  EXPECT_EQ(driver_graphs().graphs, 1);
}

TEST(CudaGraphAnyDriver, ArrayCapturedByReferenceOutlivesItsObject) {
  Fixture f;
  struct Array {
    int* device_data;
    int extent;
  };
  auto array = std::make_unique<Array>(Array{nullptr, 100});
  const Ref<Buffer> buffer = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
  register_object(array.get(), sizeof *array, offsetof(Array, device_data), buffer.get(), Access::read_write);
  Ref<TaskGraph> graph = record({f.queue.get()}, [&] {
    for (int i = 0; i < 3; ++i) {
      LaunchScope scope(f.queue.get());
      const Argument argument{reinterpret_cast<int*>(array.get()), 4, 100};
      scope.launch(f.unit.id("through_array"), &argument, sizeof argument, flat(100));
    }
  });
  unregister_object(array.get());
  array.reset();
  launch(graph.get());
  launch(graph.get());
  graph = Ref<TaskGraph>();  // while its launches are on their way
  std::vector<int> result(100);
  const Ref<Buffer> out = create_view_buffer(result.data(), 400, true);
  wait(copy(buffer.get(), Region{0, 400}, out.get(), Region{0, 400}).get());
  EXPECT_EQ(host(out)[99], 24);
}

TEST(CudaGraphAnySpeed, TwoQueuesAndOtherWork) {
  Fixture f;
  const Ref<Queue> other = create_queue(device(), QueueOptions());
  const Ref<Queue> first = f.queue;
  const Ref<Buffer> a = create_view_buffer(nullptr, 400, true), b = create_view_buffer(nullptr, 400, true);
  f.queue = other;
  f.launch("add", b.get(), 100, flat(100));
  const Ref<TaskGraph> graph = record({first.get(), other.get()}, [&] {
    f.queue = first;
    f.launch("add", a.get(), 1, flat(100));
    f.queue = other;
    f.launch("add", a.get(), 2, flat(100));
    f.launch("add", b.get(), 3, flat(100));
    f.queue = first;
    f.launch("add", a.get(), 4, flat(100));
    marker(first.get(), {});
  });
  const std::string drawn = draw(graph.get());
  EXPECT_CONTAINS(drawn, "n0 -> n1;");
  EXPECT_CONTAINS(drawn, "n1 -> n3;");
  EXPECT_CONTAINS(drawn, "label=\"view 2 of cuda:0\"");
  launch(graph.get());
  launch(graph.get());
  f.queue = other;
  f.launch("add", a.get(), 10, flat(100));
  EXPECT_EQ(host(a)[5], 24);
  EXPECT_EQ(host(b)[5], 106);
}

TEST(CudaGraphTwo, TwoGpusInOneGraph) {
  Fixture f;
  const Ref<Queue> first = f.queue;
  const Ref<Queue> second = create_queue(find_device(L"cuda:1"), QueueOptions());
  std::vector<int> data(100, 1);
  const Ref<Buffer> view = create_view_buffer(data.data(), 400, true);
  const Ref<Buffer> here = create_array_buffer(first.get(), 400, Access::none, nullptr);
  const Ref<Buffer> there = create_array_buffer(second.get(), 400, Access::none, nullptr);
  const Region all{0, 400};
  const Ref<TaskGraph> graph = record({first.get(), second.get()}, [&] {
    f.launch("add", view.get(), 1, flat(100));
    copy(view.get(), all, here.get(), all);
    copy(here.get(), all, there.get(), all);
    f.queue = second;
    f.launch("add", view.get(), 10, flat(100));
    f.launch("add", there.get(), 100, flat(100));
    f.queue = first;
    f.launch("add", view.get(), 1000, flat(100));
  });
  launch(graph.get());
  launch(graph.get());
  EXPECT_EQ(host(view)[7], 1 + 2 * 1011);
  const Ref<Buffer> out = create_view_buffer(nullptr, 400, true);
  wait(copy(there.get(), all, out.get(), all).get());
  EXPECT_EQ(host(out)[7], 1 + 1011 + 1 + 100);
  int between_gpus = 0, others = 0;
  fake<int (*)(int*, int*)>("fake_cuda_copies")(&between_gpus, &others);
  EXPECT_EQ(between_gpus, 6);
  EXPECT_EQ(others, 3);  // three a launch; one up, two down
}

TEST(CudaGraphTwo, RawCopiesInOneGraph) {
  Fixture f;
  const Ref<Queue> second = create_queue(find_device(L"cuda:1"), QueueOptions());
  auto* const here = static_cast<int*>(allocate(device(), 400, 256, alloc_device));
  auto* const there = static_cast<int*>(allocate(find_device(L"cuda:1"), 400, 256, alloc_device));
  std::vector<int> data(100, 1), result(100);
  wait(copy_bytes(f.queue.get(), here, data.data(), 400).get());
  const auto launch_on = [&](Queue* queue, int* memory, int value) {
    LaunchScope scope(queue);
    const Argument argument{memory, value, 100};
    return scope.launch(f.unit.id("add"), &argument, sizeof argument, flat(100));
  };
  const Ref<TaskGraph> graph = record({f.queue.get(), second.get()}, [&] {
    marker(second.get(), {launch_on(f.queue.get(), here, 10)});
    copy_bytes(second.get(), there, here, 400);
    launch_on(second.get(), there, 100);
  });
  for (int launches = 1; launches <= 2; ++launches) {
    launch(graph.get());
    wait(copy_bytes(second.get(), result.data(), there, 400).get());
    EXPECT_TRUE(result[0] == 101 + 10 * launches && result[99] == result[0]);
  }
  // In the graph of one GPU it would be another GPU's work; and the source's view does not copy to another
  // GPU.
  const auto refused = [&](Queue* queue) {
    EXPECT_CONTAINS(message_of([&] { copy_bytes(queue, there, here, 400); }),
                    "memory of another accelerator");
  };
  record({second.get()}, [&] { refused(second.get()); });
  record({f.queue.get(), second.get()}, [&] { refused(f.queue.get()); });
  EXPECT_TRUE(deallocate(here) && deallocate(there));
}

// A graph of one device reads what another one, which it does not record, has written last.
TEST(CudaGraphTwo, TwoGpusOneRecorded) {
  Fixture f;
  const Ref<Queue> first = f.queue;
  const Ref<Queue> second = create_queue(find_device(L"cuda:1"), QueueOptions());
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<Buffer> array = create_array_buffer(first.get(), 400, Access::none, nullptr);
  const Region all{0, 400};
  f.queue = second;
  f.launch("add", view.get(), 5, flat(100));
  f.queue = first;
  const Ref<TaskGraph> graph = record({first.get()}, [&] {
    copy(view.get(), all, array.get(), all);
    f.launch("add", array.get(), 1, flat(100));
    copy(array.get(), all, view.get(), all);
  });
  launch(graph.get());
  f.queue = second;
  f.launch("add", view.get(), 10, flat(100));
  launch(graph.get());
  EXPECT_EQ(host(view)[3], 17);
}

TEST(CudaGraphAnySpeed, GlobalsHaveTheValueOfTheLaunch) {
  Fixture f;
  int value = 10;
  GlobalUnit unit(value);
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<TaskGraph> graph = record({f.queue.get()}, [&] {
    LaunchScope scope(f.queue.get());
    const Argument argument{static_cast<int*>(scope.bind(view.get(), Access::read_write)), 0, 100};
    scope.launch(unit.id("read_global"), &argument, sizeof argument, flat(100));
  });
  for (int i = 0; i < 3; ++i) {
    launch(graph.get());
    value *= 2;
  }
  EXPECT_EQ(host(view)[5], 10 + 20 + 40);
}

TEST(CudaGraphFault, FaultInAGraphIsTold) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<TaskGraph> graph = record({f.queue.get()}, [&] {
    f.launch("add", view.get(), 1, flat(100));
    f.launch("fault", view.get(), 1, flat(100));
  });
  const Ref<Event> bad = launch(graph.get());
  EXPECT_CONTAINS(message_of([&] { wait(bad.get()); }), "illegal memory access");
  EXPECT_CONTAINS(message_of([&] { launch(graph.get()); }), "illegal memory access");
}

// The function that opens the gate may itself use the queue and the graph's buffers: nobody waits with their
// locks.
TEST(CudaGraph, LaunchesBehindAClosedGate) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<TaskGraph> graph = record({f.queue.get()}, [&] { f.launch("add", view.get(), 1, flat(100)); });
  std::atomic<bool> go{false};
  const Ref<Event> function = run_behind(marker(f.queue.get(), {}), action([&] {
                                           for (int i = 0; i < 200 && !go; ++i)
                                             std::this_thread::sleep_for(std::chrono::milliseconds(5));
                                           f.launch("add", view.get(), 10, flat(100));
                                         }));
  marker(f.queue.get(), {function});
  const Ref<Event> first = launch(graph.get()), second = launch(graph.get());
  EXPECT_TRUE(!is_ready(first.get()) && !is_ready(second.get()));
  go = true;
  wait(second.get());
  wait(function.get());
  EXPECT_EQ(host(view)[50], 12);
}

// Changes between launches that are held back make a new graph of the driver; what is held keeps its values.
TEST(CudaGraphAnySpeed, LargeLaunchesBehindAClosedGateKeepTheirValues) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  Ref<Event> large, small;
  Ref<TaskGraph> graph = record({f.queue.get()}, [&] {
    large = f.launch<LargeArgument>("large", view.get(), 1, flat(100));
    small = f.launch("add", view.get(), 10, flat(100));
  });
  launch(graph.get());
  EXPECT_EQ(host(view)[0], 11);
  std::atomic<bool> go{false};
  const Ref<Event> function = run_behind(marker(f.queue.get(), {}), action([&] {
                                           while (!go)
                                             std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                         }));
  marker(f.queue.get(), {function});
  const auto change = [&](int value) {
    begin_change(graph.get(), large.get());
    f.launch<LargeArgument>("large", view.get(), value, flat(100));
    end_change(graph.get());
    begin_change(graph.get(), small.get());
    f.launch("add", view.get(), 10 * value, flat(100));
    end_change(graph.get());
  };
  for (int i = 1; i <= 3; ++i) {
    change(i);
    launch(graph.get());
    launch(graph.get());
  }
  graph = Ref<TaskGraph>();
  go = true;
  EXPECT_EQ(host(view)[99], 11 + 2 * (11 + 22 + 33));
}
