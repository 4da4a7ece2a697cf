// What a function object holds by reference, and what a launch makes of it.
//
// clang's __builtin_dump_struct reports the members of any class, closures too: its callback gets those that
// can be printed as lvalues, and the addresses of all others, for a reference that of the object it refers
// to. A launch copies array_views that are held by reference, which binds them, and libhcrt puts the copies'
// images in their place. It knows objects of array and texture by their addresses. A pointer to a view, and
// one of the function object's own to a class with views, is a reference that may be null. Everything else
// that is held by reference needs an accelerator that shares the host's memory.
#ifndef HCRT_DETAIL_BY_REFERENCE_HPP
#define HCRT_DETAIL_BY_REFERENCE_HPP

#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

#include "array_view.hpp"
#include "config.hpp"
#include "handle.hpp"
#include "held_kinds.hpp"

namespace hcrt {
namespace detail {

#ifndef __KALMAR_ACCELERATOR__
/// What is asked of a class: does it have views or arrays, or may it have references that matter?
enum class Question { has_views, has_references };

template <class T, class = std::size_t>
constexpr bool is_whole_class = false;
template <class T>
constexpr bool is_whole_class<T, decltype(sizeof(T))> = __is_class(T);

template <Question Q, class T, int Depth>
struct MemberAnswer;
template <Question Q, class T, int Depth>
struct PointerAnswer;

/// The callback that answers: only the type of the call matters, which is noexcept where the answer is no.
template <Question Q, int Depth>
struct MemberQuestion {
  HCRT_CPU void operator()(const char*, ...) const noexcept;
  template <class T>
  HCRT_CPU void operator()(const char*, const char*, const char*, const char*, T*&&) const
      noexcept(!MemberAnswer<Q, T, Depth>::value);
  template <class T>
  HCRT_CPU void operator()(const char*, const char*, const char*, const char*, T* const&) const
      noexcept(!PointerAnswer<Q, T, Depth>::value);
};

// Classes in classes are followed down to this depth.
template <Question Q, class T, int Depth = 8, bool = is_whole_class<T> && (Depth > 0)>
constexpr bool answer = false;
template <Question Q, class T, int Depth>
constexpr bool answer<Q, T, Depth, true> =
    (Q == Question::has_views && base_kind<T> != Held::other) ||
    !noexcept(__builtin_dump_struct(static_cast<T*>(nullptr), MemberQuestion<Q, Depth>()));

/// Of one member: its type, const where it lies in the object itself, or the type that a reference refers to.
template <Question Q, class T, int Depth>
struct MemberAnswer {
  static constexpr bool may_be_reference = !__is_class(T) || !__is_const(T);
  static constexpr bool value =
      held_kind<T> == Held::other
          ? (Q == Question::has_references && may_be_reference) || answer<Q, T, Depth - 1>
          : held_kind<T> == Held::view || held_kind<T> == Held::self ||
                (held_kind<T> == Held::array && Q == Question::has_views);
};
template <Question Q, class T, std::size_t N, int Depth>
struct MemberAnswer<Q, T[N], Depth> {
  static constexpr bool value = held_kind<T> == Held::array || MemberAnswer<Q, T, Depth>::value;
};

/// Of what a pointer points to. One that lies deeper than in the function object is followed to views alone.
template <Question Q, class T, int Depth>
struct PointerAnswer {
  static constexpr int followed = Q == Question::has_references ? 8 : 0;  // classes may point to themselves
  static constexpr bool value = held_kind<T> == Held::view ||
                                (held_kind<T> == Held::array && Q == Question::has_views) ||
                                answer<Question::has_views, T, followed>;
};

template <class T, class = std::size_t>
constexpr std::size_t bytes_of = 0;
template <class T>
constexpr std::size_t bytes_of<T, decltype(sizeof(T))> = sizeof(T);

/// Looks for a number of less than 64 bits in a word of an object. Only what lies in the object counts, not
/// what its references refer to.
struct NumberSearch {
  const char* word;
  bool* is_found;
  std::size_t outer;  // bytes of the object whose members are visited

  HCRT_CPU void operator()(const char*, ...) const {}
  template <class T>
  HCRT_CPU void operator()(const char*, const char*, const char*, const char*, const T& member) const {
    note(&member, sizeof(T));
  }
  template <class T>
  HCRT_CPU void operator()(const char*, const char*, const char*, const char*, T*&& member) const {
    using Element = __remove_all_extents(T);
    if constexpr (is_whole_class<Element>)
      elements(reinterpret_cast<Element*>(member), sizeof(T) / sizeof(Element));
    else if constexpr (!__is_function(T) && !__is_union(Element))
      note(member, bytes_of<T>);
  }

