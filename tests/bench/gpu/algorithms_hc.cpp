// Algorithms on device memory. Arguments: algorithms.hpp.
#include <hc.hpp>
#include <hc_algorithms.hpp>
#include <hc_am.hpp>

#include "algorithms.hpp"

typedef std::uint32_t Number;
typedef hc::device_span<Number> Span;

struct Work {
  hc::accelerator_view view;
  Span in, out, keys, values, one;

  // Sorts work in place: on a copy, whose cost is no part of the time.
  bool is_sort(const std::string& a) const { return a == "sort" || a == "sort_by_key"; }
  void prepare(const std::string& a) {
    const Span from = in, to = keys, numbers = values;
    if (is_sort(a))
      hc::parallel_for_each(view, hc::extent<1>(int(in.size())), [=](hc::index<1> i) [[hc]] {
        to.data()[i[0]] = from.data()[i[0]];
        numbers.data()[i[0]] = Number(i[0]);
      });
  }
  void run(const std::string& a) {
    if (a == "reduce") hc::reduce_async(view, in, one, Number(0));
    if (a == "transform_reduce")
      hc::transform_reduce_async(
          view, in, one, Number(0), [](Number x, Number y) [[hc, cpu]] { return x + y; },
          [](Number x) [[hc]] { return x >> 3; });
    if (a == "inclusive_scan") hc::inclusive_scan_async(view, in, out);
    if (a == "exclusive_scan") hc::exclusive_scan_async(view, in, out, Number(0));
    if (a == "sort") hc::sort_async(view, keys);
    if (a == "sort_by_key") hc::sort_by_key_async(view, keys, values);
    if (a == "copy_if") hc::copy_if_async(view, in, out, one, [](Number x) [[hc]] { return x < kept_below; });
    if (a == "histogram")
      hc::histogram_async(view, in, Span(out.data(), histogram_bins),
                          [](Number x) [[hc]] { return x >> 24; });
    if (a == "copy") view.copy_async(in.data(), out.data(), in.size() * sizeof(Number));
  }
};

int main(int argc, char** argv) {
  const Options o = options(argc, argv);
  const std::vector<Number> input = numbers(o.count);
  hc::accelerator acc;
  const std::size_t bytes = o.count * sizeof(Number);
  const auto span = [&](std::size_t size) { return Span(hc::am_alloc(size, acc, 0), size / sizeof(Number)); };
  Work work{acc.get_default_view(), span(bytes), span(bytes), span(bytes), span(bytes), span(16)};
  work.view.copy(input.data(), work.in.data(), bytes);
  double seconds = 0;
  if (work.is_sort(o.algorithm)) {
    std::vector<double> times;
    for (int r = 0; r < o.repetitions + 2; ++r) {
      work.prepare(o.algorithm);
      work.view.wait();
      const double start = seconds_now();
      work.run(o.algorithm);
      work.view.wait();
      times.push_back(seconds_now() - start);
    }
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    seconds = times[times.size() / 2];
  } else {
    for (int r = 0; r < 3; ++r) work.run(o.algorithm);
    work.view.wait();
    const double start = seconds_now();
    for (int r = 0; r < o.repetitions; ++r) work.run(o.algorithm);
    work.view.wait();
    seconds = (seconds_now() - start) / o.repetitions;
  }
  std::vector<Number> out(o.count), values(o.count), one(4);
  work.view.copy(work.is_sort(o.algorithm) ? work.keys.data() : work.out.data(), out.data(), bytes);
  work.view.copy(work.values.data(), values.data(), bytes);
  work.view.copy(work.one.data(), one.data(), 16);
  if (o.algorithm == "reduce" || o.algorithm == "transform_reduce") out[0] = one[0];
  return report_algorithm(o, seconds, right(o, input, out, values, one[0]));
}
