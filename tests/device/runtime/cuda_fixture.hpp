// What tests of the CUDA back end share: the fake driver's kernels, launched as a compiled program launches
// its own.
#ifndef HCRT_TESTS_CUDA_FIXTURE_HPP
#define HCRT_TESTS_CUDA_FIXTURE_HPP

#include <dlfcn.h>

#include <cstdlib>
#include <memory>

#include "bundle_builder.hpp"
#include "expect.hpp"

using namespace hcrt;

struct Argument {
  int* data;
  int value;
  int count;
};

struct LargeArgument : Argument {
  int more[1000];
};

template <class Function>
Function fake(const char* name) {
  void* const library = dlopen(std::getenv("HCPY_CUDA_LIBRARY"), RTLD_NOW);
  return reinterpret_cast<Function>(dlsym(library, name));
}

struct Counters {
  int launches, event_records, allocations, module_loads;
};

inline Counters counters() {
  Counters c{};
  fake<int (*)(int*, int*, int*, int*)>("fake_cuda_counters")(&c.launches, &c.event_records, &c.allocations,
                                                              &c.module_loads);
  return c;
}

inline std::vector<TestKernel> kernels() {
  const std::uint32_t bytes = sizeof(Argument);
  return {{"add", bytes, nullptr, 0, 0, 0, 0, "add"},
          {"large", sizeof(LargeArgument), nullptr, 0, 0, HCRT_KERNEL_BY_POINTER, 0, "large"},
          {"read_global", bytes, nullptr, 0, 0, 0, 0, "read_global"},
          {"through_array", bytes, nullptr, 0, 0, 0, 0, "through_array"},
          {"fault", bytes, nullptr, 0, 0, 0, 0, "fault"}};
}

inline const std::string ptx("add large read_global through_array fault the_global\0", 53);

inline Device* device() { return find_device(L"cuda:0"); }

/// A unit with a plain global, whose kernel read_global adds its value.
struct GlobalUnit : TestUnit {
  explicit GlobalUnit(int& value)
      : TestUnit("unit-cuda-global", kernels(), {{HCRT_IMAGE_PTX, "sm_80", ptx}}) {
    add_global("the_global", &value, sizeof value);
    register_now();
  }
};

struct Fixture {
  TestUnit unit{"unit-cuda", kernels(), {{HCRT_IMAGE_PTX, "sm_80", ptx}, {HCRT_IMAGE_PTX, "sm_100", ptx}}};
  Ref<Queue> queue = create_queue(device(), QueueOptions());
  Fixture() { unit.register_now(); }

  template <class Type = Argument>
  Ref<Event> launch(const char* name, Buffer* buffer, int value, const LaunchShape& shape,
                    Access access = Access::read_write) {
    LaunchScope scope(queue.get());
    auto argument = std::make_unique<Type>();
    argument->data = static_cast<int*>(scope.bind(buffer, access));
    argument->value = value;
    argument->count = static_cast<int>(shape.global[0] * shape.global[1] * shape.global[2]);
    return scope.launch(unit.id(name), argument.get(), sizeof *argument, shape);
  }
};

template <class Function>
class ActionOf final : public Action {
 public:
  explicit ActionOf(Function function) : function_(function) {}
  void run() override { function_(); }

 private:
  Function function_;
};

template <class Function>
Action* action(Function function) {
  return new ActionOf<Function>(function);
}

inline LaunchShape flat(std::uint64_t x, std::uint64_t y = 1, std::uint64_t z = 1) {
  LaunchShape shape;
  shape.rank = z > 1 ? 3 : y > 1 ? 2 : 1;
  shape.global[0] = x;
  shape.global[1] = y;
  shape.global[2] = z;
  return shape;
}

inline int* host(const Ref<Buffer>& buffer, Access access = Access::read) {
  return static_cast<int*>(host_pointer(buffer.get(), access, 0, size_bytes(buffer.get())));
}

#endif
