// What an object is to a launch that meets it: a view, an array, a mark of the compiler's, or something else.
#ifndef HCRT_DETAIL_HELD_KINDS_HPP
#define HCRT_DETAIL_HELD_KINDS_HPP

#include <cstddef>
#include <vector>

#include "array_view.hpp"
#include "config.hpp"

namespace Concurrency {
namespace graphics {
template <class T, int N>
class texture;
template <class T, int N>
class texture_view;
template <class T, int N>
class writeonly_texture_view;
}  // namespace graphics
}  // namespace Concurrency

namespace hcrt {
namespace detail {

/// The compiler puts one into a lambda that captures local variables by reference: their names, for messages.
class ByReference {
 public:
  HCRT_CPU explicit ByReference(const char* names) : names_(names) {}
  HCRT_CPU const char* names() const { return names_; }

 private:
  const char* names_;
};

/// The compiler puts one into a lambda that captures `this`. IsRead: the kernel changes nothing in the
/// object, so that a copy of it does.
template <class T, bool IsRead>
class ThisObject {
 public:
  HCRT_BOTH explicit ThisObject(T* object) : object_(object) {}
  HCRT_BOTH T* object() const { return object_; }

 private:
  T* object_;
};
template <bool IsRead, class T>
HCRT_BOTH ThisObject<T, IsRead> this_object(T* object) {
  return ThisObject<T, IsRead>(object);
}

#ifndef __KALMAR_ACCELERATOR__
/// What an object is to a launch.
enum class Held { other, view, array, names, self };
template <class T>
constexpr Held held_kind = __is_same(T, ByReference) ? Held::names : Held::other;
template <class T>
constexpr Held held_kind<const T> = held_kind<T>;
template <class T, int N>
constexpr Held held_kind<Kalmar::array_view<T, N>> = Held::view;
template <class T, int N>
constexpr Held held_kind<Concurrency::graphics::texture_view<T, N>> = Held::view;
template <class T, int N>
constexpr Held held_kind<Concurrency::graphics::writeonly_texture_view<T, N>> = Held::view;
template <class T, int N>
constexpr Held held_kind<Kalmar::array<T, N>> = Held::array;
template <class T, int N>
constexpr Held held_kind<Concurrency::graphics::texture<T, N>> = Held::array;

// Its elements lie behind pointers of which one has no object: they are not followed.
template <class T>
constexpr bool is_vector = false;
template <class T>
constexpr bool is_vector<const T> = is_vector<T>;
template <class T, class A>
constexpr bool is_vector<std::vector<T, A>> = !__is_same(T, bool);

template <class T, bool IsRead>
constexpr Held held_kind<ThisObject<T, IsRead>> = Held::self;

template <template <class, int> class C, class T, int N>
C<T, N>* base_of(C<T, N>*);
template <template <class, int> class C, class T, int N>
const C<T, N>* base_of(const C<T, N>*);
/// The view or array that a class is derived from: clang's builtin shows the members of bases alone.
template <class T, class = std::size_t>
struct Base {
  using type = void;
};
template <class T>
struct Base<T, decltype(sizeof(base_of(static_cast<T*>(nullptr))))> {
  using type = __remove_pointer(decltype(base_of(static_cast<T*>(nullptr))));
};
template <class T>
constexpr Held base_kind = held_kind<typename Base<T>::type>;
#endif

}  // namespace detail
}  // namespace hcrt
#endif
