#include "text.hpp"

// Words of a small vocabulary, some of them in capitals.
std::string make_corpus(size_t size, unsigned int seed) {
  static const char* const words[] = {"the",  "kernel", "queue", "of",    "accelerator", "tile",  "view", "and",
                                      "that", "barrier", "wave", "array", "index",       "extent", "a",   "lambda"};
  std::string text;
  while (text.size() < size) {
    seed = seed * 1103515245u + 12345u;
    std::string word = words[(seed >> 16) % (sizeof(words) / sizeof(words[0]))];
    if ((seed >> 24) % 7 == 0)
      word[0] = word[0] - 'a' + 'A';
    text += word;
    text += (seed >> 20) % 11 ? ' ' : '\n';
  }
  text.resize(size);
  return text;
}