  template <class T>
  HCRT_CPU void elements(T* first, std::size_t count) const {
    if (sizeof(T) >= outer) return;  // by a reference
    const NumberSearch inner{word, is_found, sizeof(T)};
    for (std::size_t i = 0; i < count; ++i) __builtin_dump_struct(first + i, inner);
  }
  HCRT_CPU void note(const volatile void* member, std::size_t bytes) const {
    const auto* const at = static_cast<const volatile char*>(member);
    if (bytes < sizeof(void*) && at < word + sizeof(void*) && at + bytes > word) *is_found = true;
  }
};

/// An IsNumber of objects of a class.
template <class T>
HCRT_CPU bool has_number_at(const void* object, std::size_t offset) {
  using Element = __remove_all_extents(T);
  if (offset >= sizeof(T)) return true;  // the numbers of a launch
  bool is_found = false;
  const NumberSearch search{static_cast<const char*>(object) + offset, &is_found, sizeof(T) + 1};
  search.elements(static_cast<const Element*>(object), sizeof(T) / sizeof(Element));
  return is_found;
}

// Inlined, the walk over members that lie in the object is nothing at all.
#define HCRT_INLINED __attribute__((always_inline)) HCRT_CPU

/// The walk over what a function object holds, in its launch.
class ReferenceWalk {
 public:
  /// The members of the function object itself, whose own copy binds the views in it.
  template <class F>
  HCRT_INLINED void walk(const F& f) {
    contents(f, Place{&f, sizeof(F), nullptr, false, false, nullptr});
    if (type_ != nullptr) require_shared_memory(names_ != nullptr ? names_ : type_);
  }

 private:
  /// An object whose members are visited, and where a copy of its bytes is made.
  struct Place {
    const void* object;
    std::size_t bytes;
    unsigned char* image;  // null: none
    bool in_place;         // its views are bound where they are
    bool is_this;          // the kernel need not use all that it refers to
    const Place* outer;    // what refers to it

    HCRT_INLINED std::size_t offset(const volatile void* member) const {
      return static_cast<std::size_t>(static_cast<const volatile char*>(member) -
                                      static_cast<const char*>(object));
    }
  };

  struct Visitor {
    ReferenceWalk& walk;
    Place place;

    HCRT_CPU void operator()(const char*, ...) const {}
    template <class T>
    HCRT_INLINED void operator()(const char*, const char*, const char* type, const char*, T*&& member) const {
      if constexpr (__is_function(T))
        walk.other(type, place);
      else
        walk.member(*member, type, place);
    }
    template <class T>
    HCRT_INLINED void operator()(const char*, const char*, const char* type, const char* name,
                                 T* const& member) const {
      if constexpr (PointerAnswer<Question::has_references, T, 1>::value || held_kind<T> == Held::array)
        if (member != nullptr) walk.pointer(*member, type, *name == 0, place);
    }
  };

  template <class T>
  HCRT_INLINED void member(T& object, const char* type, const Place& place) {
    using Element = __remove_all_extents(T);
    constexpr Held kind = held_kind<Element>;
    constexpr bool is_object = held_kind<T> == Held::array;  // libhcrt knows its address
    if constexpr (kind == Held::names) {
      names_ = object.names();
    } else if constexpr (kind == Held::self) {
      this_object(object, place);
    } else if (place.offset(&object) < place.bytes && !is_reference(type)) {
      contents(object, place);
    } else if constexpr (is_object) {
      if (place.in_place) bind_array(&object);
    } else if constexpr (kind != Held::other || answer<Question::has_views, Element>) {
      const bool is_constant = is_fixed<T> || (base_kind<Element> != Held::other && !runs_on_host()) ||
                               std::strstr(type, "(lambda") != nullptr;
      reference(object, type, is_constant && !place.in_place, place.is_this, place);
    } else {
      other(type, place);
    }
  }

  /// Is it const, or does what a kernel changes lie elsewhere?
  template <class T, class Element = __remove_all_extents(T)>
  static constexpr bool is_fixed = __is_const(Element) || held_kind<Element> == Held::view;

  /// What a pointer points to. A lambda has those that it uses; a class may have others.
  template <class T>
  HCRT_INLINED void pointer(T& object, const char* type, bool is_capture, const Place& place) {
    if constexpr (held_kind<T> == Held::array) {
      if (place.in_place) bind_array(&object);
    } else if ((held_kind<T> == Held::view || place.outer == nullptr) && &object != this_) {
      const bool as_image = is_fixed<T> && !place.in_place;
      if (as_image || is_capture || runs_on_host()) reference(object, type, as_image, true, place);
    }
  }

