#include "matchers.hpp"

#include <algorithm>
#include <queue>

aho_corasick::aho_corasick(const pattern_set& patterns) : next_(256, -1), output_(1, -1), longest_(0) {
  for (unsigned int i = 0; i < patterns.size(); ++i)
    add(patterns[i], i);
  link();
}

void aho_corasick::add(const std::string& pattern, unsigned int number) {
  int state = 0;
  for (std::string::const_iterator c = pattern.begin(); c != pattern.end(); ++c) {
    const size_t edge = 256 * state + (unsigned char)*c;
    if (next_[edge] < 0) {
      next_[edge] = states();
      next_.resize(next_.size() + 256, -1);
      output_.push_back(-1);
    }
    state = next_[edge];
  }
  output_[state] = number;
  lengths_.push_back(pattern.size());
  longest_ = std::max<int>(longest_, pattern.size());
}

// Breadth first: the failure function, then a complete automaton.
void aho_corasick::link() {
  failure_.assign(states(), 0);
  chain_.assign(states(), 0);
  std::queue<int> open;
  for (int c = 0; c < 256; ++c) {
    int& to = next_[c];
    if (to < 0)
      to = 0;
    else
      open.push(to);
  }
  while (!open.empty()) {
    const int state = open.front();
    open.pop();
    const int fall = failure_[state];
    chain_[state] = output_[fall] >= 0 ? fall : chain_[fall];
    for (int c = 0; c < 256; ++c) {
      int& to = next_[256 * state + c];
      if (to < 0) {
        to = next_[256 * fall + c];
      } else {
        failure_[to] = next_[256 * fall + c];
        open.push(to);
      }
    }
  }
}

hc::completion_future aho_corasick::search(hc::accelerator_view& av, search_input in, match_list out) {
  const int chunk = 256;
  const int overlap = longest_ - 1;
  const int threads = (in.length + chunk - 1) / chunk;

  hc::array_view<const int, 2> next(states(), 256, next_.data());
  hc::array_view<const int, 1> output(output_.size(), output_);
  hc::array_view<const int, 1> chain(chain_.size(), chain_);
  hc::array_view<const int, 1> lengths(lengths_.size(), lengths_);

  return hc::parallel_for_each(av, hc::extent<1>(threads), [=](hc::index<1> i) [[hc]] {
    const int begin = i[0] * chunk;
    const int end = begin + chunk < (int)in.length ? begin + chunk : (int)in.length;
    int state = 0;
    for (int at = begin > overlap ? begin - overlap : 0; at < end; ++at) {
      state = next(state, in.text[at]);
      if (at < begin)
        continue;
      for (int s = state; s != 0; s = chain[s]) {
        const int pattern = output[s];
        if (pattern >= 0)
          append_match(out, at + 1 - lengths[pattern], pattern);
      }
    }
  });
}
