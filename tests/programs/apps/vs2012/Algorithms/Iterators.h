// Iterators of a small algorithms library on C++ AMP, old style: C++11, traits, tag dispatch.
#if !defined(MINI_BOLT_ITERATORS_H)
#define MINI_BOLT_ITERATORS_H
#pragma once
#include <amp.h>
#include <cassert>
#include <iterator>
#include <vector>
namespace mini {
namespace amp {
struct device_vector_tag : public std::random_access_iterator_tag {};
struct fancy_iterator_tag : public std::random_access_iterator_tag {};
template <typename T>
class device_vector {
 public:
  typedef T value_type;
  typedef concurrency::array_view<T, 1> container;
  template <typename V>
  class iterator_base {
   public:
    typedef device_vector_tag iterator_category;
    typedef V value_type;
    typedef ptrdiff_t difference_type;
    typedef V* pointer;
    typedef V& reference;
    iterator_base(const container& c, int at) : m_c(c), m_at(at) {}
    iterator_base& operator+=(difference_type n) {
      m_at += int(n);
      return *this;
    }
    iterator_base operator+(difference_type n) const {
      iterator_base r(*this);
      return r += n;
    }
    difference_type operator-(const iterator_base& o) const { return m_at - o.m_at; }
    iterator_base& operator++() { return *this += 1; }
    bool operator==(const iterator_base& o) const { return m_at == o.m_at; }
    bool operator!=(const iterator_base& o) const { return m_at != o.m_at; }
    V& operator*() const { return m_c[m_at]; }
    struct payload {
      container c;
      int base;
      typedef V value_type;
      V& operator[](int i) const restrict(amp, cpu) { return c[base + i]; }
    };
    payload get_payload() const {
      payload p = {m_c, m_at};
      return p;
    }

   private:
    container m_c;
    int m_at;
  };
  typedef iterator_base<T> iterator;
  device_vector(int n, T x = T()) : m_store(n, x), m_view(n, m_store) {}
  template <typename It>
  device_vector(It b, It e) : m_store(b, e), m_view(int(m_store.size()), m_store) {}
  device_vector(const device_vector&) = delete;
  void operator=(const device_vector&) = delete;
  iterator begin() const { return iterator(m_view, 0); }
  iterator end() const { return iterator(m_view, m_view.extent[0]); }
  T& operator[](int i) const { return m_view[i]; }
  int size() const { return m_view.extent[0]; }
  const std::vector<T>& host() const {
    m_view.synchronize();
    return m_store;
  }

 private:
  mutable std::vector<T> m_store;
  container m_view;
};
template <typename T>
struct counting_iterator {
  typedef fancy_iterator_tag iterator_category;
  typedef T value_type;
  typedef int difference_type;
  typedef const T* pointer;
  typedef T reference;
  T at;
  explicit counting_iterator(T x) restrict(amp, cpu) : at(x) {}
  counting_iterator operator+(int n) const restrict(amp, cpu) { return counting_iterator(at + n); }
  int operator-(const counting_iterator& o) const { return int(at - o.at); }
  T operator[](int i) const restrict(amp, cpu) { return at + T(i); }
  T operator*() const restrict(amp, cpu) { return at; }
  const counting_iterator& get_payload() const { return *this; }
};
template <typename T>
struct constant_iterator {
  typedef fancy_iterator_tag iterator_category;
  typedef T value_type;
  typedef int difference_type;
  typedef const T* pointer;
  typedef T reference;
  T x;
  T operator[](int) const restrict(amp, cpu) { return x; }
  const constant_iterator& get_payload() const { return *this; }
};
template <typename F, typename It>
struct transform_iterator {
  typedef fancy_iterator_tag iterator_category;
  typedef decltype(std::declval<F>()(
      std::declval<typename std::iterator_traits<It>::value_type>())) value_type;
  typedef int difference_type;
  typedef const value_type* pointer;
  typedef value_type reference;
  It it;
  F f;
  transform_iterator(It i, F g) : it(i), f(g) {}
  transform_iterator operator+(int n) const { return transform_iterator(it + n, f); }
  int operator-(const transform_iterator& o) const { return int(it - o.it); }
  template <typename P>
  struct payload_t {
    P p;
    F f;
    typedef typename transform_iterator::value_type value_type;
    value_type operator[](int i) const restrict(amp, cpu) { return f(p[i]); }
  };
  auto get_payload() const -> payload_t<typename std::decay<decltype(it.get_payload())>::type> {
    return {it.get_payload(), f};
  }
};
template <typename F, typename It>
transform_iterator<F, It> make_transform_iterator(It i, F f) {
  return transform_iterator<F, It>(i, f);
}
template <typename A, typename B>
struct pair_ref {
  A a;
  B b;
};
template <typename I, typename J>
struct zip_iterator {
  typedef fancy_iterator_tag iterator_category;
  typedef pair_ref<typename std::iterator_traits<I>::value_type, typename std::iterator_traits<J>::value_type>
      value_type;
  typedef int difference_type;
  typedef value_type* pointer;
  typedef value_type reference;
  I i;
  J j;
  zip_iterator(I x, J y) : i(x), j(y) {}
  int operator-(const zip_iterator& o) const { return int(i - o.i); }
  template <typename P, typename Q>
  struct payload_t {
    P p;
    Q q;
    typedef typename zip_iterator::value_type value_type;
    value_type operator[](int k) const restrict(amp, cpu) {
      value_type v = {p[k], q[k]};
      return v;
    }
  };
  auto get_payload() const -> payload_t<typename std::decay<decltype(i.get_payload())>::type,
                                        typename std::decay<decltype(j.get_payload())>::type> {
    return {i.get_payload(), j.get_payload()};
  }
};
template <typename I, typename J>
zip_iterator<I, J> make_zip(I i, J j) {
  return zip_iterator<I, J>(i, j);
}
}  // namespace amp
}  // namespace mini
#endif
