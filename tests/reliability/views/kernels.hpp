// The kernels of random programs of the host-side API, in HC and in C++ AMP, and what they do in the shadow.
#pragma once
#ifdef __HCC_AMP__
#include <amp.h>
#include <amp_graphics.h>
namespace api = Concurrency;
#else
#include <hc.hpp>
namespace api = hc;
#endif

#include "shadow.hpp"

namespace views {

template <class T, int N>
using View = api::array_view<T, N>;
template <class T, int N>
using ConstView = api::array_view<const T, N>;
template <class T, int N>
using Array = api::array<T, N>;
using Future = api::completion_future;
using Queue = api::accelerator_view;

/// C++ AMP's launches give no future.
#ifdef __HCC_AMP__
#define VIEWS_LAUNCH(queue, ...) (api::parallel_for_each(queue, __VA_ARGS__), Future())
#else
#define VIEWS_LAUNCH(queue, ...) api::parallel_for_each(queue, __VA_ARGS__)
#endif

template <int N>
Word number(const api::index<N>& i, const api::extent<N>& e) restrict(amp, cpu) {
  Word n = 0;
  for (int d = 0; d < N; ++d) n = n * static_cast<Word>(e[d]) + static_cast<Word>(i[d]);
  return n;
}

template <class T, int N>
Future launch_map(const Queue& queue, const View<T, N>& x, Word k) {
  const api::extent<N> e = x.get_extent();
  return VIEWS_LAUNCH(
      queue, e, [=](api::index<N> i) restrict(amp) { x[i] = static_cast<T>(x[i] * 3 + k + number(i, e)); });
}

template <class T, int N>
Future launch_fill(const Queue& queue, const View<T, N>& x, Word k) {
  const api::extent<N> e = x.get_extent();
  return VIEWS_LAUNCH(
      queue, e, [=](api::index<N> i) restrict(amp) { x[i] = static_cast<T>(number(i, e) * k + 7); });
}

template <class T, int N>
Future launch_combine(const Queue& queue, const View<T, N>& x, const ConstView<T, N>& a,
                      const ConstView<Word, 1>& b, Word k) {
  const api::extent<N> e = x.get_extent(), from = a.get_extent();
  const Word size = static_cast<Word>(b.get_extent()[0]);
  return VIEWS_LAUNCH(
      queue, e, [=](api::index<N> i) restrict(amp) {
        api::index<N> at;
        for (int d = 0; d < N; ++d) at[d] = i[d] % from[d];
        const Word other = b[static_cast<int>((number(i, e) + k) % size)];
        x[i] = static_cast<T>(x[i] * 7 + a[at] * 3 + other);
      });
}

constexpr int tile_items = 16;

inline Word place_in_tile(const int* local, const int* tile, int rank) restrict(amp, cpu) {
  int at = 0;
  for (int d = 0; d < rank; ++d) at = at * tile[d] + local[d];
  return static_cast<Word>(at);
}

#ifdef __HCC_AMP__
#define VIEWS_TILE(...) tile<__VA_ARGS__>()
#define VIEWS_TILED(rank, ...) api::tiled_index<__VA_ARGS__>
#else
#define VIEWS_TILE(...) tile(__VA_ARGS__)
#define VIEWS_TILED(rank, ...) api::tiled_index<rank>
#endif

/// Every tile is turned round. The extent is a multiple of the tile's.
#define VIEWS_TILED_KERNEL(rank, ...)                                                                        \
  inline Future launch_tiled(const Queue& queue, const View<Word, rank>& x, Word k) {                        \
    return VIEWS_LAUNCH(                                                                                     \
        queue, x.get_extent().VIEWS_TILE(__VA_ARGS__), [=](VIEWS_TILED(rank, __VA_ARGS__) i) restrict(amp) { \
          tile_static Word old[tile_items];                                                                  \
          const int tile[] = {__VA_ARGS__};                                                                  \
          int local[rank];                                                                                   \
          for (int d = 0; d < rank; ++d) local[d] = i.local[d];                                              \
          const Word at = place_in_tile(local, tile, rank);                                                  \
          old[at] = x[i.global];                                                                             \
          i.barrier.wait();                                                                                  \
          x[i.global] = old[tile_items - 1 - at] * 3 + k;                                                    \
        });                                                                                                  \
  }

VIEWS_TILED_KERNEL(1, 16)
VIEWS_TILED_KERNEL(2, 2, 8)
VIEWS_TILED_KERNEL(3, 2, 2, 4)

/// The array's own queue, or another one of its accelerator.
template <int N>
Future launch_by_reference(const Queue& queue, Array<Word, N>& x, const ConstView<Word, 1>& b, Word k) {
  const api::extent<N> e = x.get_extent();
  const Word size = static_cast<Word>(b.get_extent()[0]);
  return VIEWS_LAUNCH(
      queue, e, [ =, &x ](api::index<N> i) restrict(amp) {
        x[i] = x[i] * 9 + b[static_cast<int>((number(i, e) + k) % size)];
      });
}

/// A work-item for each row: all but its first element.
inline Future launch_rows(const Queue& queue, const View<Word, 2>& x, Word k) {
  return VIEWS_LAUNCH(
      queue, api::extent<1>(x.get_extent()[0]), [=](api::index<1> i) restrict(amp) {
        const View<Word, 1> all = x[i[0]];
        const int count = all.get_extent()[0] - 1;
        if (count == 0) return;
        const View<Word, 1> rest = all.section(1, count);
        for (int j = 0; j < count; ++j) rest[j] = rest[j] * 3 + k + static_cast<Word>(j + i[0]);
      });
}
inline Future launch_rows(const Queue& queue, const View<Word, 3>& x, Word k) {
  const api::extent<2> e(x.get_extent()[0], x.get_extent()[1]);
  return VIEWS_LAUNCH(
      queue, e, [=](api::index<2> i) restrict(amp) {
        const View<Word, 1> all = x[i[0]][i[1]];
        const int count = all.get_extent()[0] - 1;
        if (count == 0) return;
        const View<Word, 1> rest = all.section(api::index<1>(1));
        for (int j = 0; j < count; ++j) rest[j] = rest[j] * 3 + k + static_cast<Word>(j + i[0]);
      });
}

/// Pairs of words as one number each, in rows of two numbers where the number of words allows it.
inline Future launch_inside(const Queue& queue, const View<Word, 1>& x, Word k) {
  const int pairs = x.get_extent()[0] / 2;
  return VIEWS_LAUNCH(
      queue, api::extent<1>(pairs / 2), [=](api::index<1> i) restrict(amp) {
        const View<Long, 2> two =
            x.section(0, pairs * 2).reinterpret_as<Long>().view_as(api::extent<2>(pairs / 2, 2));
        two(i[0], 0) = two(i[0], 0) * 5 + k;
        two(i[0], 1) = two(i[0], 1) * 3 + two(i[0], 0);
      });
}

// --- In the shadow -----------------------------------------------------------------------------------
template <class T>
void shadow_map(Store& store, const Shape& shape, Word k) {
  for (std::size_t i = 0; i < shape.count(); ++i) {
    const Value<T> old = load<T>(store, shape.place(i));
    store_value(store, shape.place(i), static_cast<T>(old.value * 3 + k + static_cast<Word>(i)), old.known);
  }
}

template <class T>
void shadow_fill(Store& store, const Shape& shape, Word k) {
  for (std::size_t i = 0; i < shape.count(); ++i)
    store_value(store, shape.place(i), static_cast<T>(static_cast<Word>(i) * k + 7), true);
}

/// a either has no byte of x or is the same as x; b has no byte of it.
template <class T>
void shadow_combine(Store& store, const Shape& x, const Store& a_store, const Shape& a, const Store& b_store,
                    const Shape& b, Word k) {
  for (std::size_t i = 0; i < x.count(); ++i) {
    int index[3];
    x.index_of(i, index);
    const std::size_t at = x.at(index);
    for (int d = 0; d < x.rank; ++d) index[d] %= a.extent[d];
    const Value<T> old = load<T>(store, at), first = load<T>(a_store, a.at(index));
    const Word place = (static_cast<Word>(i) + k) % static_cast<Word>(b.extent[0]);
    const Value<Word> second = load<Word>(b_store, b.place(place));
    store_value(store, at, static_cast<T>(old.value * 7 + first.value * 3 + second.value),
                old.known && first.known && second.known);
  }
}

inline const int* tile_of(int rank) {
  static const int tiles[3][3] = {{16, 1, 1}, {2, 8, 1}, {2, 2, 4}};
  return tiles[rank - 1];
}

inline void shadow_tiled(Store& store, const Shape& shape, Word k) {
  const int* const tile = tile_of(shape.rank);
  const Contents old = contents(store, shape);
  Store before(old.bytes.size(), true);
  before.bytes = old.bytes;
  before.known = old.known;
  const Shape flat = dense(shape.rank, shape.extent, sizeof(Word));
  for (std::size_t i = 0; i < shape.count(); ++i) {
    int index[3];
    shape.index_of(i, index);
    const std::size_t at = shape.at(index);
    for (int d = 0; d < shape.rank; ++d)
      index[d] = index[d] / tile[d] * tile[d] + tile[d] - 1 - index[d] % tile[d];
    const Value<Word> other = load<Word>(before, flat.at(index));
    store_value(store, at, other.value * 3 + k, other.known);
  }
}

inline void shadow_by_reference(Store& store, const Shape& x, const Store& b_store, const Shape& b, Word k) {
  for (std::size_t i = 0; i < x.count(); ++i) {
    const Value<Word> old = load<Word>(store, x.place(i));
    const Word place = (static_cast<Word>(i) + k) % static_cast<Word>(b.extent[0]);
    const Value<Word> other = load<Word>(b_store, b.place(place));
    store_value(store, x.place(i), old.value * 9 + other.value, old.known && other.known);
  }
}

inline void shadow_rows(Store& store, const Shape& x, Word k) {
  for (std::size_t i = 0; i < x.count(); ++i) {
    int index[3];
    x.index_of(i, index);
    const int j = index[x.rank - 1] - 1;
    if (j < 0) continue;
    const Value<Word> old = load<Word>(store, x.at(index));
    store_value(store, x.at(index), old.value * 3 + k + static_cast<Word>(j + index[0]), old.known);
  }
}

inline void shadow_inside(Store& store, const Shape& x, Word k) {
  for (int i = 0; i < x.extent[0] / 2 / 2; ++i) {
    const std::size_t at = x.first + static_cast<std::size_t>(i) * 16;
    const Value<Long> one = load<Long>(store, at), two = load<Long>(store, at + 8);
    const Long first = one.value * 5 + k;
    store_value(store, at, first, one.known);
    store_value(store, at + 8, two.value * 3 + first, one.known && two.known);
  }
}

}  // namespace views
