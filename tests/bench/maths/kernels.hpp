// One kernel for each function. The including file defines MATHS (a namespace) and TYPE.
#include <hc.hpp>
#include <hc_math.hpp>

#include "functions.hpp"

namespace {

template <class Function>
void run(const TYPE* x, const TYPE* y, TYPE* result, int n, Function function) {
  hc::array_view<const TYPE> first(n, x), second(y ? n : 1, y ? y : x);
  hc::array_view<TYPE> out(n, result);
  out.discard_data();
  hc::parallel_for_each(hc::extent<1>(n),
                        [=](hc::index<1> i) [[hc]] { out[i] = function(first, second, i); });
  out.synchronize();
}

using View = hc::array_view<const TYPE>;

}  // namespace

#define RUN_UNARY(name, low, high)                                                                  \
  static void run_##name(const TYPE* x, const TYPE* y, TYPE* result, int n) {                       \
    run(x, y, result, n,                                                                            \
        [](const View& a, const View&, hc::index<1> i) [[hc]] { return TYPE(MATHS::name(a[i])); }); \
  }
#define RUN_BINARY(name, low, high)                                                                         \
  static void run_##name(const TYPE* x, const TYPE* y, TYPE* result, int n) {                               \
    run(x, y, result, n,                                                                                    \
        [](const View& a, const View& b, hc::index<1> i) [[hc]] { return TYPE(MATHS::name(a[i], b[i])); }); \
  }
#define ROW(name, low, high, binary, exact) \
  {#name, f_##name, low, high, binary, exact, SINGLE(name), TWOFOLD(name), 0, {}},
#define ROW_FAST(name, low, high, largest_y, ulp, absolute) \
  {#name, f_##name,     low,     high, largest_y > 0,       \
   false, SINGLE(name), nullptr, ulp,  {low, high, largest_y, absolute}},
#define ROW_EXACT_UNARY(name, low, high) ROW(name, low, high, false, true)
#define ROW_EXACT_BINARY(name, low, high) ROW(name, low, high, true, true)
#define ROW_UNARY(name, low, high) ROW(name, low, high, false, false)
#define ROW_BINARY(name, low, high) ROW(name, low, high, true, false)
