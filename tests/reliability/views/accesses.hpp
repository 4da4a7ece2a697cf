// Operations of the host on elements: reads, writes, synchronize, refresh, discard_data; and misuse.
#pragma once
#include "copies.hpp"

namespace views {

class Accesses : public Copies {
 public:
  using Copies::Copies;

 protected:
  /// One element, by one of the ways that there are.
  template <class X>
  static auto& element(const X& x, const int* at, int way) {
    if (way == 0) return x[index_of<X::rank>(at)];
    if (way == 1) return x(index_of<X::rank>(at));
    if constexpr (X::rank == 1) {
      if (way == 2) return x.data()[at[0]];
      return x[at[0]];
    } else if constexpr (X::rank == 2) {
      if (way == 2) return x(at[0], at[1]);
      return x[at[0]][at[1]];
    } else {
      if (way == 2) return x(at[0], at[1], at[2]);
      return x[at[0]][at[1]][at[2]];
    }
  }
  static const char* way_name(int way) {
    static const char* const names[] = {"[index]", "(index)", "(i, ...) or data()", "[i]..."};
    return names[way];
  }

  void host_read() {
    const int from = view_to_cut(1, 3), way = random_.below(4);
    if (from < 0) return;
    const ViewSlot& slot = view(from);
    std::visit(
        [&](const auto& x) {
          using T = ElementOf<std::decay_t<decltype(x)>>;
          say("read " + v(from) + way_name(way) + ";");
          const Contents wanted = contents(*slot.store, slot.shape);
          const std::size_t count = slot.shape.count();
          // All of them, or some of a large view.
          for (std::size_t i = count > 500 ? count - 500 : 0; i < count; ++i) {
            int at[3];
            slot.shape.index_of(i, at);
            const T found = element(x, at, way);
            const auto first = static_cast<std::ptrdiff_t>(i * sizeof(T));
            const Contents one{{wanted.bytes.begin() + first, wanted.bytes.begin() + first + sizeof(T)},
                               {wanted.known.begin() + first, wanted.known.begin() + first + sizeof(T)}};
            check_copy(one, &found, sizeof(T), v(from) + " at " + list(at, slot.shape.rank));
          }
        },
        slot.view);
  }

  void host_write() {
    const int to = choose(views_, [](const ViewSlot& s) { return is_writable(s) && s.shape.count() > 0; });
    if (to < 0) return;
    const int way = random_.below(4), part = random_.below(3);
    const Word k = constant();
    ViewSlot& slot = view(to);
    const std::size_t all = slot.shape.count(), begin = part == 1 ? all / 2 : 0,
                      end = std::min(begin + 500, part == 2 ? (all + 1) / 2 : all);
    say("write " + v(to) + way_name(way) + ", elements " + std::to_string(begin) + " to " +
        std::to_string(end) + ", " + std::to_string(k) + ";");
    std::visit(
        [&](const auto& x) {
          using X = std::decay_t<decltype(x)>;
          using T = ElementOf<X>;
          if constexpr (!is_const_view<X>)
            for (std::size_t i = begin; i < end; ++i) {
              int at[3];
              slot.shape.index_of(i, at);
              T& here = element(x, at, way);
              here = static_cast<T>(here * 9 + k + static_cast<Word>(i));
              const Value<T> old = load<T>(*slot.store, slot.shape.at(at));
              store_value(*slot.store, slot.shape.at(at),
                          static_cast<T>(old.value * 9 + k + static_cast<Word>(i)), old.known);
            }
        },
        slot.view);
  }

  void array_access() {
    const int at = choose(arrays_, [](const ArraySlot& one) { return one.shape.count() > 0; });
    if (at < 0) return;
    ArraySlot& slot = array(at);
    int where[3];
    const bool writes = random_.chance(50);
    const std::size_t number = static_cast<std::size_t>(random_.below(static_cast<int>(slot.shape.count())));
    slot.shape.index_of(number, where);
    std::visit([&](auto& x) { access_element(x, slot, where, a(at), writes); }, slot.array);
  }
  template <class X>
  void access_element(X& x, ArraySlot& slot, const int* where, const std::string& name, bool writes) {
    using T = ElementOf<X>;
    const X& read_only = x;
    const api::index<X::rank> i = index_of<X::rank>(where);
    const std::string words = name + "[" + braced("index", where, X::rank) + "]";
    if (!(x.get_cpu_access_type() & api::access_type_read))
      return must_throw("read " + words, [&] { static_cast<void>(T(read_only[i])); });
    say((writes ? "write " : "read ") + words + ";");
    const Value<T> wanted = load<T>(*slot.store, slot.shape.at(where));
    const T found = read_only[i];
    require(!wanted.known || std::memcmp(&found, &wanted.value, sizeof(T)) == 0, words + " is another value");
    if (!writes || !(x.get_cpu_access_type() & api::access_type_write)) return;
    x[i] = static_cast<T>(found * 5 + 3);
    store_value(*slot.store, slot.shape.at(where), static_cast<T>(wanted.value * 5 + 3), wanted.known);
  }

