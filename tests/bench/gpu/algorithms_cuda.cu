// The same algorithms by CUB. Arguments: algorithms.hpp.
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "algorithms.hpp"

typedef std::uint32_t Number;

struct Below {
  __host__ __device__ bool operator()(Number x) const { return x < kept_below; }
};
struct Shifted {
  __host__ __device__ Number operator()(Number x) const { return x >> 3; }
};
struct Sum {
  __host__ __device__ Number operator()(Number a, Number b) const { return a + b; }
};
struct Bin {
  __host__ __device__ unsigned char operator()(Number x) const { return x >> 24; }
};

__global__ void fill(const Number* in, Number* keys, Number* values, std::size_t count) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) keys[i] = in[i], values[i] = Number(i);
}

struct Work {
  Number *in, *out, *keys, *values, *other_keys, *other_values, *one;
  std::size_t count;
  void* memory = nullptr;
  std::size_t bytes = 0;

  // With null memory CUB says how much it needs.
  cudaError_t call(const std::string& a) {
    const auto n = static_cast<std::int64_t>(count);
    if (a == "reduce") return cub::DeviceReduce::Sum(memory, bytes, in, one, n);
    if (a == "transform_reduce")
      return cub::DeviceReduce::TransformReduce(memory, bytes, in, one, n, Sum(), Shifted(), Number(0));
    if (a == "inclusive_scan") return cub::DeviceScan::InclusiveSum(memory, bytes, in, out, n);
    if (a == "exclusive_scan") return cub::DeviceScan::ExclusiveSum(memory, bytes, in, out, n);
    if (a == "copy_if") return cub::DeviceSelect::If(memory, bytes, in, out, one, n, Below());
    if (a == "histogram")
      return cub::DeviceHistogram::HistogramEven(memory, bytes, thrust::make_transform_iterator(in, Bin()),
                                                 out, histogram_bins + 1, 0, histogram_bins, n);
    if (a == "copy") return cudaMemcpyAsync(out, in, count * 4, cudaMemcpyDeviceToDevice);
    cub::DoubleBuffer<Number> k(keys, other_keys), v(values, other_values);
    return a == "sort" ? cub::DeviceRadixSort::SortKeys(memory, bytes, k, n)
                       : cub::DeviceRadixSort::SortPairs(memory, bytes, k, v, n);
  }
};

int main(int argc, char** argv) {
  const Options o = options(argc, argv);
  const std::vector<Number> input = numbers(o.count);
  const std::size_t bytes = o.count * sizeof(Number);
  Work work{};
  work.count = o.count;
  for (Number** p :
       {&work.in, &work.out, &work.keys, &work.values, &work.other_keys, &work.other_values, &work.one})
    cudaMalloc(p, p == &work.one ? 16 : bytes);
  cudaMemcpy(work.in, input.data(), bytes, cudaMemcpyHostToDevice);
  work.call(o.algorithm);
  if (o.algorithm != "copy") cudaMalloc(&work.memory, work.bytes + 1);
  const bool is_sort = o.algorithm == "sort" || o.algorithm == "sort_by_key";
  double seconds = 0;
  if (is_sort) {
    std::vector<double> times;
    for (int r = 0; r < o.repetitions + 2; ++r) {
      fill<<<(o.count + 255) / 256, 256>>>(work.in, work.keys, work.values, o.count);
      cudaDeviceSynchronize();
      const double start = seconds_now();
      work.call(o.algorithm);
      cudaDeviceSynchronize();
      times.push_back(seconds_now() - start);
    }
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    seconds = times[times.size() / 2];
  } else {
    for (int r = 0; r < 3; ++r) work.call(o.algorithm);
    cudaDeviceSynchronize();
    const double start = seconds_now();
    for (int r = 0; r < o.repetitions; ++r) work.call(o.algorithm);
    cudaDeviceSynchronize();
    seconds = (seconds_now() - start) / o.repetitions;
  }
  std::vector<Number> out(o.count), values(o.count), one(4);
  cudaMemcpy(out.data(), is_sort ? work.keys : work.out, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(values.data(), work.values, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(one.data(), work.one, 16, cudaMemcpyDeviceToHost);
  if (cudaGetLastError() != cudaSuccess) return 1;
  if (o.algorithm == "reduce" || o.algorithm == "transform_reduce") out[0] = one[0];
  return report_algorithm(o, seconds, right(o, input, out, values, one[0]));
}
