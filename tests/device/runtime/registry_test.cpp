// Registration and look-up of kernels: what is found, and what each fault says.
#include <algorithm>
#include <cstring>
#include <memory>

#include "bundle_builder.hpp"
#include "expect.hpp"

using namespace hcrt;

namespace {

void add_one(const void* argument, const hcrt_host_launch* launch, std::uint64_t first, std::uint64_t last,
             void*, void*) {
  int* const data = *static_cast<int* const*>(argument);
  for (std::uint64_t g = first; g < last; ++g)
    for (std::uint64_t i = g * launch->group_size[0];
         i < std::min<std::uint64_t>((g + 1) * launch->group_size[0], launch->global_size[0]); ++i)
      data[i] += 1;
}

Ref<Event> launch_add_one(const KernelId& id, int* data, std::uint64_t count) {
  const Ref<Queue> queue = default_queue(find_device(L"host"));
  LaunchScope scope(queue.get());
  LaunchShape shape;
  shape.global[0] = count;
  return scope.launch(id, &data, sizeof data, shape);
}

const std::vector<TestImage> host_image{{HCRT_IMAGE_HOST, "x86-64", ""}};

}  // namespace

TEST(Registry, RunsARegisteredKernel) {
  TestUnit unit("unit-a", {{"add_one", 8, add_one}}, host_image);
  unit.register_now();
  std::vector<int> data(1000, 4);
  const KernelId id = unit.id("add_one");
  wait(launch_add_one(id, data.data(), data.size()).get());
  wait(launch_add_one(id, data.data(), data.size()).get());
  for (const int value : data) EXPECT_EQ(value, 6);
  EXPECT_NE(id.resolved, nullptr);
}

TEST(Registry, UnknownUnitIsKernelNotFound) {
  const unsigned char nobody[HCRT_UNIT_ID_BYTES] = {9, 9};
  const std::string message = message_of([&] { launch_add_one(KernelId{nobody, "lost"}, nullptr, 1); });
  EXPECT_CONTAINS(message, "kernel not found: 'lost'");
  EXPECT_CONTAINS(message, "no registered bundle");
}

TEST(Registry, UnknownNameListsTheUnitsKernelsAndImages) {
  TestUnit unit("unit-b", {{"add_one", 8, add_one}}, host_image);
  unit.register_now();
  const std::string message = message_of([&] { launch_add_one(unit.id("other"), nullptr, 1); });
  EXPECT_CONTAINS(message, "kernel not found: 'other'");
  EXPECT_CONTAINS(message, "add_one (test) at test.cpp:7");
  EXPECT_CONTAINS(message, "host:x86-64");
}

TEST(Registry, NoImageNamesKernelPlaceAndImages) {
  TestUnit unit("unit-c", {{"add_one", 8, add_one, 0, 0, 0, 0, "add_one"}},
                {{HCRT_IMAGE_PTX, "sm_80", std::string("ptx\0", 4)}, {HCRT_IMAGE_SPIRV, "1.4", "spirv..."}});
  unit.register_now();
  const std::string message = message_of([&] { launch_add_one(unit.id("add_one"), nullptr, 1); });
  EXPECT_CONTAINS(message, "no image for this device");
  EXPECT_CONTAINS(message, "test.cpp:7:3");
  EXPECT_CONTAINS(message, "ptx:sm_80, spirv:1.4");
}

TEST(Registry, ParameterSizeMismatchNamesBothSizes) {
  TestUnit unit("unit-d", {{"add_one", 24, add_one}}, host_image);
  unit.register_now();
  const std::string message = message_of([&] { launch_add_one(unit.id("add_one"), nullptr, 1); });
  EXPECT_CONTAINS(message, "add_one (test)");
  EXPECT_CONTAINS(message, "8 bytes");
  EXPECT_CONTAINS(message, "24");
}

TEST(Registry, EveryDamagedHeaderFieldIsAnError) {
  const std::size_t first = offsetof(hcrt_bundle_header, version), last = sizeof(hcrt_bundle_header);
  for (std::size_t at = first; at + 4 <= last; at += 4) {
    const std::size_t id = offsetof(hcrt_bundle_header, unit_id);
    if (at >= id && at < id + HCRT_UNIT_ID_BYTES) continue;
    TestUnit unit("unit-e", {{"add_one", 8, add_one}}, host_image);
    int value = 0x7ffffff0;
    std::memcpy(unit.bytes().data() + at, &value, sizeof value);
    unit.register_now();
    std::vector<int> data(8);
    const std::string message = message_of([&] { launch_add_one(unit.id("add_one"), data.data(), 8); });
    const bool harmless = at == offsetof(hcrt_bundle_header, global_offset);  // its table is empty
    if (harmless) continue;
    EXPECT_CONTAINS(message, "malformed bundle");
  }
}

TEST(Registry, EveryCutOffBundleIsAnError) {
  const TestUnit whole("unit-f", {{"add_one", 8, add_one}}, host_image);
  const std::size_t size = const_cast<TestUnit&>(whole).bytes().size();
  for (std::size_t keep = 0; keep < size; keep += 5) {
    TestUnit unit("unit-f", {{"add_one", 8, add_one}}, host_image);
    unit.bytes().resize(keep);
    unit.register_now();
    const std::string message = message_of([&] { launch_add_one(unit.id("add_one"), nullptr, 8); });
    EXPECT_NE(message.find("malformed"), std::string::npos);
  }
}

TEST(Registry, UnregisteredKernelsAreGoneAfterTheirWork) {
  std::vector<int> data(100000);
  auto unit =
      std::make_unique<TestUnit>("unit-g", std::vector<TestKernel>{{"add_one", 8, add_one}}, host_image);
  unit->register_now();
  for (int i = 0; i < 50; ++i) launch_add_one(unit->id("add_one"), data.data(), data.size());
  const KernelId id = unit->id("add_one");
  unit->unregister();
  for (const int value : data) EXPECT_EQ(value, 50);  // unregister waited
  EXPECT_CONTAINS(message_of([&] { launch_add_one(id, data.data(), 1); }), "kernel not found");
}

TEST(Registry, BestImageForTheProcessorIsChosen) {
  TestUnit unit("unit-h", {{"add_one", 8, add_one}},
                {{HCRT_IMAGE_HOST, "x86-64-v9", ""}, {HCRT_IMAGE_HOST, "x86-64", ""}});
  unit.register_now();
  std::vector<int> data(10);
  wait(launch_add_one(unit.id("add_one"), data.data(), 10).get());
  EXPECT_EQ(data[9], 1);
}

TEST(Registry, AnImageWithAnotherChecksumIsRefusedByName) {
  TestUnit unit("unit-i", {{"add_one", 8, nullptr, 0, 0, 0, 0, "add_one"}}, {{HCRT_IMAGE_NULL, "x", "code"}});
  auto& bytes = unit.bytes();
  const char code[] = "code";
  *std::search(bytes.begin(), bytes.end(), code, code + 4) ^= 1;
  unit.register_now();
  const std::string message = message_of([&] {
    LaunchScope scope(default_queue(find_device(L"null")).get());
    LaunchShape shape;
    shape.global[0] = 1;
    void* argument = nullptr;
    scope.launch(unit.id("add_one"), &argument, sizeof argument, shape);
  });
  EXPECT_CONTAINS(message, "kernel 'add_one (test)' at test.cpp:7:3, image null:x: it is damaged");
}
