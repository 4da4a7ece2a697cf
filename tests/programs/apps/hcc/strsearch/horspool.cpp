#include "matchers.hpp"

#include <cstring>

#define THREADS 64
#define CHUNK 32          // positions for each thread
#define MAX_PATTERN 64

// Horspool's shifts are kept in group memory, with the part of the text that the group looks at.
hc::completion_future search_horspool(hc::accelerator_view& av, search_input in, const std::string& pattern,
                                      unsigned int number, match_list out) {
  struct tables {
    unsigned char shift[256];
    unsigned char letters[MAX_PATTERN];
  } t;
  const unsigned int length = pattern.size();
  memset(t.shift, length, sizeof(t.shift));
  for (unsigned int i = 0; i + 1 < length; ++i)
    t.shift[(unsigned char)pattern[i]] = length - 1 - i;
  memcpy(t.letters, pattern.data(), length);

  if (in.length < length)
    return hc::completion_future();
  const unsigned int positions = in.length - length + 1;
  const unsigned int groups = (positions + THREADS * CHUNK - 1) / (THREADS * CHUNK);

  return hc::parallel_for_each(av, hc::extent<1>(groups * THREADS).tile(THREADS), [=](hc::tiled_index<1> idx) [[hc]] {
    tile_static unsigned char window[THREADS * CHUNK + MAX_PATTERN];
    tile_static unsigned char shift[256];

    const unsigned int local = idx.local[0];
    const unsigned int base = idx.tile[0] * THREADS * CHUNK;
    for (unsigned int i = local; i < 256; i += THREADS)
      shift[i] = t.shift[i];
    for (unsigned int i = local; i < THREADS * CHUNK + length; i += THREADS)
      window[i] = base + i < in.length ? in.text[base + i] : 0;
    idx.barrier.wait();

    unsigned int at = local * CHUNK;
    const unsigned int end = at + CHUNK;
    while (at < end && base + at < positions) {
      int k = length - 1;
      while (k >= 0 && window[at + k] == t.letters[k])
        --k;
      if (k < 0)
        append_match(out, base + at, number);
      at += shift[window[at + length - 1]];
    }
  });
}
