// Memory and variables on the CUDA back end, against fake_cuda.cpp: what is refused, fails, or has an edge
// (test_runtime.py says which test needs which HCRT_FAKE_CUDA).
#include <cstdint>
#include <thread>

#include "cuda_fixture.hpp"

namespace {

const auto fail_in = fake<int (*)(long)>("fake_cuda_fail_in");

// Adds the variable's value to the elements.
void launch_reader(const Fixture& f, const TestUnit& unit, Buffer* view) {
  LaunchScope scope(f.queue.get());
  const Argument argument{static_cast<int*>(scope.bind(view, Access::read_write)), 0, 100};
  scope.launch(unit.id("read_global"), &argument, sizeof argument, flat(100));
}

}  // namespace

// Whichever of the driver's calls fails: the launch says so, or uses the variable's value.
TEST(failed_uploads_of_variables_are_made_again) {
  Fixture f;
  int value = 1, sum = 0, thrown = 0;
  TestUnit unit("unit-cuda-global", kernels(), {{HCRT_IMAGE_PTX, "sm_80", ptx}});
  unit.add_global("the_global", &value, sizeof value);
  unit.register_now();
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  for (int call = 0; call < 20; ++call, ++value) {
    fail_in(call);
    std::string fault;
    for (int tries = 0; tries < 2; ++tries) {
      fault = message_of([&] { launch_reader(f, unit, view.get()); });
      fail_in(0);
      if (fault.empty()) break;
      ++thrown;
    }
    CHECK(fault.empty());
    sum += value;
    CHECK(host(view)[7] == sum);
  }
  CHECK(thrown > 0);
}
