// concurrent_unordered_map, concurrent_unordered_multimap.
#ifndef HCPY_MS_COMPAT_CONCURRENT_UNORDERED_MAP_H
#define HCPY_MS_COMPAT_CONCURRENT_UNORDERED_MAP_H

#include <unordered_map>

#include "detail/concurrent_tables.hpp"

namespace Concurrency {

template <class Key, class T, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>>
class concurrent_unordered_map : public hcrt_ms::ConcurrentTable<std::unordered_map<Key, T, Hash, Equal>> {
 public:
  typedef T mapped_type;
  using hcrt_ms::ConcurrentTable<std::unordered_map<Key, T, Hash, Equal>>::ConcurrentTable;

  T& operator[](const Key& key) {
    return this->locked([&]() -> T& { return this->table()[key]; });
  }
  T& at(const Key& key) {
    return this->locked([&]() -> T& { return this->table().at(key); });
  }
  const T& at(const Key& key) const {
    return this->locked([&]() -> const T& { return this->table().at(key); });
  }
};

template <class Key, class T, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>>
class concurrent_unordered_multimap
    : public hcrt_ms::ConcurrentTable<std::unordered_multimap<Key, T, Hash, Equal>> {
 public:
  typedef T mapped_type;
  using hcrt_ms::ConcurrentTable<std::unordered_multimap<Key, T, Hash, Equal>>::ConcurrentTable;
};

}  // namespace Concurrency
namespace concurrency = Concurrency;
#endif
