// Launches, variables, times and faults of the CUDA back end, against fake_cuda.cpp; HCPY_CUDA_LIBRARY names
// it. CMakeLists.txt says what each suite needs HCRT_FAKE_CUDA to be.
#include <algorithm>
#include <cstring>

#include "cuda_fixture.hpp"

#define HCRT_BOTH
#include "hcrt/detail/folded_grid.hpp"

namespace {

struct LaunchSize {
  unsigned grid[3], block[3], shared;
};

LaunchSize last_launch() {
  LaunchSize size{};
  fake<int (*)(unsigned*, unsigned*, unsigned*)>("fake_cuda_last_launch")(size.grid, size.block,
                                                                          &size.shared);
  return size;
}

// How often the last launch of a flat kernel reaches each place of an extent, in its first and third
// dimension.
std::vector<std::uint8_t> reached(int columns, int slices) {
  const LaunchSize size = last_launch();
  std::vector<std::uint8_t> visits(std::size_t(columns) * slices);
  for (unsigned z = 0; z < size.grid[2] * size.block[2]; ++z) {
    for (unsigned x = 0; x < size.grid[0] * size.block[0]; ++x) {
      int column = int(x), slice = int(z);
      hcrt::detail::unfold(x / size.block[0], size.block[0], columns, size.grid[2] * size.block[2], column,
                           slice);
      if (column < columns && slice < slices) ++visits[std::size_t(slice) * columns + column];
    }
  }
  return visits;
}

int module_loads() {
  int loads = 0, other = 0;
  fake<int (*)(int*, int*, int*, int*)>("fake_cuda_counters")(&other, &other, &other, &loads);
  return loads;
}

}  // namespace

TEST(Cuda, DescribesTheDevice) {
  const DeviceInfo& gpu = info(device());
  EXPECT_TRUE(gpu.description == L"Fake GPU" && gpu.is_gpu && !gpu.shares_host_memory &&
              gpu.unusable.empty());
  EXPECT_EQ(gpu.max_group_size[2], 64);
  EXPECT_EQ(gpu.max_tile_static_bytes, 232448);
}

TEST(CudaAnySpeed, ViewGoesToTheGpuOnceAndBack) {
  Fixture f;
  std::vector<int> data(1000, 5);
  {
    const Ref<Buffer> view = create_view_buffer(data.data(), 4000, true);
    for (int i = 0; i < 3; ++i) f.launch("add", view.get(), 2, flat(1000));
    EXPECT_EQ(data[7], 5);  // not before it is asked for
    EXPECT_EQ(host(view)[7], 11);
    f.launch("add", view.get(), 1, flat(1000));
  }
  for (const int value : data) EXPECT_EQ(value, 12);
}

TEST(Cuda, SpecialisedValuesAreWrittenIntoTheText) {
  const std::string moves =
      "add mov.b32 %r1, %r2; // hcrt constant 16\nmov.b64 %rd1, %rd2; // hcrt constant 17\n"
      "mov.b32 %r3, %r4; // hcrt constant 160\nmov.b32 %r5, %r6; // hcrt constant 16\n";
  TestUnit unit("unit-specialised",
                {{"add", sizeof(Argument), nullptr, 0, 0, 0, 0, "add", "16:8:4 17:0:8 pushed"}},
                {{HCRT_IMAGE_PTX, "sm_80", moves + '\0'}});
  unit.register_now();
  const Ref<Queue> queue = create_queue(device(), QueueOptions());
  const Ref<Buffer> view = create_view_buffer(nullptr, 40, true);
  const int before = module_loads();
  std::string text;
  std::uintptr_t place = 0;
  for (const int value : {7, -2, 7}) {
    LaunchScope scope(queue.get());
    Argument argument{static_cast<int*>(scope.bind(view.get(), Access::read_write)), value, 10};
    place = reinterpret_cast<std::uintptr_t>(argument.data);
    scope.launch(unit.id("add"), &argument, sizeof argument, flat(10));
    const char* loaded = nullptr;
    fake<int (*)(const char**)>("fake_cuda_last_text")(&loaded);
    text = loaded;
  }
  EXPECT_EQ(host(view)[9], 12);
  EXPECT_EQ(module_loads() - before, 3);  // the plain one, and one for each value
  char at[32];
  std::snprintf(at, sizeof at, "%#zx", std::size_t(place));
  EXPECT_EQ(text, "add mov.b32 %r1, 0xfffffffe; // hcrt constant 16\nmov.b64 %rd1, " + std::string(at) +
                      "; // hcrt constant 17\nmov.b32 %r3, %r4; // hcrt constant 160\n"
                      "mov.b32 %r5, 0xfffffffe; // hcrt constant 16\n");
}

