// Operations that copy between views, arrays and sequences.
#pragma once
#include <atomic>

#include "launches.hpp"

namespace views {

class Copies : public Launches {
 public:
  using Launches::Launches;

 protected:
  template <class Slot>
  static std::string slot_name(const Slot&, int slot) {
    return (std::is_same<Slot, ViewSlot>::value ? "v" : "a") + std::to_string(slot);
  }

  /// Copies one slot to another, of any kinds.
  void copy_views() {
    const bool from_array = random_.chance(35), to_array = random_.chance(35);
    const int from = from_array ? any_array() : any_view(), first = random_.below(100);
    if (from < 0) return;
    if (from_array)
      to_array ? copy_to_any(array(from), from, arrays_, first)
               : copy_to_any(array(from), from, views_, first);
    else
      to_array ? copy_to_any(view(from), from, arrays_, first) : copy_to_any(view(from), from, views_, first);
  }
  template <class From, class Slots>
  void copy_to_any(From& source, int from, Slots& slots, int first) {
    const int count = static_cast<int>(slots.size());
    for (int i = 0; i < count; ++i) {
      const int to = (first + i) % count;
      if (slots[static_cast<std::size_t>(to)] &&
          copy_if_alike(source, from, *slots[static_cast<std::size_t>(to)], to))
        return;
    }
  }
  static AnyView& held(ViewSlot& slot) { return slot.view; }
  static AnyArray& held(ArraySlot& slot) { return slot.array; }

  template <class From, class To>
  bool copy_if_alike(From& source, int from, To& target, int to) {
    if (source.shape.rank != target.shape.rank || source.shape.element != target.shape.element) return false;
    bool fits = true, equal = true;
    for (int d = 0; d < source.shape.rank; ++d) {
      fits = fits && source.shape.extent[d] <= target.shape.extent[d];
      equal = equal && source.shape.extent[d] == target.shape.extent[d];
    }
#ifdef __HCC_AMP__
    fits = equal;
#endif
    if (!fits && !random_.chance(10)) return false;
    return std::visit(
        [&](auto& x, auto& y) {
          using X = std::decay_t<decltype(x)>;
          using Y = std::decay_t<decltype(y)>;
          if constexpr (std::is_same<ElementOf<X>, ElementOf<Y>>::value && X::rank == Y::rank &&
                        !is_const_view<Y>) {
            const std::string words = slot_name(source, from) + ", " + slot_name(target, to);
            if (fits)
              copy_pair(x, source, y, target, words);
            else
              must_throw("copy(" + words + ")", [&] { api::copy(x, y); });
            return true;
          } else {
            return false;
          }
        },
        held(source), held(target));
  }
  template <class X, class From, class Y, class To>
  void copy_pair(X& x, From& source, Y& y, To& target, const std::string& words) {
    const int way = random_.below(3);
    const int origin[3] = {0, 0, 0};
    say((way == 0 ? "copy_async(" : "copy(") + words + ");");
    if (way == 0)
      maybe_keep(api::copy_async(x, y));
    else if (way == 1)
      api::copy(x, y);
    else
      x.copy_to(y);
    put(*target.store, part(target.shape, origin, source.shape.extent),
        contents(*source.store, source.shape));
  }

  // --- Sequences ---
  /// A sequence that ends the copy after some elements.
  template <class T>
  struct Breaking {
    using iterator_category = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = const T&;

    const T& operator*() const {
      if (left <= 0) throw std::out_of_range("the sequence breaks");
      return value;
    }
    Breaking& operator++() {
      --left;
      return *this;
    }
    Breaking operator++(int) {
      const Breaking old = *this;
      ++*this;
      return old;
    }
    bool operator==(const Breaking&) const { return false; }
    bool operator!=(const Breaking&) const { return true; }

    T value;
    std::ptrdiff_t left;
  };