  template <class T, bool IsRead>
  HCRT_CPU void this_object(const ThisObject<T, IsRead>& held, const Place& place) {
    constexpr bool is_read = IsRead || __is_const(T);
    this_ = held.object();
    if constexpr (answer<Question::has_views, T>) {
      reference(*held.object(), "'this'", is_read, true, place);
    } else if (!shares_memory()) {
      if constexpr (is_read)
        reference(*held.object(), "'this'", true, true, place);
      else
        require_shared_memory("'this'");
    }
  }

  /// By a member's type as clang writes it: T &, T (&)[N]. One that has a name is recognised by where its
  /// object lies.
  HCRT_INLINED static bool is_reference(const char* type) {
    return type[std::strlen(type) - 1] == '&' || std::strstr(type, "(&") != nullptr;
  }

  /// What lies in the object of the place. Numbers are read in vain, whether or not they have a value.
  template <class T, std::size_t N>
  HCRT_INLINED void contents(T (&elements)[N], const Place& place) {
    if constexpr (__is_class(__remove_all_extents(T)))
      for (T& element : elements) contents(element, place);
  }
  template <class T>
  __attribute__((no_sanitize("undefined"))) HCRT_INLINED void contents(T& object, const Place& place) {
    if constexpr (held_kind<T> == Held::view) {
      if (place.image != nullptr || place.in_place) bind_view(object, place);
    } else if constexpr (held_kind<T> == Held::array) {
      if (place.in_place) bind_array(&object);
    } else if constexpr (is_vector<T>) {
      if (place.image != nullptr || place.in_place) elements(object, place);
    } else if constexpr (__is_class(T)) {
      if constexpr (base_kind<T> != Held::other) contents<typename Base<T>::type>(object, place);
      const Visitor visitor{*this, place};
      __builtin_dump_struct(&object, visitor);
    }
  }

  /// A vector's views are bound where they are, whether or not the vector's own bytes are copied.
  template <class T>
  HCRT_CPU void elements(T& vector, const Place& place) {
    if constexpr (answer<Question::has_views, T>) {
      if (place.is_this && !runs_on_host()) return;  // the kernel may use other members alone
      require_host_kernels(nullptr);
      for (auto& element : vector)
        contents(element, Place{&element, sizeof(element), nullptr, true, place.is_this, &place});
    }
  }

  /// What is derived from a view may have a member where the view has padding.
  template <class T>
  struct Derived : T {
    char member;
  };

  template <class T>
  HCRT_CPU void bind_view(T& view, const Place& place) {
    alignas(T) unsigned char bytes[sizeof(T)];
    const T* const bound = ::new (bytes) T(view);
    void* const own = const_cast<void*>(static_cast<const void*>(&view));
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winvalid-offsetof"
    constexpr std::size_t used = __builtin_offsetof(Derived<__remove_cv(T)>, member);
#pragma clang diagnostic pop
    std::memcpy(place.in_place ? own : place.image + place.offset(&view), bytes, used);
    bound->~T();
  }

  /// An object with views or arrays. What a kernel may change must not be a copy of it.
  template <class T>
  HCRT_CPU void reference(T& object, const char* type, bool as_image, bool is_this, const Place& outer) {
    for (const Place* place = &outer; place != nullptr; place = place->outer) {
      if (place->object != &object) continue;
      if (as_image == (place->image != nullptr)) return;
      fail("parallel_for_each: the kernel holds an object by reference that refers to itself");
    }
    if (as_image) {
      unsigned char image[sizeof(T)];
      std::memcpy(image, static_cast<const void*>(&object), sizeof(T));
      contents(object, Place{&object, sizeof(T), image, false, is_this, &outer});
      hold_by_reference(&object, image, sizeof(T), has_number_at<T>);
    } else {
      require_host_kernels(is_vector<T> ? nullptr : type);
      contents(object, Place{&object, sizeof(T), nullptr, true, is_this, &outer});
    }
  }

  HCRT_CPU void other(const char* type, const Place& place) {
    if (type_ == nullptr && !place.is_this) type_ = type;
  }

  const void* this_ = nullptr;
  const char* names_ = nullptr;
  const char* type_ = nullptr;  // of the first object that is neither view nor array
};
#undef HCRT_INLINED

/// May a launch have to do something about references in the function object?
template <class F>
constexpr bool has_references = answer<Question::has_references, F>;

template <class F>
HCRT_CPU void hold_references(const F& f) {
  ReferenceWalk().walk(f);
}
#endif

}  // namespace detail
}  // namespace hcrt
#endif
