// concurrent_unordered_set, concurrent_unordered_multiset.
#ifndef HCPY_MS_COMPAT_CONCURRENT_UNORDERED_SET_H
#define HCPY_MS_COMPAT_CONCURRENT_UNORDERED_SET_H

#include <unordered_set>

#include "detail/concurrent_tables.hpp"

namespace Concurrency {

template <class Key, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>>
using concurrent_unordered_set = hcrt_ms::ConcurrentTable<std::unordered_set<Key, Hash, Equal>>;
template <class Key, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>>
using concurrent_unordered_multiset = hcrt_ms::ConcurrentTable<std::unordered_multiset<Key, Hash, Equal>>;

}  // namespace Concurrency
namespace concurrency = Concurrency;
#endif
