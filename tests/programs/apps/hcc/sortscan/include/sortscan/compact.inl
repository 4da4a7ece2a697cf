// Compaction by a predicate of the caller: a template of the header.
#pragma once

namespace sortscan {

// How many elements are kept; they come in their order.
template <typename T, typename Predicate>
int compact(hc::accelerator_view av, const hc::array_view<T, 1>& input, const hc::array_view<T, 1>& output,
            Predicate keep) {
  const int n = input.get_extent()[0];
  if (n == 0) return 0;
  hc::array_view<int, 1> flags(n), offsets(n);
  flags.discard_data();
  hc::parallel_for_each(av, hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { flags[i] = keep(input[i]) ? 1 : 0; });
  exclusive_scan(av, flags, offsets);
  hc::parallel_for_each(av, hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    if (flags[i]) output[offsets[i]] = input[i];
  }).wait();
  return offsets[n - 1] + flags[n - 1];
}

}  // namespace sortscan
