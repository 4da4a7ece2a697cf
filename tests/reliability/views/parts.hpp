// Operations that make views of views.
#pragma once
#include "make.hpp"

namespace views {

class Parts : public Make {
 public:
  using Make::Make;

 protected:
  /// A view with elements, of the rank or any.
  int view_to_cut(int least_rank, int most_rank) {
    return choose(views_, [=](const ViewSlot& slot) {
      return slot.shape.count() > 0 && slot.shape.rank >= least_rank && slot.shape.rank <= most_rank;
    });
  }

  void section() {
    const int from = view_to_cut(1, 3), slot = random_.below(view_slots), way = random_.below(4);
    if (from < 0) return;
    const ViewSlot source = view(from);
    int origin[3] = {0, 0, 0}, extent[3];
    random_part(source.shape, origin, extent);
    for (int d = 0; d < source.shape.rank; ++d) {
      if (way == 1) origin[d] = 0;
      if (way == 2) extent[d] = source.shape.extent[d] - origin[d];
    }
    const int rank = source.shape.rank;
    std::visit(
        [&](const auto& x) {
          constexpr int N = std::decay_t<decltype(x)>::rank;
          const std::string at = braced("index", origin, rank), size = braced("extent", extent, rank);
          const std::string words = way == 1   ? size
                                    : way == 2 ? at
                                    : way == 3 ? list(origin, rank) + ", " + list(extent, rank)
                                               : at + ", " + size;
          say("array_view " + v(slot) + " = " + v(from) + ".section(" + words + ");");
          const auto cut = way == 1   ? x.section(extent_of<N>(extent))
                           : way == 2 ? x.section(index_of<N>(origin))
                           : way == 3 ? by_numbers(x, origin, extent)
                                      : x.section(index_of<N>(origin), extent_of<N>(extent));
          put_view(slot, {cut, source.store, part(source.shape, origin, extent)});
        },
        source.view);
  }
  template <class X>
  static X by_numbers(const X& x, const int* o, const int* e) {
    if constexpr (X::rank == 1)
      return x.section(o[0], e[0]);
    else if constexpr (X::rank == 2)
      return x.section(o[0], o[1], e[0], e[1]);
    else
      return x.section(o[0], o[1], o[2], e[0], e[1], e[2]);
  }

  void projection() {
    const int from = view_to_cut(2, 3), slot = random_.below(view_slots);
    if (from < 0) return;
    const ViewSlot source = view(from);
    const int i = random_.below(source.shape.extent[0]);
    std::visit(
        [&](const auto& x) {
          if constexpr (std::decay_t<decltype(x)>::rank > 1) {
            const bool round = random_.chance(30);
            say("array_view " + v(slot) + " = " + v(from) + (round ? "(" : "[") + std::to_string(i) +
                (round ? ");" : "];"));
            put_view(slot, {round ? x(i) : x[i], source.store, row(source.shape, i)});
          }
        },
        source.view);
  }

  void view_as() {
    const int from = view_to_cut(1, 1), slot = random_.below(view_slots), rank = random_.between(1, 3);
    if (from < 0) return;
    const ViewSlot source = view(from);
    int extent[3], left = source.shape.extent[0];
    for (int d = 0; d < rank; ++d) {
      extent[d] = random_.between(1, d == rank - 1 ? left : std::min(left, 20));
      if (d == rank - 1 && random_.chance(50)) extent[d] = left;
      left /= extent[d];
    }
    std::visit(
        [&](const auto& x) {
          if constexpr (std::decay_t<decltype(x)>::rank == 1) {
            with_rank(rank, [&](auto n) {
              constexpr int N = decltype(n)::value;
              say("array_view " + v(slot) + " = " + v(from) + ".view_as(" + braced("extent", extent, N) +
                  ");");
              put_view(slot, {x.view_as(extent_of<N>(extent)), source.store,
                              dense(N, extent, source.shape.element, source.shape.first)});
            });
          }
        },
        source.view);
  }

  void reinterpret() {
    const int from = view_to_cut(1, 1), slot = random_.below(view_slots);
    if (from < 0) return;
    const ViewSlot source = view(from);
    std::visit(
        [&](const auto& x) {
          if constexpr (std::decay_t<decltype(x)>::rank == 1)
            with_element([&](auto element) { reinterpret_to<decltype(element)>(x, source, from, slot); });
        },
        source.view);
  }
  template <class T, class X>
  void reinterpret_to(const X& x, const ViewSlot& source, int from, int slot) {
    if (source.shape.first % sizeof(T) != 0) return;  // such elements would not be aligned
    const std::string words = v(from) + ".reinterpret_as<" + element_name<T> + ">()";
    if (source.shape.bytes() % sizeof(T) != 0)
      return must_throw(words, [&] { x.template reinterpret_as<T>(); });
    const int count = static_cast<int>(source.shape.bytes() / sizeof(T));
    say("array_view " + v(slot) + " = " + words + ";");
    put_view(slot,
             {x.template reinterpret_as<T>(), source.store, dense(1, &count, sizeof(T), source.shape.first)});
  }

  void copy_view() {
    const int from = any_view(), to = random_.below(view_slots), way = random_.below(3);
    if (from < 0 || from == to) return;
    const ViewSlot source = view(from);
    std::visit(
        [&](const auto& x) {
          using X = std::decay_t<decltype(x)>;
          std::optional<ViewSlot>& target = views_[static_cast<std::size_t>(to)];
          X* const same = target ? std::get_if<X>(&target->view) : nullptr;
          if (way == 0 && same) {
            say(v(to) + " = " + v(from) + ";");
            const std::shared_ptr<Store> store = target->store;
            *same = x;
            target->store = source.store;
            target->shape = source.shape;
            look_behind_last(store);
          } else if (way == 1) {
            say("array_view<const> " + v(to) + "(" + v(from) + ");");
            put_view(to, {ConstView<ElementOf<X>, X::rank>(x), source.store, source.shape});
          } else {
            say("array_view " + v(to) + "(" + v(from) + ");");
            put_view(to, source);
          }
        },
        source.view);
  }

  void drop_any_view() {
    const int slot = any_view();
    if (slot < 0) return;
    say("end of " + v(slot) + ";");
    drop_view(slot);
  }

  template <class Action>
  void must_throw(const std::string& words, Action action) {
    say(words + ";  // throws");
    try {
      action();
    } catch (const api::runtime_exception&) {
      return;
    }
    fail(words + " did not throw a runtime_exception");
  }
};

}  // namespace views
