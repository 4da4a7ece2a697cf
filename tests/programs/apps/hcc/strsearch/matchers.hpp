#ifndef MATCHERS_HPP
#define MATCHERS_HPP

#include "text.hpp"

// results.cpp: appending is called by the kernels of the other files
void append_match(const match_list& list, unsigned int position, unsigned int pattern) [[hc]];

class results {
public:
  results(hc::accelerator_view& av, unsigned int capacity);
  match_list list() const { return list_; }
  void clear();
  std::vector<match> sorted();

private:
  hc::accelerator_view av_;
  device_bytes matches_;
  device_bytes count_;
  match_list list_;
};

// fold.cpp: letters are compared through a table in the accelerator's memory
void set_fold(hc::accelerator& acc, bool ignore_case);
unsigned char fold(unsigned char c) [[hc]];

struct search_input {
  const unsigned char* text;
  unsigned int length;
};

typedef std::vector<std::string> pattern_set;

hc::completion_future search_naive(hc::accelerator_view& av, search_input in, const std::string& pattern,
                                   unsigned int number, match_list out);
hc::completion_future search_horspool(hc::accelerator_view& av, search_input in, const std::string& pattern,
                                      unsigned int number, match_list out);

// Up to `errors` letters may differ; patterns of up to 32 letters.
hc::completion_future search_shiftor(hc::accelerator_view& av, search_input in, const std::string& pattern,
                                     unsigned int number, int errors, match_list out);

// All patterns at once.
class aho_corasick {
public:
  explicit aho_corasick(const pattern_set& patterns);
  hc::completion_future search(hc::accelerator_view& av, search_input in, match_list out);
  size_t states() const { return next_.size() / 256; }

private:
  void add(const std::string& pattern, unsigned int number);
  void link();

  std::vector<int> next_;      // 256 for each state
  std::vector<int> failure_;
  std::vector<int> output_;    // a pattern that ends in the state, or -1
  std::vector<int> chain_;     // the next state on the failure path with an output
  std::vector<int> lengths_;
  int longest_;
};

#endif