TEST(Cuda, ValuesBeyondTheMostVariantsArePassed) {
  TestUnit unit(
      "unit-many-values", {{"add", sizeof(Argument), nullptr, 0, 0, 0, 0, "add", "16:8:4 pushed"}},
      {{HCRT_IMAGE_PTX, "sm_80", std::string("add mov.b32 %r1, %r2; // hcrt constant 16\n") + '\0'}});
  unit.register_now();
  const Ref<Queue> queue = create_queue(device(), QueueOptions());
  const Ref<Buffer> view = create_view_buffer(nullptr, 40, true);
  const int before = module_loads();
  int sum = 0;
  for (int value = 0; value < 100; ++value) {
    LaunchScope scope(queue.get());
    Argument argument{static_cast<int*>(scope.bind(view.get(), Access::read_write)), value, 10};
    scope.launch(unit.id("add"), &argument, sizeof argument, flat(10));
    sum += value;
  }
  EXPECT_EQ(host(view)[9], sum);
  EXPECT_EQ(module_loads() - before, 1 + 64);
}

TEST(Cuda, GridIsPaddedAndBlocksFitTheFunction) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 20000000, true);
  f.launch("add", view.get(), 1, flat(1000));
  LaunchSize size = last_launch();
  EXPECT_EQ(size.block[0], 256);
  EXPECT_EQ(size.grid[0], 4);
  EXPECT_EQ(size.grid[1], 1);
  f.launch("add", view.get(), 1, flat(1000, 1000));
  size = last_launch();
  EXPECT_EQ(size.block[0], 64);
  EXPECT_EQ(size.block[1], 4);
  EXPECT_EQ(size.grid[0], 16);
  EXPECT_EQ(size.grid[1], 250);
  LaunchShape tiled = flat(20, 30);
  tiled.group[0] = 16;
  tiled.group[1] = 8;
  tiled.dynamic_bytes = 100000;
  f.launch("add", view.get(), 1, tiled);
  size = last_launch();
  EXPECT_EQ(size.block[0], 16);
  EXPECT_EQ(size.block[1], 8);
  EXPECT_EQ(size.grid[0], 2);
  EXPECT_EQ(size.grid[1], 4);
  EXPECT_EQ(size.shared, 100000);
  f.launch("add", view.get(), 0, flat(1, 1000000));
  size = last_launch();
  EXPECT_LE(size.grid[1], 65535);
  EXPECT_GE(std::uint64_t{size.grid[1]} * size.block[1], 1000000);
  f.launch("add", view.get(), 0, flat(2, 2, 100000));
  size = last_launch();
  EXPECT_LE(size.grid[2], 65535);
  EXPECT_GE(std::uint64_t{size.grid[2]} * size.block[2], 100000);
  f.launch("add", view.get(), 0, flat(3, 70000, 2));
  size = last_launch();
  EXPECT_LE(size.grid[1], 65535);
  EXPECT_GE(std::uint64_t{size.grid[1]} * size.block[1], 70000);
  f.launch("add", view.get(), 0, flat(1, 1, 70000));
  size = last_launch();
  EXPECT_EQ(size.grid[0], 1);
  EXPECT_LE(size.grid[2], 65535);
  EXPECT_GE(std::uint64_t{size.grid[2]} * size.block[2], 70000);
  LaunchShape long_tiles = flat(32, 70000);
  long_tiles.group[0] = 32;
  long_tiles.group[1] = 1;
  EXPECT_CONTAINS(message_of([&] { f.launch("add", view.get(), 0, long_tiles); }),
                  "70000 tiles in dimension 1 exceed the GPU's limit (65535)");
  tiled.group[0] = tiled.group[1] = 33;
  tiled.global[0] = tiled.global[1] = 66;
  EXPECT_CONTAINS(
      message_of([&] { f.launch("add", view.get(), 1, tiled); }),
      "The number of work items (1089) per work group exceeds the limit (1024) of kernel 'add (test)'");
}

// 640 threads with the registers that the kernel would have: it is compiled again for more of them, once.
TEST(CudaIdle, GroupThatIsTooLargeForTheRegistersHasFewer) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 4, true);
  LaunchShape tiled = flat(64, 30);
  tiled.group[0] = tiled.group[1] = 20;
  f.launch("add", view.get(), 1, tiled);
  const int loads = counters().module_loads;
  tiled.group[0] = tiled.group[1] = 30;
  for (int i = 0; i < 3; ++i) f.launch("add", view.get(), 1, tiled);
  EXPECT_EQ(counters().module_loads, loads + 1);
  EXPECT_EQ(last_launch().block[0], 30);
  f.launch("add", view.get(), 1, flat(64, 30));  // with as many as are best
  EXPECT_LE(last_launch().block[0] * last_launch().block[1], 640);
  EXPECT_EQ(counters().module_loads, loads + 1);
}

