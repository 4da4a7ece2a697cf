// Which sequences and function objects an accelerator can work on, and how elements get there.
#ifndef HCRT_PSTL_SEQUENCE_HPP
#define HCRT_PSTL_SEQUENCE_HPP

#include <climits>
#include <cstddef>
#include <functional>
#include <iterator>
#include <new>
#include <type_traits>

#include "../../hc.hpp"
#include "exception_list.hpp"
#include "policy.hpp"

namespace hcrt {
namespace pstl {

template <class It>
using ValueOf = typename std::iterator_traits<It>::value_type;

/// Do the iterators walk over memory? Pointers do, and those of vector, array and string.
template <class It>
struct is_contiguous : std::false_type {};
template <class T>
struct is_contiguous<T*> : std::is_object<T> {};
#ifdef __GLIBCXX__
template <class T, class Container>
struct is_contiguous<__gnu_cxx::__normal_iterator<T*, Container>> : std::true_type {};
#endif

/// Can kernels hold T? It moves between memories as bytes, a tile's worth of it fits in tile_static memory,
/// and drivers compile its moves in seconds. pair and tuple, whose assignment is not trivial, are among them.
template <class T>
struct is_device_value
    : std::integral_constant<
          bool, std::is_trivially_copy_constructible<T>::value && std::is_trivially_destructible<T>::value &&
                    !std::is_volatile<T>::value && !std::is_same<T, long double>::value && sizeof(T) <= 64> {
};

/// Can kernels call F? What holds addresses of host functions or objects stays on the CPU.
template <class F>
struct is_device_function
    : std::integral_constant<bool, !std::is_pointer<F>::value && !std::is_member_pointer<F>::value> {};
template <class R, class... A>
struct is_device_function<std::function<R(A...)>> : std::false_type {};
template <class F>
struct is_device_function<std::reference_wrapper<F>> : std::false_type {};
#ifdef __GLIBCXX__
template <class F>
struct is_device_function<std::_Mem_fn<F>> : std::false_type {};
#endif

/// May the algorithm run as kernels over these iterators, as far as types show?
template <class Policy, class... It>
constexpr bool on_device() {
  if constexpr (is_sequential<Policy> || !(is_contiguous<It>::value && ...))
    return false;
  else
    return (is_device_value<ValueOf<It>>::value && ...);
}
template <class... F>
constexpr bool callable_on_device = (is_device_function<F>::value && ...);
template <class... T>
constexpr bool values_on_device = (is_device_value<T>::value && ...);

/// Is the default accelerator one that runs kernels?
inline bool runs_kernels() { return Kalmar::accelerator().get_device_path() != L"cpu"; }

/// Is it worth a launch? Up to ten elements are the CPU's, and more than kernels can count in an int.
template <class Policy>
bool worth(const Policy& policy, std::ptrdiff_t count) {
  return allows_parallel(policy) && count > 10 && count <= INT_MAX / 2 && runs_kernels();
}

/// first + n where kernels wrote the n elements; other iterators they never write through.
template <class It>
It after(It first, [[maybe_unused]] std::ptrdiff_t n) {
  if constexpr (is_contiguous<It>::value) first += n;
  return first;
}

template <class It>
auto address(It first) -> decltype(std::addressof(*first)) {
  return std::addressof(*first);
}

/// Storage for one T in tile_static memory and in buffers: never constructed by itself.
template <class T>
struct Slot {
  alignas(T) unsigned char bytes[sizeof(T)];