  void copy_in() {
    if (random_.chance(25)) {
      const int to = any_array();
      if (to >= 0) std::visit([&](auto& y) { copy_in_to(y, array(to), a(to)); }, array(to).array);
      return;
    }
    const int to = writable_view();
    if (to < 0) return;
    std::visit(
        [&](auto& y) {
          if constexpr (!is_const_view<std::decay_t<decltype(y)>>) copy_in_to(y, view(to), v(to));
        },
        view(to).view);
  }
  template <class Y, class Slot>
  void copy_in_to(Y& y, Slot& slot, const std::string& name) {
    using T = ElementOf<Y>;
    const std::size_t count = slot.shape.count();
    if (count == 0) return;
    Contents fresh{Bytes(count * sizeof(T)), Bytes(count * sizeof(T), 1)};
    for (Byte& byte : fresh.bytes) byte = static_cast<Byte>(random_.next());
    const auto from = std::make_shared<std::vector<T>>(count);
    std::memcpy(from->data(), fresh.bytes.data(), fresh.bytes.size());
    const int way = random_.below(8);
    if (way == 0) {
      say("copy_async(vector.begin(), vector.end(), " + name + ");");
      put(*slot.store, slot.shape, fresh);
      return maybe_keep(api::copy_async(from->begin(), from->end(), y), nullptr, {from});
    }
    if (way == 1) {
      say("copy_async(pointer, " + name + ");");
      put(*slot.store, slot.shape, fresh);
      return maybe_keep(api::copy_async(static_cast<const T*>(from->data()), y), nullptr, {from});
    }
    if (way < 4) return copy_in_wrongly(y, *from, name, way);
    copy_in_at_once(y, *from, name, way);
    put(*slot.store, slot.shape, fresh);
  }
  template <class Y, class T>
  void copy_in_at_once(Y& y, const std::vector<T>& from, const std::string& name, int way) {
    if (way == 4) {
      say("copy(vector.cbegin(), " + name + ");");
      api::copy(from.cbegin(), y);
    } else if (way == 5) {
      const std::deque<T> elements(from.begin(), from.end());
      say("copy(deque.begin(), deque.end(), " + name + ");");
      api::copy(elements.begin(), elements.end(), y);
    } else if (way == 6) {
      const std::list<T> elements(from.begin(), from.end());
      say("copy_async(list.begin(), " + name + ").wait();");
      api::copy_async(elements.begin(), y).wait();
    } else {
      say("copy(pointer, pointer, " + name + ");");
      api::copy(from.data(), from.data() + from.size(), y);
    }
  }
  template <class Y, class T>
  void copy_in_wrongly(Y& y, const std::vector<T>& from, const std::string& name, int way) {
    if (way == 2)
      return must_throw("copy(vector.begin(), vector.end() - 1, " + name + ")",
                        [&] { api::copy(from.begin(), from.end() - 1, y); });
    say("copy(an iterator that throws, " + name + ");");
    try {
      api::copy(Breaking<T>{from[0], random_.below(static_cast<int>(from.size()))}, y);
    } catch (const std::out_of_range&) {
      return;
    }
    fail("the iterator's exception was lost");
  }

  void copy_out() {
    if (random_.chance(35)) {
      const int from = any_array();
      if (from >= 0) std::visit([&](auto& x) { copy_out_of(x, array(from), a(from)); }, array(from).array);
      return;
    }
    const int from = any_view();
    if (from >= 0) std::visit([&](auto& x) { copy_out_of(x, view(from), v(from)); }, view(from).view);
  }
  template <class X, class Slot>
  void copy_out_of(X& x, Slot& slot, const std::string& name) {
    using T = ElementOf<X>;
    const Contents wanted = contents(*slot.store, slot.shape);
    const int way = random_.below(6);
    const auto to = std::make_shared<std::vector<T>>(slot.shape.count());
    if (slot.shape.count() == 0) return;
    const std::string what = "a copy of " + name;
    const auto check = [wanted, to, what, this] { check_copy(wanted, to->data(), sizeof(T), what); };
    if (way == 0) {
      say("copy_async(" + name + ", vector.begin());");
      return keep(api::copy_async(x, to->begin()), check, {to});
    }
    if (way == 1) {
      say("copy_async(" + name + ", pointer);");
      return keep(api::copy_async(x, to->data()), check, {to});
    }
    if (way == 2) {
      const auto deque = std::make_shared<std::deque<T>>(slot.shape.count());
      say("copy_async(" + name + ", deque.begin());");
      const Future done = api::copy_async(x, deque->begin());
      return keep(done,
                  [wanted, deque, what, this] {
                    const std::vector<T> found(deque->begin(), deque->end());
                    check_copy(wanted, found.data(), sizeof(T), what);
                  },
                  {deque});
    }
    copy_out_at_once(x, *to, name, way);
    check();
  }
  template <class X, class T>
  void copy_out_at_once(X& x, std::vector<T>& to, const std::string& name, int way) {
    if (way == 3) {
      say("copy(" + name + ", vector.begin());");
      api::copy(x, to.begin());
    } else if (way == 4) {
      say("copy(" + name + ", back_inserter(vector));");
      to.clear();
      api::copy(x, std::back_inserter(to));
    } else if constexpr (std::is_same<X, Array<T, X::rank>>::value) {
      say("vector = " + name + ";");
      to = static_cast<std::vector<T>>(x);
    } else {
      say(name + ".copy_to(array); copy(array, pointer);");
      Array<T, X::rank> between(x.get_extent(), queue(any_queue()));
      x.copy_to(between);
      api::copy(between, to.data());
    }
  }
  void check_copy(const Contents& wanted, const void* found, std::size_t element, const std::string& what) {
    const std::string wrong = difference(wanted, found, element);
    require(wrong.empty(), what + ": " + wrong);
  }
};

}  // namespace views
