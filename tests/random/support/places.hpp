// Views, barriers in functions and waves. Included by random_kernels.hpp, within its namespace.

#ifdef RANDOM_REFERENCE
/// A view of the launch's dimensions.
template <class T, int Rank>
struct Grid {
  T* first;
  i32 e1, e2;
  T& operator()(i32 a) const { return first[a]; }
  T& operator()(i32 a, i32 b) const { return first[a * e1 + b]; }
  T& operator()(i32 a, i32 b, i32 c) const { return first[(a * e1 + b) * e2 + c]; }
  decltype(auto) operator[](i32 a) const {
    if constexpr (Rank == 1)
      return first[a];
    else if constexpr (Rank == 2)
      return Grid<T, 1>{first + a * e1, 1, 1};
    else
      return Grid<T, 2>{first + a * (e1 * e2), e2, 1};
  }
};
#define SWIZZLED(vector, lanes) ((vector).get_##lanes())
#define SET_SWIZZLED(vector, lanes, value) ((vector).set_##lanes(value))
#define RANDOM_NARROW(name, body)     \
  template <class T>                  \
  inline T narrow_##name(T* p, T v) { \
    return hc::atomic_##name(p, v);   \
  }
template <class T>
inline T* section_of(T* cells, i32 first) {
  return cells + first;
}
template <class T>
inline i32 wave_faults(const T*, i32, i32, i32) {
  return 0;
}
#else
#define SWIZZLED(vector, lanes) ((vector).lanes)
#define SET_SWIZZLED(vector, lanes, value) static_cast<void>((vector).lanes = value)
#define RANDOM_NARROW(name, body)     \
  template <class T>                  \
  inline T narrow_##name(T* p, T v) { \
    body                              \
  }
template <class T>
inline hc::array_view<T, 1> section_of(const hc::array_view<T, 1>& view, i32 first) {
  return view.section(hc::index<1>(first));
}
/// Barriers in functions, as programs have them.
template <int N>
inline void wait_in(const hc::tiled_index<N>& t) {
  t.barrier.wait();
}
template <int N>
__attribute__((noinline)) inline void wait_apart(const hc::tiled_index<N> t) {
  t.barrier.wait();
}
template <class F>
inline void wait_after(F arrived, const hc::tile_barrier& barrier) {
  arrived();
  barrier.wait_with_tile_static_memory_fence();
}
/// How many of a wave's exchanges are wrong, for cells that the work-items of the tile have written before.
template <class T>
inline i32 wave_faults(const T* cells, i32 lid, i32 tn, i32 which) {
  const i32 size = hc::__wavesize(), lane = lid % size, first = lid - lane;
  if (first + size > tn) return 0;
  i32 wrong = 0;
  const auto differ = [](T a, T b) { return !(a == b || (a != a && b != b)); };
  const T own = cells[lid];
  if (which == 0)
    for (i32 mask = 1; mask < size; mask *= 2) wrong += differ(hc::__shfl_xor(own, mask), cells[lid ^ mask]);
  if (which == 1) {
    wrong += differ(hc::__shfl_up(own, 1), cells[lane > 0 ? lid - 1 : lid]);
    wrong += differ(hc::__shfl_down(own, 1), cells[lane + 1 < size ? lid + 1 : lid]);
  }
  if (which == 2)
    for (i32 turn = 0; turn < 3; ++turn) {
      const i32 from = (lane * 3 + turn) % size;
      wrong += differ(hc::__shfl(own, from), cells[first + from]);
    }
  u64 votes = 0;
  for (i32 i = 0; i < size; ++i) votes |= static_cast<u64>(cells[first + i] > T(3)) << i;
  if (which == 3) wrong += hc::__ballot(own > T(3)) != votes;
  if (which == 4) wrong += hc::__any(own > T(3)) != (votes != 0);
  if (which == 5) wrong += hc::__all(!(own > T(3))) != (votes == 0);
  return wrong;
}
#endif

/// Atomic operations on numbers of 8 and 16 bits, which have the compilers' names alone.
#define RANDOM_UNTIL(condition)                                                                 \
  T seen = __atomic_load_n(p, __ATOMIC_RELAXED);                                                \
  while ((condition) &&                                                                         \
         !__atomic_compare_exchange_n(p, &seen, v, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) { \
  }                                                                                             \
  return seen;
RANDOM_NARROW(fetch_add, return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);)
RANDOM_NARROW(fetch_sub, return __atomic_fetch_sub(p, v, __ATOMIC_ACQ_REL);)
RANDOM_NARROW(fetch_and, return __atomic_fetch_and(p, v, __ATOMIC_RELAXED);)
RANDOM_NARROW(fetch_or, return __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST);)
RANDOM_NARROW(fetch_xor, return __atomic_fetch_xor(p, v, __ATOMIC_RELAXED);)
RANDOM_NARROW(fetch_max, RANDOM_UNTIL(seen < v))
RANDOM_NARROW(fetch_min, RANDOM_UNTIL(v < seen))
#undef RANDOM_UNTIL
#undef RANDOM_NARROW
template <class T>
inline T narrow_fetch_inc(T* p) {
  return narrow_fetch_add(p, T(1));
}
template <class T>
inline T narrow_fetch_dec(T* p) {
  return narrow_fetch_sub(p, T(1));
}