  HCRT_BOTH T& get() { return *reinterpret_cast<T*>(bytes); }
  HCRT_BOTH const T& get() const { return *reinterpret_cast<const T*>(bytes); }
  HCRT_BOTH void put(const T& value) { new (static_cast<void*>(bytes)) T(value); }
};

template <class T>
using View = Kalmar::array_view<T, 1>;

/// A view of `count` elements that kernels only read.
template <class It>
View<const ValueOf<It>> input(It first, int count) {
  return View<const ValueOf<It>>(Kalmar::extent<1>(count), address(first));
}

/// A view of elements that kernels read and write, or only read where the iterator is of const elements.
template <class It>
using ElementView = View<hcrt::remove_pointer_t<decltype(address(std::declval<It>()))>>;
template <class It>
ElementView<It> in_out(It first, int count) {
  return ElementView<It>(Kalmar::extent<1>(count), address(first));
}

/// A view of elements that kernels write, all of them, before anything reads them.
template <class It>
ElementView<It> output(It first, int count) {
  auto view = in_out(first, count);
  view.discard_data();
  return view;
}

enum class Overlap { none, same, partial };

/// How n elements from `a` lie to m elements from `b`.
template <class A, class B>
Overlap overlap(A a, std::ptrdiff_t n, B b, std::ptrdiff_t m) {
  const auto* p = address(a);
  const auto* q = address(b);
  const char *p0 = reinterpret_cast<const char*>(p), *p1 = reinterpret_cast<const char*>(p + n);
  const char *q0 = reinterpret_cast<const char*>(q), *q1 = reinterpret_cast<const char*>(q + m);
  const std::less_equal<const char*> before;
  if (before(p1, q0) || before(q1, p0)) return Overlap::none;
  const bool same = p0 == q0 && n == m && std::is_same<ValueOf<A>, ValueOf<B>>::value;
  return same ? Overlap::same : Overlap::partial;
}

/// Of an algorithm that reads one sequence and writes another, each element at its own index: both views. Two
/// views of the same memory would not see each other's writes, so where it works in place they share it.
template <class In, class Out>
struct Mapped {
  using Value = ValueOf<In>;

  /// reads_output: something else reads the output's old elements.
  Mapped(In first, Out result, int count, bool reads_output = false)
      : same(overlap(first, count, result, count) == Overlap::same),
        out(same || reads_output ? in_out(result, count) : output(result, count)),
        in(same ? shared() : input(first, count)) {}

  bool same;
  View<ValueOf<Out>> out;
  View<const Value> in;

 private:
  View<const Value> shared() const {
    if constexpr (std::is_same<Value, ValueOf<Out>>::value)
      return View<const Value>(out);
    else
      return in;  // sequences of different types are never the same
  }
};

/// Runs f(i) for 0 <= i < count as a kernel and waits for it.
template <class F>
void run(int count, const F& f) {
  hc::parallel_for_each(Kalmar::extent<1>(count), f).wait();
}

// The accelerator of the host runs a tile's work-items in turn, and all the faster the more of the work is
// one loop over neighbours: its tiles have one work-item each, and kernels need neither barriers nor
// tile_static memory there.
#if defined(HCPY_TARGET_HOST) || !defined(__KALMAR_ACCELERATOR__)
constexpr bool lone_items = true;
#else
constexpr bool lone_items = false;
#endif

/// Work-items in a tile of the other accelerators, so that a few T for each fit in tile_static memory.
template <class T>
constexpr int tile_items = sizeof(T) <= 16 ? 256 : 64;
/// How many T one of them handles at a time.
template <class T>
constexpr int item_elements = sizeof(T) <= 4    ? 8
                              : sizeof(T) <= 8  ? 4
                              : sizeof(T) <= 32 ? 2
                                                : 1;
template <class T>
constexpr int tile_elements = tile_items<T> * item_elements<T>;

/// A sequence cut into chunks of one size, the last of which may be shorter.
struct Chunks {
  int tile;   // work-items
  int chunk;  // elements
  int chunks;
  int tiles;

  template <class F>
  Kalmar::completion_future launch(const Kalmar::accelerator_view& view, const F& f) const {
    return hc::parallel_for_each(view, Kalmar::extent<1>(tiles * tile).tile(tile), f);
  }
};

inline bool is_host(const Kalmar::accelerator& acc) { return acc.get_device_path() == L"host"; }

/// A chunk for each tile, `lanes` for a lone work-item: as many as keep the accelerator busy, each of whole
/// `unit`s, which is what a tile handles at a time.
inline Chunks chunks_of(const Kalmar::accelerator_view& view, int count, int tile, int unit, int lanes) {
  const Kalmar::accelerator acc = view.get_accelerator();
  const bool host = is_host(acc);
  constexpr int host_unit = 256;
  const long long step = host ? host_unit : unit;
  const long long busy = (host ? 8ll * lanes : 16ll) * (acc.get_cu_count() ? acc.get_cu_count() : 1);
  const long long units = (count + step - 1) / step;
  const long long longest = (units + busy - 1) / busy * step;
  const int chunk = longest < count ? static_cast<int>(longest) : count;
  const int chunks = (count - 1) / chunk + 1;
  return host ? Chunks{1, chunk, chunks, (chunks + lanes - 1) / lanes} : Chunks{tile, chunk, chunks, chunks};
}

}  // namespace pstl
}  // namespace hcrt
#endif
