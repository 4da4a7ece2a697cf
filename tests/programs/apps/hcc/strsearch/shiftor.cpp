#include "matchers.hpp"

// Bit-parallel search with mismatches: a register of bits for each number of errors.
static const int MAX_ERRORS = 3;
static const int SEGMENT = 128;

hc::completion_future search_shiftor(hc::accelerator_view& av, search_input in, const std::string& pattern,
                                     unsigned int number, int errors, match_list out) {
  const unsigned int length = pattern.size();
  std::vector<unsigned int> masks(256, ~0u);
  for (unsigned int i = 0; i < length; ++i)
    masks[(unsigned char)pattern[i]] &= ~(1u << i);

  hc::array<unsigned int, 1> device_masks(256, masks.begin(), masks.end(), av);
  const unsigned int last = 1u << (length - 1);
  const unsigned int segments = (in.length + SEGMENT - 1) / SEGMENT;

  hc::completion_future done = hc::parallel_for_each(
    av, hc::extent<1>(segments), [=, &device_masks](hc::index<1> i) [[hc]] {
      // each segment starts early enough to see the matches that end in it
      const unsigned int begin = i[0] * SEGMENT;
      const unsigned int start = begin < length - 1 ? 0 : begin - (length - 1);
      const unsigned int end = begin + SEGMENT < in.length ? begin + SEGMENT : in.length;

      unsigned int state[MAX_ERRORS + 1];
      for (int e = 0; e <= MAX_ERRORS; ++e)
        state[e] = ~0u;
      for (unsigned int at = start; at < end; ++at) {
        const unsigned int mask = device_masks[in.text[at]];
        unsigned int before = state[0];
        state[0] = (state[0] << 1) | mask;
        for (int e = 1; e <= errors; ++e) {
          const unsigned int old = state[e];
          // the letter agrees, or counts as one more mistake
          state[e] = ((old << 1) | mask) & (before << 1);
          before = old;
        }
        if (at >= begin && at + 1 >= length && !(state[errors] & last))
          append_match(out, at + 1 - length, number);
      }
    });
  done.wait();
  return done;
}
