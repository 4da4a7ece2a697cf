// Operations that make views and arrays, and end them.
#pragma once
#include "world.hpp"

namespace views {

class Make : public World {
 public:
  using World::World;

 protected:
  template <class Action>
  void with_rank(int rank, Action action) {
    if (rank == 1)
      action(std::integral_constant<int, 1>());
    else if (rank == 2)
      action(std::integral_constant<int, 2>());
    else
      action(std::integral_constant<int, 3>());
  }
  template <class Action>
  void with_element(Action action) {
    if (random_.chance(60)) return action(Word());
#ifndef __HCC_AMP__
    if (random_.chance(50)) return action(Byte());
#endif
    action(Long());
  }

  void randomize(Store& store) {
    for (Byte& byte : store.bytes) byte = static_cast<Byte>(random_.next());
  }
  template <class T>
  static std::string view_type(bool is_const, int rank) {
    return std::string("array_view<") + (is_const ? "const " : "") + element_name<T> + ", " +
           std::to_string(rank) + ">";
  }

  /// Memory that had other views before, whose elements are what they left, or new memory.
  void give_memory(Store& store) {
    const std::shared_ptr<Store> used = std::move(free_memory_);
    if (used && used->bytes.size() >= store.bytes.size() && !store.bytes.empty()) {
      store.memory = used->memory;
      store.memory_name = used->memory_name;
      std::memcpy(store.bytes.data(), store.memory->data(), store.bytes.size());
      return;
    }
    randomize(store);
    store.memory = std::make_shared<Memory>(store.bytes.size() / sizeof(unsigned long long) + 1);
    store.memory_name = "m" + std::to_string(memories_++);
    std::copy(store.bytes.begin(), store.bytes.end(), reinterpret_cast<Byte*>(store.memory->data()));
  }

  void view_over_memory() {
    const int slot = random_.below(view_slots), rank = random_.between(1, 3);
    const bool is_const = random_.chance(20);
    int extent[3];
    random_extent(rank, extent);
    with_rank(rank, [&](auto n) {
      with_element([&](auto element) {
        constexpr int N = decltype(n)::value;
        using T = decltype(element);
        const Shape shape = dense(N, extent, sizeof(T));
        const auto store = std::make_shared<Store>(shape.bytes(), true);
        give_memory(*store);
        T* const first = reinterpret_cast<T*>(store->memory->data());
        say(view_type<T>(is_const, N) + " " + v(slot) + "(" + braced("extent", extent, N) + ", " +
            store->memory_name + ");");
        AnyView made = View<T, N>(extent_of<N>(extent), first);
        if (is_const) made = ConstView<T, N>(extent_of<N>(extent), static_cast<const T*>(first));
        put_view(slot, {made, store, shape});
      });
    });
  }

  void view_without_source() {
    const int slot = random_.below(view_slots), rank = random_.between(1, 3);
    int extent[3];
    random_extent(rank, extent);
    with_rank(rank, [&](auto n) {
      with_element([&](auto element) {
        constexpr int N = decltype(n)::value;
        using T = decltype(element);
        const Shape shape = dense(N, extent, sizeof(T));
        say(view_type<T>(false, N) + " " + v(slot) + "(" + braced("extent", extent, N) + ");");
        put_view(slot,
                 {View<T, N>(extent_of<N>(extent)), std::make_shared<Store>(shape.bytes(), true), shape});
      });
    });
  }

  void make_array() {
    const int rank = random_.between(1, 3);
    int extent[3];
    random_extent(rank, extent);
    with_rank(rank, [&](auto n) {
      constexpr int N = decltype(n)::value;
      if (random_.chance(70))
        make_array_of<Word, N>(extent);
      else
        make_array_of<Long, N>(extent);
    });
  }
  template <class T, int N>
  void make_array_of(const int* numbers) {
    const int slot = random_.below(array_slots), where = any_queue(), other = any_queue();
    const api::extent<N> e = extent_of<N>(numbers);
    const Shape shape = dense(N, numbers, sizeof(T));
    const bool filled = random_.chance(50), staging = random_.chance(30);
    const auto store = std::make_shared<Store>(shape.bytes(), filled);
    store->of_array = true;
    std::vector<T> from(shape.count());
    if (filled) randomize(*store);
    if (!from.empty()) std::memcpy(from.data(), store->bytes.data(), store->bytes.size());
    say("array<" + std::string(element_name<T>) + ", " + std::to_string(N) + "> " + a(slot) + "(" +
        braced("extent", numbers, N) + (filled ? ", some.begin()" : "") + ", " + q(where) +
        (staging ? ", " + q(other) : "") + ");");
    const auto make = [&]() -> Array<T, N> {
      if (filled && !from.empty()) {
        if (staging) return Array<T, N>(e, from.begin(), from.end(), queue(where), queue(other));
        return Array<T, N>(e, from.begin(), queue(where));
      }
      if (staging) return Array<T, N>(e, queue(where), queue(other));
      return Array<T, N>(e, queue(where));
    };
    arrays_[static_cast<std::size_t>(slot)].emplace(
        ArraySlot{make(), store, shape, queues_[static_cast<std::size_t>(where)].accelerator});
  }

