// The fewest copies that any strategy needs for a sequence of accesses, found by dynamic programming.
//
// State: the places that hold the newest contents of one part of one view. Any number of copies may be made
// before each access, also ones that only a later access needs: a strategy that knows the whole sequence is
// not better than this. A copy connects the host's memory and a device's own; places that share memory are
// one place.
#pragma once
#include <algorithm>
#include <array>
#include <climits>

namespace coherence {

constexpr int places = 3;  // 0: host memory; 1, 2: devices with their own memory

enum class Access { read, write, overwrite, synchronize };  // write: what was there is read too

class LeastCopies {
 public:
  /// defined: the view is over memory that the program filled; else nobody ever wrote it.
  explicit LeastCopies(bool defined) {
    cost_.fill(INT_MAX);
    cost_[defined ? 1 : 0] = 0;
  }

  void access(int place, Access how) {
    if (how == Access::synchronize) place = 0;
    spread();
    std::array<int, states> after;
    after.fill(INT_MAX);
    for (int state = 0; state < states; ++state) {
      if (cost_[at(state)] == INT_MAX) continue;
      int next = state;
      if (how == Access::overwrite)
        next = 1 << place;
      else if (state != 0 && !(state >> place & 1))
        continue;  // the contents must be there first
      else if (how == Access::write)
        next = 1 << place;
      after[at(next)] = std::min(after[at(next)], cost_[at(state)]);
    }
    cost_ = after;
  }

  int least() const { return *std::min_element(cost_.begin(), cost_.end()); }

 private:
  static constexpr int states = 1 << places;
  static std::size_t at(int state) { return static_cast<std::size_t>(state); }

  // Copies from any place to any other one; a larger set of places has a larger number.
  void spread() {
    for (int state = 1; state < states; ++state) {
      if (cost_[at(state)] == INT_MAX) continue;
      for (int to = 0; to < places; ++to) {
        const bool reachable = to == 0 || (state & 1);  // a device gets it from host memory
        if (!reachable || (state >> to & 1)) continue;
        int& cost = cost_[at(state | 1 << to)];
        cost = std::min(cost, cost_[at(state)] + 1);
      }
    }
  }

  std::array<int, states> cost_;
};

}  // namespace coherence
