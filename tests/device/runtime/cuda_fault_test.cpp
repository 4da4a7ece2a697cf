// T9: one call of the driver fails, any of them, with any error. Each step of a program that does a bit of
// everything works or throws; steps after it work again, unless the fault is one that ends the GPU. It prints
// what the steps computed: where none threw, that is what they compute without a fault.
#include <chrono>
#include <cstdlib>
#include <thread>

#include "cuda_fixture.hpp"

namespace {

template <class Action>
void step(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    std::printf("threw: %s\n", error.what());
  }
}

// The one call has been made, and it was no fault of the GPU: what follows must work.
bool is_over() {
  const char* const number = std::getenv("HCRT_FAKE_CUDA_FAIL");
  const char* const error = std::getenv("HCRT_FAKE_CUDA_ERROR");
  if (error && std::atoi(error) >= 700) return false;
  long calls = 0;
  fake<int (*)(long*)>("fake_cuda_calls")(&calls);
  return number && calls >= std::atol(number);
}

void launches_and_copies(Fixture& f, std::vector<int>& data) {
  Ref<Queue> other, urgent;
  Ref<Buffer> view, array, staging;
  Ref<Event> first, behind;
  step([&] { other = create_queue(device(), QueueOptions()); });
  step([&] {
    QueueOptions options;
    options.in_order = false;
    options.priority = 0;
    urgent = create_queue(device(), options);
  });
  step([&] { view = create_view_buffer(data.data(), 400, true); });
  step([&] { array = create_array_buffer(f.queue.get(), 400, Access::none, nullptr); });
  step([&] {
    staging =
        create_array_buffer(default_queue(find_device(L"cpu")).get(), 400, Access::read_write, f.queue.get());
  });
  step([&] { first = f.launch("add", view.get(), 1, flat(100)); });
  step([&] { f.launch<LargeArgument>("large", view.get(), 1, flat(100)); });
  step([&] { f.launch("read_global", view.get(), 1, flat(100)); });
  step([&] { f.launch("add", view.get(), 1, flat(10, 5, 2)); });
  for (const Ref<Queue>& queue : {other, urgent}) {
    if (!queue) continue;
    step([&] { synchronize_to(view.get(), queue.get()); });
    step([&] { wait(marker(queue.get(), {first}).get()); });
    Fixture* const fixture = &f;
    const Ref<Queue> before = f.queue;
    fixture->queue = queue;
    step([&] { f.launch("add", view.get(), 1, flat(100)); });
    step([&] { f.launch("add", view.get(), 1, flat(100), Access::write); });
    fixture->queue = before;
  }
  step([&] { behind = run_behind(first, action([] {})); });
  step([&] { marker(f.queue.get(), {behind}); });
  step([&] { f.launch("add", view.get(), 1, flat(100)); });
  step([&] { wait(when_all({first, behind}).get()); });
  step([&] { wait(behind.get()); });  // when_all reports the first failure at once
  if (array) {
    step([&] { copy(view.get(), Region{0, 400}, array.get(), Region{0, 400}); });
    step([&] { copy(view.get(), Region{0, 8, 5, 40}, array.get(), Region{0, 8, 5, 20}); });
    step([&] { f.launch("add", array.get(), 1, flat(100)); });
    step([&] { static_cast<void>(host(array)[3]); });
    if (staging) step([&] { wait(copy(array.get(), Region{0, 400}, staging.get(), Region{0, 400}).get()); });
  }
  if (staging) step([&] { host(staging, Access::write)[0] = 1; });
  if (staging) step([&] { f.launch("add", staging.get(), 1, flat(100)); });
  step([&] { wait(synchronize_source(view.get()).get()); });
  step([&] { wait(first.get()); });
}

void task_graphs(Fixture& f, std::vector<int>& data) {
  Ref<Buffer> view, array;
  step([&] { view = create_view_buffer(data.data(), 400, true); });
  step([&] { array = create_array_buffer(f.queue.get(), 400, Access::none, nullptr); });
  const Ref<TaskGraph> graph = create_graph();
  Ref<Event> node;
  step([&] {
    begin_recording(graph.get(), {f.queue.get()});
    step([&] { node = f.launch("add", view.get(), 1, flat(100)); });
    step([&] { f.launch<LargeArgument>("large", view.get(), 1, flat(100)); });
    if (array) step([&] { copy(view.get(), Region{0, 8, 5, 40}, array.get(), Region{0, 8, 5, 20}); });
    end_recording(graph.get());
  });
  step([&] { launch(graph.get()); });
  if (node)
    step([&] {
      begin_change(graph.get(), node.get());
      step([&] { f.launch("add", view.get(), 2, flat(100)); });
      end_change(graph.get());
    });
  step([&] { wait(launch(graph.get()).get()); });
}

void raw_memory(Fixture& f, std::vector<int>& data) {
  for (const std::uint32_t kind : {alloc_device, alloc_host_pinned}) {
    void* raw = nullptr;
    step([&] { raw = allocate(device(), 64, 0, kind); });
    if (!raw) continue;
    step([&] { wait(copy_bytes(f.queue.get(), raw, data.data(), 64).get()); });
    step([&] { deallocate(raw); });
  }
}

void second_gpu(Fixture& f, std::vector<int>& data) {
  Device* const second = find_device(L"cuda:1");
  if (!second) return;
  Ref<Queue> queue;
  Ref<Buffer> view, here, there;
  step([&] { queue = create_queue(second, QueueOptions()); });
  if (!queue) return;
  step([&] { view = create_view_buffer(data.data(), 400, true); });
  step([&] { f.launch("add", view.get(), 1, flat(100)); });
  step([&] { wait(synchronize_to(view.get(), queue.get()).get()); });
  const Ref<Queue> before = f.queue;
  f.queue = queue;
  step([&] { f.launch("add", view.get(), 1, flat(100)); });
  f.queue = before;
  step([&] { f.launch("add", view.get(), 1, flat(100)); });
  step([&] { here = create_array_buffer(f.queue.get(), 400, Access::none, nullptr); });
  step([&] { there = create_array_buffer(queue.get(), 400, Access::none, nullptr); });
  if (here && there) step([&] { wait(copy(here.get(), Region{0, 400}, there.get(), Region{0, 400}).get()); });
  if (there) step([&] { static_cast<void>(host(there)[3]); });
  step([&] { wait(synchronize_source(view.get()).get()); });
}

}  // namespace

TEST(CudaCalls, AnyCallMayFail) {
  step([&] {
    if (!device()) throw Error(Errc::runtime, "there is no GPU");
    Fixture f;
    std::vector<int> data(100, 1);
    for (int round = 0; round < 2; ++round) {
      launches_and_copies(f, data);
      task_graphs(f, data);
      raw_memory(f, data);
      second_gpu(f, data);
      step([&] { wait(f.queue.get()); });
    }
    long sum = 0;
    for (std::size_t i = 0; i < data.size(); ++i) sum += static_cast<long>(i + 1) * data[i];
    std::printf("result %ld\n", sum);
    // Threads of libhcrt let go of what they have just finished; then nothing may be left.
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    if (!is_over()) return;
    std::vector<int> fresh(100, 1);
    const Ref<Buffer> view = create_view_buffer(fresh.data(), 400, true);
    EXPECT_EQ(message_of([&] { wait(f.launch("add", view.get(), 5, flat(100)).get()); }), "");
    EXPECT_EQ(message_of([&] { EXPECT_EQ(host(view)[99], 6); }), "");
  });
}