  /// A copy of a store: an array of its own has the same elements.
  static std::shared_ptr<Store> cloned(const Store& store, const Shape& shape) {
    const auto made = std::make_shared<Store>(shape.bytes(), true);
    const Contents from = contents(store, shape);
    made->bytes = from.bytes;
    made->known = from.known;
    made->of_array = true;
    return made;
  }

  void copy_array() {
    const int from = any_array(), to = random_.below(array_slots), way = random_.below(5);
    if (from < 0 || from == to) return;
    if (way < 2) return construct_array(from, to, way);
    if (way == 2) return array_from_view(to);
    ArraySlot& source = array(from);
    std::optional<ArraySlot>& target = arrays_[static_cast<std::size_t>(to)];
    if (!target || target->array.index() != source.array.index()) return;
    say(a(to) + " = " + (way == 3 ? a(from) : "std::move(" + a(from) + ")") + ";");
    if (way == 3) {
      target->array = source.array;
      target->store = cloned(*source.store, source.shape);
    } else {
      target->array = std::move(source.array);
      target->store = source.store;
    }
    target->shape = source.shape;
    target->accelerator = source.accelerator;
    if (way == 4) arrays_[static_cast<std::size_t>(from)].reset();
  }
  void construct_array(int from, int to, int way) {
    ArraySlot& source = array(from);
    std::optional<ArraySlot>& target = arrays_[static_cast<std::size_t>(to)];
    say("array " + a(to) + "(" + (way == 0 ? a(from) : "std::move(" + a(from) + ")") + ");");
    if (way == 0) {
      target.emplace(
          ArraySlot{source.array, cloned(*source.store, source.shape), source.shape, source.accelerator});
    } else {
      target.emplace(ArraySlot{std::move(source.array), source.store, source.shape, source.accelerator});
      arrays_[static_cast<std::size_t>(from)].reset();
    }
  }
  void array_from_view(int to) {
    const int from = any_view(), where = any_queue();
    if (from < 0) return;
    ViewSlot& source = view(from);
    std::visit(
        [&](const auto& x) {
          using X = std::decay_t<decltype(x)>;
          using T = ElementOf<X>;
          if constexpr (!std::is_same<T, Byte>::value) {
            say("array " + a(to) + "(" + v(from) + ", " + q(where) + ");");
            arrays_[static_cast<std::size_t>(to)].emplace(
                ArraySlot{Array<T, X::rank>(ConstView<T, X::rank>(x), queue(where)),
                          cloned(*source.store, source.shape),
                          dense(source.shape.rank, source.shape.extent, source.shape.element),
                          queues_[static_cast<std::size_t>(where)].accelerator});
          }
        },
        source.view);
  }

  void view_of_array() {
    const int from = any_array(), slot = random_.below(view_slots), way = random_.below(5);
    if (from < 0) return;
    ArraySlot& source = array(from);
    std::visit(
        [&](auto& x) {
          using T = typename std::decay_t<decltype(x)>::value_type;
          constexpr int N = std::decay_t<decltype(x)>::rank;
          const auto& read_only = x;
          if (way == 0) {
            say("array_view " + v(slot) + "(" + a(from) + ");");
            put_view(slot, {View<T, N>(x), source.store, source.shape});
          } else if (way == 1) {
            say("array_view<const> " + v(slot) + "(" + a(from) + ");");
            put_view(slot, {ConstView<T, N>(read_only), source.store, source.shape});
          } else if (way == 2) {
            part_of_array(x, source, from, slot);
          } else if (way == 3) {
            row_of_array(x, source, from, slot);
          } else {
            int count = static_cast<int>(source.shape.count());
            say("array_view<const> " + v(slot) + " = const " + a(from) + ".view_as(extent<1>(" +
                std::to_string(count) + "));");
            if (count == 0) return;
            put_view(slot,
                     {read_only.view_as(api::extent<1>(count)), source.store, dense(1, &count, sizeof(T))});
          }
        },
        source.array);
  }
  template <class A>
  void part_of_array(A& x, ArraySlot& source, int from, int slot) {
    if (source.shape.count() == 0) return;
    int origin[3], extent[3];
    random_part(source.shape, origin, extent);
    say("array_view " + v(slot) + " = " + a(from) + ".section(" + braced("index", origin, A::rank) + ", " +
        braced("extent", extent, A::rank) + ");");
    put_view(slot, {x.section(index_of<A::rank>(origin), extent_of<A::rank>(extent)), source.store,
                    part(source.shape, origin, extent)});
  }
  template <class A>
  void row_of_array(A& x, ArraySlot& source, int from, int slot) {
    if constexpr (A::rank > 1) {
      if (source.shape.count() == 0) return;
      const int i = random_.below(source.shape.extent[0]);
      say("array_view " + v(slot) + " = " + a(from) + "[" + std::to_string(i) + "];");
      put_view(slot, {x[i], source.store, row(source.shape, i)});
    }
  }

  void drop_array() {
    const int slot = any_array();
    if (slot < 0) return;
    say("end of " + a(slot) + ";");
    arrays_[static_cast<std::size_t>(slot)].reset();
  }
};

}  // namespace views
