#include <hc.hpp>
#include <hc_am.hpp>
#include <memory>

#include "overlap.hpp"

int main(int argc, char** argv) {
  const bool pipelined = argc < 2 || std::strcmp(argv[1], "serial") != 0;
  hc::accelerator acc;
  const std::size_t bytes = sizeof(float) * chunk;
  auto* const source = static_cast<float*>(hc::am_alloc(bytes * chunks, acc, amHostPinned));
  auto* const result = static_cast<float*>(hc::am_alloc(bytes * chunks, acc, amHostPinned));
  for (long i = 0; i < static_cast<long>(chunk) * chunks; ++i) source[i] = static_cast<float>(i % 1000);
  std::vector<hc::accelerator_view> views;
  std::vector<float*> buffers;
  for (int q = 0; q < queues; ++q) {
    views.push_back(acc.create_view());
    buffers.push_back(static_cast<float*>(hc::am_alloc(bytes, acc, 0)));
  }
  const auto step = [&] {
    for (int c = 0; c < chunks; ++c) {
      const int q = pipelined ? c % queues : 0;
      float* const data = buffers[q];
      const long at = static_cast<long>(c) * chunk;
      hc::completion_future done = views[q].copy_async(source + at, data, bytes);
      if (!pipelined) done.wait();
      done = hc::parallel_for_each(views[q], hc::extent<1>(chunk), [=](hc::index<1> i) [[hc]] {
        float x = data[i[0]];
#pragma unroll 8
        for (int r = 0; r < rounds; ++r) x = __builtin_fmaf(x, 0.999f, 0.5f);
        data[i[0]] = x;
      });
      if (!pipelined) done.wait();
      done = views[q].copy_async(data, result + at, bytes);
      if (!pipelined) done.wait();
    }
    for (hc::accelerator_view& view : views) view.wait();
  };
  const double seconds = median_seconds(5, step);
  return report(seconds, all_right(result, source));
}
