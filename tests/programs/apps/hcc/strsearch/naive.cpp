#include "matchers.hpp"

// A thread for each position; the pattern is small enough to be captured by value.
struct short_pattern {
  unsigned char letters[64];
  unsigned int length;
};

hc::completion_future search_naive(hc::accelerator_view& av, search_input in, const std::string& pattern,
                                   unsigned int number, match_list out) {
  short_pattern p;
  p.length = pattern.size();
  std::copy(pattern.begin(), pattern.end(), p.letters);
  if (in.length < p.length)
    return hc::completion_future();

  return hc::parallel_for_each(av, hc::extent<1>(in.length - p.length + 1), [=](hc::index<1> i) [[hc]] {
    const unsigned char* at = in.text + i[0];
    for (unsigned int k = 0; k < p.length; ++k)
      if (fold(at[k]) != fold(p.letters[k]))
        return;
    append_match(out, i[0], number);
  });
}
