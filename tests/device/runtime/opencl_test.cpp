// The OpenCL back end on a real device. HCRT_TEST_SPIRV names the module made of kernels.ll; run once for
// each memory model (HCPY_OPENCL_MEMORY).
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include "bundle_builder.hpp"
#include "expect.hpp"

using namespace hcrt;

namespace {

struct AddValue {
  int* data;
  int value;
};

struct Large {
  int* data;
  int words[1023];
};
constexpr std::uint32_t large_bytes = sizeof(Large);

std::string spirv() {
  const char* const path = std::getenv("HCRT_TEST_SPIRV");
  std::ifstream file(path ? path : "", std::ios::binary);
  if (!file) throw std::runtime_error("HCRT_TEST_SPIRV names no SPIR-V module");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<TestKernel> kernels() {
  const std::uint32_t bytes = sizeof(AddValue);
  return {{"add_value", bytes, nullptr, 0, 0, 0, 0, "add_value"},
          {"group_size", bytes, nullptr, 0, 0, 0, 0, "group_size"},
          {"large", large_bytes, nullptr, 0, 0, HCRT_KERNEL_BY_POINTER, 0, "large"},
          {"dynamic", bytes, nullptr, 0, 0, HCRT_KERNEL_DYNAMIC_GROUP, 0, "dynamic"},
          {"read_global", bytes, nullptr, 0, 0, 0, 0, "read_global"},
          {"group_number", bytes, nullptr, 0, 0, 0, 0, "group_number"},
          {"waves", bytes, nullptr, 0, 0, 0, 0, "waves"}};
}

Device* device() {
  for (Device* candidate : devices())
    if (info(candidate).backend == Backend::opencl && info(candidate).unusable.empty()) return candidate;
  throw std::runtime_error("there is no usable OpenCL device");
}

struct Fixture {
  TestUnit unit{"unit-opencl", kernels(), {{HCRT_IMAGE_SPIRV, "1.4", spirv()}}};
  Ref<Queue> queue = create_queue(device(), QueueOptions());
  Fixture() { unit.register_now(); }

  template <class Argument>
  Ref<Event> launch(const char* name, Buffer* buffer, Argument argument, LaunchShape shape, Access access) {
    LaunchScope scope(queue.get());
    argument.data = static_cast<int*>(scope.bind(buffer, access));
    return scope.launch(unit.id(name), &argument, sizeof argument, shape);
  }
};

LaunchShape flat(std::uint64_t count) {
  LaunchShape shape;
  shape.global[0] = count;
  return shape;
}

LaunchShape tiled(std::uint64_t count, std::uint32_t tile, std::uint32_t dynamic = 0) {
  LaunchShape shape = flat(count);
  shape.group[0] = tile;
  shape.group[1] = shape.group[2] = 1;
  shape.dynamic_bytes = dynamic;
  return shape;
}

int* host(const Ref<Buffer>& buffer) {
  return static_cast<int*>(host_pointer(buffer.get(), Access::read, 0, size_bytes(buffer.get())));
}

}  // namespace

TEST(OpenCL, AddsInOrderAndWritesBack) {
  Fixture f;
  std::vector<int> data(10007, 1);
  {
    const Ref<Buffer> view = create_view_buffer(data.data(), data.size() * sizeof(int), true);
    for (int i = 0; i < 5; ++i)
      f.launch("add_value", view.get(), AddValue{nullptr, 2}, flat(data.size()), Access::read_write);
    EXPECT_EQ(host(view)[10006], 11);
    f.launch("add_value", view.get(), AddValue{nullptr, 1}, flat(data.size()), Access::read_write);
  }
  for (const int value : data) EXPECT_EQ(value, 12);
}

TEST(OpenCL, EdgeGroupsAreSmaller) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 1024 * sizeof(int), true);
  f.launch("group_size", view.get(), AddValue{nullptr, 0}, tiled(1024, 7), Access::write);
  EXPECT_EQ(host(view)[0], 7);
  EXPECT_EQ(host(view)[1023], 1024 % 7);
}