// Another module has globals of its own.
TEST(CudaIdle, GroupThatIsTooLargeIsRefusedWhereThereAreGlobals) {
  Fixture f;
  int value = 10;
  GlobalUnit unit(value);
  const Ref<Buffer> view = create_view_buffer(nullptr, 4, true);
  LaunchShape tiled = flat(64, 30);
  tiled.group[0] = tiled.group[1] = 30;
  LaunchScope scope(f.queue.get());
  const Argument argument{static_cast<int*>(scope.bind(view.get(), Access::read_write)), 1, 1};
  EXPECT_CONTAINS(
      message_of([&] { scope.launch(unit.id("add"), &argument, sizeof argument, tiled); }),
      "The number of work items (900) per work group exceeds the limit (640) of kernel 'add (test)'");
}

TEST(CudaIdle, GridThatIsTooLongIsFolded) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 4, true);
  // 65,535 groups at most, of 64 slices or fewer: rows of one group and of several, on both sides of that
  constexpr int cases[][4] = {{1, 1, 65535 * 64, 1}, {1, 1, 65535 * 64 + 1, 2}, {3, 1, 5000000, 2},
                              {1, 2, 9000000, 3},    {130, 16, 131070, 1},      {130, 16, 131071, 2},
                              {65, 1, 300000, 2}};
  for (const auto& [columns, rows, slices, folds] : cases) {
    f.launch("add", view.get(), 0, flat(columns, rows, slices));
    const LaunchSize size = last_launch();
    EXPECT_LE(size.grid[2], 65535);
    EXPECT_EQ(int(size.grid[0]), folds * int((columns + size.block[0] - 1) / size.block[0]));
    const std::vector<std::uint8_t> visits = reached(columns, slices);
    EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), std::ptrdiff_t(visits.size()));
  }
  EXPECT_CONTAINS(message_of([&] { f.launch("add", view.get(), 0, flat(1u << 30, 1, 1u << 30)); }),
                  "tiles in dimension 2 exceed the GPU's limit (65535)");
  int column = 70, slice = 0x7ffffff0;  // what lies past the largest extent must not come out negative
  hcrt::detail::unfold(9, 64, 64, 0x40000000, column, slice);
  EXPECT_EQ(slice, 0x7fffffff);
}

TEST(Cuda, LargeFunctionObjectGoesThroughGpuMemory) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  for (int i = 0; i < 20; ++i) f.launch<LargeArgument>("large", view.get(), 3, flat(100));
  EXPECT_EQ(host(view)[99], 60);
}

TEST(CudaAnySpeed, GlobalsAreSentWhenTheyChange) {
  Fixture f;
  int value = 10;
  GlobalUnit unit(value);
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<Queue> other = create_queue(device(), QueueOptions());
  for (Queue* queue : {f.queue.get(), f.queue.get(), other.get()}) {
    LaunchScope scope(queue);
    const Argument argument{static_cast<int*>(scope.bind(view.get(), Access::read_write)), 0, 100};
    scope.launch(unit.id("read_global"), &argument, sizeof argument, flat(100));
    value *= 2;
  }
  EXPECT_EQ(host(view)[5], 10 + 20 + 40);
}

TEST(CudaAnySpeed, ArrayCapturedByReferenceIsReplaced) {
  Fixture f;
  struct Array {
    int* device_data;
    int extent;
  };
  Array array{nullptr, 100};
  const Ref<Buffer> buffer = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
  register_object(&array, sizeof array, offsetof(Array, device_data), buffer.get(), Access::read_write);
  for (int i = 0; i < 3; ++i) {
    LaunchScope scope(f.queue.get());
    const Argument argument{reinterpret_cast<int*>(&array), 4, 100};
    scope.launch(f.unit.id("through_array"), &argument, sizeof argument, flat(100));
    array.extent = i;  // another image: those before are still in use
  }
  unregister_object(&array);
  std::vector<int> result(100);
  const Ref<Buffer> out = create_view_buffer(result.data(), 400, true);
  wait(copy(buffer.get(), Region{0, 400}, out.get(), Region{0, 400}).get());
  EXPECT_EQ(host(out)[99], 12);
}

