// Interlocked functions of <windows.h> and <intrin.h>, for integers of every size: a LONG has 32 bits, a
// program's long has 64.
#ifndef HCPY_MS_COMPAT_INTERLOCKED_HPP
#define HCPY_MS_COMPAT_INTERLOCKED_HPP

template <class T>
T InterlockedIncrement(volatile T* target) {
  return __atomic_add_fetch(target, 1, __ATOMIC_SEQ_CST);
}
template <class T>
T InterlockedDecrement(volatile T* target) {
  return __atomic_sub_fetch(target, 1, __ATOMIC_SEQ_CST);
}
template <class T, class V>
T InterlockedExchangeAdd(volatile T* target, V value) {
  return __atomic_fetch_add(target, static_cast<T>(value), __ATOMIC_SEQ_CST);
}
template <class T, class V>
T InterlockedAnd(volatile T* target, V value) {
  return __atomic_fetch_and(target, static_cast<T>(value), __ATOMIC_SEQ_CST);
}
template <class T, class V>
T InterlockedOr(volatile T* target, V value) {
  return __atomic_fetch_or(target, static_cast<T>(value), __ATOMIC_SEQ_CST);
}
template <class T, class V>
T InterlockedXor(volatile T* target, V value) {
  return __atomic_fetch_xor(target, static_cast<T>(value), __ATOMIC_SEQ_CST);
}
template <class T, class V>
T InterlockedExchange(volatile T* target, V value) {
  return __atomic_exchange_n(target, static_cast<T>(value), __ATOMIC_SEQ_CST);
}
template <class T, class V, class W>
T InterlockedCompareExchange(volatile T* target, V value, W expected) {
  T found = static_cast<T>(expected);
  __atomic_compare_exchange_n(target, &found, static_cast<T>(value), false, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
  return found;
}

#define InterlockedIncrement64 InterlockedIncrement
#define InterlockedDecrement64 InterlockedDecrement
#define InterlockedExchangeAdd64 InterlockedExchangeAdd
#define InterlockedExchange64 InterlockedExchange
#define InterlockedCompareExchange64 InterlockedCompareExchange
// clang has some of these as builtin functions, for int alone.
#define _InterlockedIncrement InterlockedIncrement
#define _InterlockedDecrement InterlockedDecrement
#define _InterlockedExchangeAdd InterlockedExchangeAdd
#define _InterlockedAnd InterlockedAnd
#define _InterlockedOr InterlockedOr
#define _InterlockedXor InterlockedXor
#define _InterlockedExchange InterlockedExchange
#define _InterlockedCompareExchange InterlockedCompareExchange
#define _InterlockedIncrement64 InterlockedIncrement
#define _InterlockedDecrement64 InterlockedDecrement
#define _InterlockedExchangeAdd64 InterlockedExchangeAdd
#define _InterlockedExchange64 InterlockedExchange
#define _InterlockedCompareExchange64 InterlockedCompareExchange

#endif