TEST(OpenCL, FlatLaunchesOfPrimeSizeHaveLongGroups) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 10007 * sizeof(int), true);
  f.launch("group_size", view.get(), AddValue{nullptr, 0}, flat(10007), Access::write);
  EXPECT_GE(host(view)[0], 64);
}

TEST(OpenCL, LargeFunctionObjectGoesByPointer) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 100 * sizeof(int), true);
  auto argument = std::make_unique<Large>();
  argument->words[1022] = 77;
  f.launch("large", view.get(), *argument, flat(100), Access::write);
  EXPECT_EQ(host(view)[99], 77);
}

TEST(OpenCL, DynamicGroupMemoryIsAnArgument) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 256 * sizeof(int), true);
  f.launch("dynamic", view.get(), AddValue{nullptr, 0}, tiled(256, 64, 64 * sizeof(int)), Access::write);
  for (int i = 0; i < 256; ++i) EXPECT_EQ(host(view)[i], i);
}

TEST(OpenCL, UnwrittenViewsAreZero) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 64 * sizeof(int), true);
  f.launch("add_value", view.get(), AddValue{nullptr, 5}, flat(64), Access::read_write);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(host(view)[i], 5);
}

TEST(OpenCL, ArraysAndRegionsAreCopied) {
  Fixture f;
  const Ref<Buffer> array = create_array_buffer(f.queue.get(), 100 * sizeof(int), Access::none, nullptr);
  std::vector<int> source(100), result(100, -1);
  for (int i = 0; i < 100; ++i) source[static_cast<std::size_t>(i)] = i;
  const Ref<Buffer> in = create_view_buffer(source.data(), 400, false);
  const Ref<Buffer> out = create_view_buffer(result.data(), 400, true);
  const Region all{0, 400};
  wait(copy(in.get(), all, array.get(), all).get());
  f.launch("add_value", array.get(), AddValue{nullptr, 1000}, flat(100), Access::read_write);
  // A box of 3 rows of 4 words out of 10-word rows, from row 2 column 5 to row 0 column 0.
  wait(copy(array.get(), Region{(2 * 10 + 5) * 4, 16, 3, 40}, out.get(), Region{0, 16, 3, 40}).get());
  EXPECT_EQ(host(out)[0], 1025);
  EXPECT_EQ(host(out)[23], 1048);
  EXPECT_EQ(host(out)[4], -1);
  EXPECT_EQ(host(array)[99], 1099);
}

TEST(OpenCL, QueuesOfTheDeviceWaitForEachOther) {
  Fixture f;
  const Ref<Queue> other = create_queue(device(), QueueOptions());
  const Ref<Buffer> view = create_view_buffer(nullptr, 1 << 20, true);
  const std::uint64_t count = (1 << 20) / sizeof(int);
  for (int i = 0; i < 20; ++i) {
    f.launch("add_value", view.get(), AddValue{nullptr, 1}, flat(count), Access::read_write);
    std::swap(f.queue, const_cast<Ref<Queue>&>(other));
  }
  EXPECT_EQ(host(view)[count - 1], 20);
}

TEST(OpenCL, EventsHaveTimesAndMarkersComplete) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 4096, true);
  const Ref<Event> event =
      f.launch("add_value", view.get(), AddValue{nullptr, 1}, flat(1024), Access::read_write);
  const Ref<Event> mark = marker(f.queue.get(), {event});
  wait(mark.get());
  EXPECT_TRUE(is_ready(event.get()));
  EXPECT_TRUE(end_tick(event.get()) >= begin_tick(event.get()) && begin_tick(event.get()) > 0);
  wait(f.queue.get());
  EXPECT_EQ(pending(f.queue.get()), 0);
}

