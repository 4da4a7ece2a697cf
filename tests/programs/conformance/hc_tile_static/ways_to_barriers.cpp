// rows: hc.parallel_for_each.tiled
// Work-items go different ways to one barrier, where other ways, which no work-item or all of them go, lead past it.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

constexpr int tile = 32, items = 64;

// kernel(t, cells, n) gives a number for each work-item; wanted(l, n) what it must be.
template <class Kernel, class Wanted>
static void check_ways(Kernel kernel, Wanted wanted) {
  for (int n : {-9, 0, 1}) {
    std::vector<int> out(items, -1);
    hc::array_view<int> view(items, out);
    hc::parallel_for_each(hc::extent<1>(items).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static int cells[tile];
      view[t.global] = kernel(t, cells, n);
    });
    view.synchronize();
    for (int i = 0; i < items; ++i) CHECK(out[i] == wanted(i % tile, n));
  }
}

static int next(int l) { return (l + 1) % tile; }

static void check_returns() {
  check_ways(
      [](hc::tiled_index<1> t, int* cells, int n) [[hc]] {
        const int l = t.local[0];
        int w = 7;
        cells[l] = l;
        if (l % 2)
          w = 1;
        else if (n > 5)
          return -3;
        t.barrier.wait();
        return w * 100 + cells[(l + 1) % tile];
      },
      [](int l, int) { return (l % 2 ? 1 : 7) * 100 + next(l); });
  check_ways(
      [](hc::tiled_index<1> t, int* cells, int n) [[hc]] {
        const int l = t.local[0];
        int w = 7;
        cells[l] = l;
        if (l % 2) {
          w = 1;
          if (n < -5) return -3;
        } else if (n < -5) {
          return -4;
        }
        t.barrier.wait();
        return w * 100 + cells[(l + 1) % tile];
      },
      [](int l, int n) { return n < -5 ? -4 + l % 2 : (l % 2 ? 1 : 7) * 100 + next(l); });
}

static void check_switches() {
  check_ways(
      [](hc::tiled_index<1> t, int* cells, int n) [[hc]] {
        const int l = t.local[0];
        int w = 7;
        switch (l % 3 + (n > 5)) {
          case 0: w = 1; break;
          case 1: w = 2; break;
          case 2: break;
          default: return -2;
        }
        cells[l] = w;
        t.barrier.wait();
        return w * 100 + cells[(l + 1) % tile];
      },
      [](int l, int) {
        constexpr int values[] = {1, 2, 7};
        return values[l % 3] * 100 + values[next(l) % 3];
      });
}

// To one barrier or another.
static void check_two_barriers() {
  check_ways(
      [](hc::tiled_index<1> t, int* cells, int n) [[hc]] {
        const int l = t.local[0];
        int w = 7;
        switch (l % 3 + (n > 0 ? 3 : 0)) {
          case 0: w = 1; break;
          case 1: w = 2; break;
          case 2: break;
          default:
            cells[l] = 5 + l;
            t.barrier.wait();
            return cells[(l + 1) % tile];
        }
        cells[l] = w;
        t.barrier.wait();
        return w * 100 + cells[(l + 1) % tile];
      },
      [](int l, int n) {
        constexpr int values[] = {1, 2, 7};
        return n > 0 ? 5 + next(l) : values[l % 3] * 100 + values[next(l) % 3];
      });
  check_ways(
      [](hc::tiled_index<1> t, int* cells, int n) [[hc]] {
        const int l = t.local[0];
        int w = 7;
        cells[l] = l;
        t.barrier.wait();
        for (int turns = 2; turns > 0; --turns) {
          for (int a = l & 3; a > 0; --a) {
            for (int b = 0; b < 2; ++b) {
              if (n == -9) goto next;
              if ((w & 3) == 1) goto out;
            }
            w = cells[3] * 2 + turns;
          next:;
          }
          w = w * 3 + 1;
        out:
          t.barrier.wait();
          cells[l] = w;
          t.barrier.wait();
        }
        cells[l] += l;
        t.barrier.wait();
        return w * 100 + cells[(l + 1) % tile];
      },
      [](int l, int n) {
        int w[tile], cells[tile];
        for (int i = 0; i < tile; ++i) w[i] = 7, cells[i] = i;
        for (int turns = 2; turns > 0; --turns) {
          for (int i = 0; i < tile; ++i) {
            bool is_out = false;
            for (int a = i & 3; a > 0 && !is_out; --a) {
              if (n == -9) continue;
              is_out = (w[i] & 3) == 1;
              if (!is_out) w[i] = cells[3] * 2 + turns;
            }
            if (!is_out) w[i] = w[i] * 3 + 1;
          }
          for (int i = 0; i < tile; ++i) cells[i] = w[i];
        }
        return w[l] * 100 + cells[next(l)] + next(l);
      });
}

static void check_loops() {
  check_ways(
      [](hc::tiled_index<1> t, int* cells, int n) [[hc]] {
        const int l = t.local[0];
        int w = 7;
        for (int k = 0; k < 3; ++k) {
          if (l % 2)
            w += k;
          else if (n > 5)
            break;
          cells[l] = w;
          t.barrier.wait();
          w += cells[(l + 1) % tile];
          t.barrier.wait();
        }
        return w;
      },
      [](int l, int) {
        int w[tile], before[tile];
        for (int& each : w) each = 7;
        for (int k = 0; k < 3; ++k) {
          for (int i = 1; i < tile; i += 2) w[i] += k;
          for (int i = 0; i < tile; ++i) before[i] = w[i];
          for (int i = 0; i < tile; ++i) w[i] += before[next(i)];
        }
        return w[l];
      });
  check_ways(
      [](hc::tiled_index<1> t, int* cells, int) [[hc]] {
        const int l = t.local[0];
        int w = 7;
        for (int turns = 2; turns > 0; --turns) {
          {
            for (int a = 1; a > 0; --a)
              for (int b = 0; b < 3; ++b)
                if (l % 2) goto done;
            w = turns;
          done:;
          }
          cells[l] = w;
          t.barrier.wait();
          w += cells[(l + 1) % tile];
          t.barrier.wait();
        }
        return w;
      },
      [](int l, int) {
        int w[tile], before[tile];
        for (int& each : w) each = 7;
        for (int turns = 2; turns > 0; --turns) {
          for (int i = 0; i < tile; i += 2) w[i] = turns;
          for (int i = 0; i < tile; ++i) before[i] = w[i];
          for (int i = 0; i < tile; ++i) w[i] += before[next(i)];
        }
        return w[l];
      });
}

int main() {
  check_returns();
  check_switches();
  check_two_barriers();
  check_loops();
  return failures();
}
