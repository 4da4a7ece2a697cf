// stdext::hash_set and its kin, also as std's, on the standard library's unordered containers.
#ifndef HCPY_MS_COMPAT_HASH_TABLES_HPP
#define HCPY_MS_COMPAT_HASH_TABLES_HPP

#include <cstddef>
#include <functional>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace stdext {

template <class Key>
std::size_t hash_value(const Key& key) {
  return std::hash<Key>()(key);
}

// A program's own traits have these members, too: a hash, and the order of two keys.
template <class Key, class Less = std::less<Key>>
class hash_compare {
 public:
  enum { bucket_size = 1 };
  std::size_t operator()(const Key& key) const { return hash_value(key); }
  bool operator()(const Key& a, const Key& b) const { return Less()(a, b); }
};

}  // namespace stdext

namespace hcrt_ms {

template <class Key, class Traits>
struct TraitsHash : Traits {
  std::size_t operator()(const Key& key) const { return static_cast<const Traits&>(*this)(key); }
};
template <class Key, class Traits>
struct TraitsEqual : Traits {
  bool operator()(const Key& a, const Key& b) const {
    const Traits& less = *this;
    return !less(a, b) && !less(b, a);
  }
};

}  // namespace hcrt_ms

namespace stdext {

template <class Key, class Traits = hash_compare<Key>, class Allocator = std::allocator<Key>>
using hash_set =
    std::unordered_set<Key, hcrt_ms::TraitsHash<Key, Traits>, hcrt_ms::TraitsEqual<Key, Traits>, Allocator>;
template <class Key, class Traits = hash_compare<Key>, class Allocator = std::allocator<Key>>
using hash_multiset = std::unordered_multiset<Key, hcrt_ms::TraitsHash<Key, Traits>,
                                              hcrt_ms::TraitsEqual<Key, Traits>, Allocator>;
template <class Key, class T, class Traits = hash_compare<Key>,
          class Allocator = std::allocator<std::pair<const Key, T>>>
using hash_map = std::unordered_map<Key, T, hcrt_ms::TraitsHash<Key, Traits>,
                                    hcrt_ms::TraitsEqual<Key, Traits>, Allocator>;
template <class Key, class T, class Traits = hash_compare<Key>,
          class Allocator = std::allocator<std::pair<const Key, T>>>
using hash_multimap = std::unordered_multimap<Key, T, hcrt_ms::TraitsHash<Key, Traits>,
                                              hcrt_ms::TraitsEqual<Key, Traits>, Allocator>;

}  // namespace stdext

namespace std {
using stdext::hash_compare;
using stdext::hash_map;
using stdext::hash_multimap;
using stdext::hash_multiset;
using stdext::hash_set;
}  // namespace std
#endif
