#include "matchers.hpp"

#include <cctype>

// One table on each accelerator.
[[hc]] unsigned char fold_table[256];

unsigned char fold(unsigned char c) [[hc]] { return fold_table[c]; }

void set_fold(hc::accelerator& acc, bool ignore_case) {
  unsigned char table[256];
  for (int c = 0; c < 256; ++c)
    table[c] = ignore_case ? std::tolower(c) : c;
  acc.memcpy_symbol("fold_table", table, sizeof(table));
}