TEST(OpenCL, ABadModuleNamesTheKernel) {
  TestUnit unit("unit-bad", kernels(), {{HCRT_IMAGE_SPIRV, "1.0", "this is no SPIR-V at all"}});
  unit.register_now();
  const Ref<Queue> queue = create_queue(device(), QueueOptions());
  LaunchScope scope(queue.get());
  AddValue argument{nullptr, 0};
  const std::string message =
      message_of([&] { scope.launch(unit.id("add_value"), &argument, sizeof argument, flat(1)); });
  EXPECT_CONTAINS(message, "kernel 'add_value (test)' at test.cpp:7:3");
}

TEST(OpenCL, TileOverTheDeviceLimitIsAnError) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 1 << 18, true);
  const std::string message = message_of([&] {
    f.launch("add_value", view.get(), AddValue{nullptr, 1}, tiled(1 << 16, 1 << 15), Access::read_write);
  });
  EXPECT_CONTAINS(message, "The extent of the tile (32768) exceeds the device limit (");
}

TEST(OpenCL, PlainGlobalsAreSent) {
  Fixture f;
  int unused = 7, value = 41;
  TestUnit unit("unit-global", kernels(), {{HCRT_IMAGE_SPIRV, "1.4", spirv()}});
  unit.add_global("of_other_images", &unused, sizeof unused, 0);
  unit.add_global("plain_global", &value, sizeof value, 1 + 16);
  unit.register_now();
  const Ref<Buffer> view = create_view_buffer(nullptr, 64, true);
  const auto launch = [&] {
    LaunchScope scope(f.queue.get());
    AddValue argument{static_cast<int*>(scope.bind(view.get(), Access::write)), 0};
    scope.launch(unit.id("read_global"), &argument, sizeof argument, flat(16));
  };
  launch();
  EXPECT_EQ(host(view)[3], 41);
  value = 42;
  launch();
  EXPECT_EQ(host(view)[3], 42);
}

TEST(OpenCL, GroupsAtTheEdgeHaveTheirNumbers) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 43 * sizeof(int), true);
  for (int times = 0; times < 2; ++times) {  // the second launch is one part
    const unsigned tile = times ? 43 : 8;
    f.launch("group_number", view.get(), AddValue{nullptr, 0}, tiled(43, tile), Access::write);
    for (int i = 0; i < 43; ++i) EXPECT_EQ(host(view)[i], i / static_cast<int>(tile)) << i;
  }
}

// Over plain_opencl.cpp each work-item is a wave.
TEST(OpenCL, LanesOfAWaveExchangeValues) {
  Fixture f;
  const char* const library = std::getenv("HCPY_OPENCL_LIBRARY");
  const bool alone = library && std::strstr(library, "plain_opencl");
  const Ref<Buffer> view = create_view_buffer(nullptr, 64 * sizeof(int), true);
  f.launch("waves", view.get(), AddValue{nullptr, 0}, tiled(64, 64), Access::write);
  const int size = host(view)[0] & 0xFF;
  EXPECT_EQ(size == 1, alone);
  for (int i = 0; i < 64 / size * size; ++i) EXPECT_EQ(host(view)[i], (size - 1) << 16 | size << 8 | size);
}

// Of which the first kernel fails, over failing_opencl.cpp only.
TEST(OpenCLFailing, AFailureIsToldThoughOtherWorkFollows) {
  const char* const library = std::getenv("HCPY_OPENCL_LIBRARY");
  if (!library || !std::strstr(library, "failing_opencl")) return;
  Fixture f;
  const Ref<Buffer> first = create_view_buffer(nullptr, 400, true),
                    second = create_view_buffer(nullptr, 400, true);
  f.launch("add_value", first.get(), AddValue{nullptr, 2}, flat(100), Access::read_write);
  while (pending(f.queue.get()) > 0) {
  }
  for (int i = 0; i < 3; ++i)
    f.launch("add_value", second.get(), AddValue{nullptr, 2}, flat(100), Access::read_write);
  EXPECT_CONTAINS(message_of([&] { wait(f.queue.get()); }), "out of resources");
  EXPECT_TRUE(message_of([&] { wait(f.queue.get()); }).empty());  // once
}
