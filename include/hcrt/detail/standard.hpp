// What C++14 and later standard libraries have and these headers use: they compile as C++11 also.
#ifndef HCRT_DETAIL_STANDARD_HPP
#define HCRT_DETAIL_STANDARD_HPP

#include <type_traits>

// libstdc++'s own stable_sort, inplace_merge and stable_partition call a function that C++17 deprecates.
// clang warns of it there, in the header, which -Werror makes an error of programs that did nothing wrong.
#if defined(_GLIBCXX17_DEPRECATED) && __has_include(<bits/stl_tempbuf.h>)
#include <utility>
#pragma push_macro("_GLIBCXX17_DEPRECATED")
#undef _GLIBCXX17_DEPRECATED
#define _GLIBCXX17_DEPRECATED
#include <bits/stl_tempbuf.h>
#pragma pop_macro("_GLIBCXX17_DEPRECATED")
#endif

// constexpr functions of C++11 are one return statement, and const as members. C++ AMP: a constexpr function
// is one of both sides.
#if __cplusplus >= 201402L
#define HCRT_CONSTEXPR14 constexpr
#else
#define HCRT_CONSTEXPR14 HCRT_BOTH inline
#endif

namespace hcrt {

template <bool Condition, class T = void>
using enable_if_t = typename std::enable_if<Condition, T>::type;
template <bool Condition, class T, class U>
using conditional_t = typename std::conditional<Condition, T, U>::type;
template <class T>
using decay_t = typename std::decay<T>::type;
template <class T>
using remove_const_t = typename std::remove_const<T>::type;
template <class T>
using remove_cv_t = typename std::remove_cv<T>::type;
template <class T>
using remove_pointer_t = typename std::remove_pointer<T>::type;

namespace detail {
template <class...>
struct make_void {
  using type = void;
};
}  // namespace detail

template <class... T>
using void_t = typename detail::make_void<T...>::type;

}  // namespace hcrt
#endif