  /// What views and arrays say of themselves.
  void look() {
    const int from = any_view(), other = any_array();
    if (from >= 0) {
      const ViewSlot& slot = view(from);
      say("look at " + v(from) + ";");
      std::visit(
          [&](const auto& x) {
            for (int d = 0; d < slot.shape.rank; ++d) {
              require(x.get_extent()[d] == slot.shape.extent[d], "another extent");
              require(static_cast<std::size_t>(x.get_stride(d)) * slot.shape.element == slot.shape.step[d],
                      "another stride");
            }
            require(static_cast<std::size_t>(x.get_offset()) == slot.shape.first / slot.shape.element,
                    "another offset");
          },
          slot.view);
    }
    if (other < 0) return;
    say("look at " + a(other) + ";");
    const ArraySlot& slot = array(other);
    std::visit(
        [&](const auto& x) {
          require(x.get_extent().size() == slot.shape.count(), "another number of elements");
          require(x.get_accelerator_view().get_accelerator() ==
                      accelerators_[static_cast<std::size_t>(slot.accelerator)],
                  "another accelerator");
        },
        slot.array);
  }

  /// What the host memory under a view holds, where it should be current.
  void check_behind(const ViewSlot& slot, const std::string& name) {
    if (!slot.store->memory) return;
    const Byte* const memory = reinterpret_cast<const Byte*>(slot.store->memory->data());
    const Contents wanted = contents(*slot.store, slot.shape);
    Bytes found;
    for (std::size_t i = 0; i < slot.shape.count(); ++i) {
      const Byte* const first = memory + slot.shape.place(i);
      found.insert(found.end(), first, first + slot.shape.element);
    }
    check_copy(wanted, found.data(), slot.shape.element, "the memory under " + name);
  }
  template <class X>
  static void synchronize_in_a_way(const X& x, int way) {
    if (way == 0)
      x.synchronize();
    else if (way == 1)
      x.synchronize_async().wait();
    else
      x.synchronize(api::access_type_read);
  }

  void synchronize() {
    const int from = any_view(), way = random_.below(3);
    if (from < 0) return;
    say(v(from) + (way == 1 ? ".synchronize_async().wait();" : ".synchronize();"));
    std::visit([&](const auto& x) { synchronize_in_a_way(x, way); }, view(from).view);
    check_behind(view(from), v(from));
  }

  void write_behind() {
    const int to = choose(views_, [](const ViewSlot& s) { return is_writable(s) && s.store->memory; });
    if (to < 0) return;
    ViewSlot& slot = view(to);
    const Word k = constant();
    say(v(to) + ".synchronize(access_type_read_write); the memory under it ^= " + std::to_string(k) + "; " +
        v(to) + ".refresh();");
    const bool waits = random_.chance(50);
    std::visit(
        [&](const auto& x) {
          if (waits)
            x.synchronize(api::access_type_read_write);
          else
            x.synchronize_async(api::access_type_write).wait();
        },
        slot.view);
    check_behind(slot, v(to));
    Byte* const memory = reinterpret_cast<Byte*>(slot.store->memory->data());
    for (std::size_t i = 0; i < slot.shape.count(); ++i) {
      const std::size_t at = slot.shape.place(i);
      memory[at] = static_cast<Byte>(memory[at] ^ k);
      slot.store->bytes[at] = static_cast<Byte>(slot.store->bytes[at] ^ k);
    }
    std::visit([&](const auto& x) { x.refresh(); }, slot.view);
  }

  void synchronize_to() {
    const int from = any_view(), where = any_queue();
    const bool waits = random_.chance(40);
    if (from < 0) return;
    say(v(from) + (waits ? ".synchronize_to(" : ".synchronize_to_async(") + q(where) + ");");
    std::visit(
        [&](const auto& x) {
          if (waits)
            x.synchronize_to(queue(where));
          else
            maybe_keep(x.synchronize_to_async(queue(where)));
        },
        view(from).view);
  }

  void discard() {
    const int x = writable_view();
    if (x < 0) return;
    ViewSlot& slot = view(x);
    say(v(x) + ".discard_data();");
    std::visit(
        [&](const auto& it) {
          if constexpr (!is_const_view<std::decay_t<decltype(it)>>) it.discard_data();
        },
        slot.view);
    for (std::size_t i = 0; i < slot.shape.count(); ++i)
      std::memset(slot.store->known.data() + slot.shape.place(i), 0, slot.shape.element);
  }

  void misuse() {
    const int x = view_to_cut(1, 3), way = random_.below(4), where = any_queue();
    if (x < 0) return;
    const Shape shape = view(x).shape;
    int origin[3] = {0, 0, 0}, extent[3];
    for (int d = 0; d < shape.rank; ++d) extent[d] = shape.extent[d];
    if (way == 0) ++extent[random_.below(shape.rank)];
    if (way == 1) origin[random_.below(shape.rank)] = random_.chance(50) ? -1 : 1;
    if (way == 2) extent[random_.below(shape.rank)] = 0;
    std::visit(
        [&](const auto& it) {
          using X = std::decay_t<decltype(it)>;
          if (way < 3)
            return must_throw(
                v(x) + ".section(" + list(origin, shape.rank) + ", " + list(extent, shape.rank) + ")",
                [&] { it.section(index_of<X::rank>(origin), extent_of<X::rank>(extent)); });
          must_throw("parallel_for_each(" + q(where) + ", extent<1>(-1), ...)", [&] {
            const ConstView<ElementOf<X>, X::rank> read(it);
            VIEWS_LAUNCH(
                queue(where),
                api::extent<1>(-1), [=](api::index<1>) restrict(amp) { static_cast<void>(read); });
          });
        },
        view(x).view);
  }
};

}  // namespace views