TEST(Cuda, ArrayOfAnotherDeviceIsRefused) {
  Fixture f;
  struct Array {
    int* device_data;
  };
  Array here{nullptr}, there{nullptr};
  const Ref<Queue> host_queue = default_queue(find_device(L"host"));
  const Ref<Buffer> on_gpu = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
  const Ref<Buffer> on_host = create_array_buffer(host_queue.get(), 400, Access::none, nullptr);
  register_object(&here, sizeof here, 0, on_gpu.get(), Access::read_write);
  register_object(&there, sizeof there, 0, on_host.get(), Access::read_write);
  const void* none[] = {&f};
  const void* one[] = {nullptr, &there};
  const void* view_of_one[] = {on_gpu.get()};
  const void* both[] = {&here, on_host.get()};
  EXPECT_EQ(queue_of_captures(none, sizeof none), nullptr);
  EXPECT_EQ(queue_of_captures(one, sizeof one), host_queue.get());
  EXPECT_EQ(queue_of_captures(view_of_one, sizeof view_of_one), f.queue.get());
  EXPECT_CONTAINS(message_of([&] { queue_of_captures(both, sizeof both); }),
                  "the kernel uses arrays on cuda:0 and on host");
  const Argument argument{reinterpret_cast<int*>(&there), 4, 100};
  EXPECT_CONTAINS(message_of([&] {
                    LaunchScope scope(f.queue.get());
                    scope.launch(f.unit.id("through_array"), &argument, sizeof argument, flat(100));
                  }),
                  "a kernel on accelerator cuda:0 uses an array on host");
  unregister_object(&here);
  unregister_object(&there);
  EXPECT_EQ(queue_of_captures(view_of_one, sizeof view_of_one), nullptr);
}

TEST(CudaTiming, TimingGivesGpuTimes) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const std::uint64_t before = tick_now();
  const Ref<Event> event = f.launch("add", view.get(), 1, flat(100));
  wait(event.get());
  EXPECT_GE(begin_tick(event.get()) + 1000000, before);
  EXPECT_GE(end_tick(event.get()), begin_tick(event.get()));
}

TEST(CudaBadPtx, BadptxLogIsInTheError) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const std::string message = message_of([&] { f.launch("add", view.get(), 1, flat(100)); });
  EXPECT_CONTAINS(message, "kernel 'add (test)' at test.cpp:7:3");
  EXPECT_CONTAINS(message, "PTX image sm_80");
  EXPECT_CONTAINS(message, "ptxas fatal: line 3");
}

TEST(CudaOutOfMemory, OomIsReportedAndCachedMemoryIsReused) {
  Fixture f;
  try {
    create_array_buffer(f.queue.get(), std::size_t{64} << 20, Access::none, nullptr);
    ADD_FAILURE() << "an array larger than the GPU's memory was made";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Errc::out_of_memory);
    EXPECT_CONTAINS(error.what(), "out of memory (CUDA_ERROR_OUT_OF_MEMORY)");
  }
  for (int i = 0; i < 10; ++i) {  // 10 * 10 MiB of 16: each one frees what the last one left
    const Ref<Buffer> array = create_array_buffer(
        f.queue.get(), (std::size_t{10} << 20) + static_cast<std::size_t>(i) * 100000, Access::none, nullptr);
    f.launch("add", array.get(), 1, flat(100));
  }
  EXPECT_EQ(allocate(device(), std::size_t{64} << 20, 0, alloc_device), nullptr);
}

TEST(CudaFault, FaultIsKeptInTheEvent) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<Event> fine = f.launch("add", view.get(), 1, flat(100));
  wait(fine.get());
  const Ref<Event> bad = f.launch("fault", view.get(), 1, flat(100));
  for (int i = 0; i < 2; ++i) {
    try {
      wait(bad.get());
      ADD_FAILURE() << "the failed kernel's event did not throw";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Errc::device_removed);
      EXPECT_CONTAINS(error.what(), "illegal memory access");
    }
  }
  wait(fine.get());  // what was complete before stays so
  EXPECT_TRUE(is_ready(bad.get()));
  EXPECT_CONTAINS(message_of([&] { wait(f.queue.get()); }), "illegal memory access");
  EXPECT_CONTAINS(message_of([&] { host(view); }), "illegal memory access");
}

TEST(CudaMissing, NoneIsANote) {
  EXPECT_EQ(device(), nullptr);
  std::string all;
  for (const std::string& note : backend_notes()) all += note + "\n";
  EXPECT_CONTAINS(all, "cuda: ");
  EXPECT_CONTAINS(default_device_fault(), "HCPY_DEFAULT_ACCELERATOR=cuda: ");
}
