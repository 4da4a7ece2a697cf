// What a random program works on: views, arrays, memory, queues and futures in numbered slots.
#pragma once
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "kernels.hpp"
#include "program.hpp"

namespace views {

// C++ AMP has no elements that are smaller than int.
#ifdef __HCC_AMP__
using AnyView = std::variant<View<Word, 1>, View<Word, 2>, View<Word, 3>, View<Long, 1>, View<Long, 2>,
                             View<Long, 3>, ConstView<Word, 1>, ConstView<Word, 2>, ConstView<Word, 3>,
                             ConstView<Long, 1>, ConstView<Long, 2>, ConstView<Long, 3>>;
#else
using AnyView = std::variant<View<Word, 1>, View<Word, 2>, View<Word, 3>, View<Long, 1>, View<Long, 2>,
                             View<Long, 3>, View<Byte, 1>, View<Byte, 2>, View<Byte, 3>, ConstView<Word, 1>,
                             ConstView<Word, 2>, ConstView<Word, 3>, ConstView<Long, 1>, ConstView<Long, 2>,
                             ConstView<Long, 3>, ConstView<Byte, 1>, ConstView<Byte, 2>, ConstView<Byte, 3>>;
#endif
using AnyArray = std::variant<Array<Word, 1>, Array<Word, 2>, Array<Word, 3>, Array<Long, 1>, Array<Long, 2>,
                              Array<Long, 3>>;

template <class X>
using ElementOf = std::remove_const_t<typename X::value_type>;
template <class X>
constexpr bool is_const_view = std::is_const<typename X::value_type>::value;

template <class T>
constexpr const char* element_name = std::is_same<T, Word>::value   ? "unsigned"
                                     : std::is_same<T, Long>::value ? "Long"
                                                                    : "unsigned char";

struct ViewSlot {
  AnyView view;
  std::shared_ptr<Store> store;
  Shape shape;
};
struct ArraySlot {
  AnyArray array;
  std::shared_ptr<Store> store;
  Shape shape;
  int accelerator = 0;
};
struct QueueSlot {
  int accelerator = 0;
  std::function<Queue()> make;
  std::optional<Queue> queue;
};
/// Something that runs, and what has to be right once it is done.
struct FutureSlot {
  Future future;
  std::function<void()> check;
  std::vector<std::shared_ptr<void>> kept;  // memory that it uses
  bool has_function = false;
};

/// The program found something other than it should.
struct Mismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <int N>
api::extent<N> extent_of(const int* numbers) {
  return api::extent<N>(numbers);
}
template <int N>
api::index<N> index_of(const int* numbers) {
  return api::index<N>(numbers);
}

inline std::string list(const int* numbers, int count) {
  std::string text;
  for (int d = 0; d < count; ++d) text += (d ? ", " : "") + std::to_string(numbers[d]);
  return text;
}
inline std::string braced(const char* what, const int* numbers, int rank) {
  return std::string(what) + "<" + std::to_string(rank) + ">(" + list(numbers, rank) + ")";
}

constexpr int view_slots = 10, array_slots = 5, future_slots = 6;

/// The slots, the text of what was done, and what every operation needs.
class World {
 public:
  World(const std::vector<api::accelerator>& accelerators, bool aloud)
      : accelerators_(accelerators), aloud_(aloud) {
    for (int a = 0; a < static_cast<int>(accelerators.size()); ++a) {
      const api::accelerator one = accelerators[static_cast<std::size_t>(a)];
      add_queue(a, [one]() mutable { return one.get_default_view(); }, "get_default_view()");
      add_queue(a, [one]() mutable { return one.create_view(); }, "create_view()");
      if (a == 0) add_queue(a, any_order(one), "create_view(execute_any_order)");
    }
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  const std::string& text() const { return text_; }

 protected:
  void say(const std::string& line) {
    text_ += line + "\n";
    if (!aloud_) return;
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
  }
  [[noreturn]] void fail(const std::string& what) { throw Mismatch(what); }
  void require(bool right, const std::string& what) {
    if (!right) fail(what);
  }

  // --- Choosing ---
  template <class Slots, class Suits>
  int choose(const Slots& slots, Suits suits) {
    const int count = static_cast<int>(slots.size()), first = random_.below(count);
    for (int i = 0; i < count; ++i) {
      const int slot = (first + i) % count;
      if (slots[static_cast<std::size_t>(slot)] && suits(*slots[static_cast<std::size_t>(slot)])) return slot;
    }
    return -1;
  }
  int any_view() {
    return choose(views_, [](const ViewSlot&) { return true; });
  }
  int writable_view() {
    return choose(views_, [](const ViewSlot& slot) { return is_writable(slot); });
  }
  static bool is_writable(const ViewSlot& slot) {
    return std::visit([](const auto& v) { return !is_const_view<std::decay_t<decltype(v)>>; }, slot.view);
  }
  int any_array() {
    return choose(arrays_, [](const ArraySlot&) { return true; });
  }
  int any_queue() { return random_.below(static_cast<int>(queues_.size())); }
  Word constant() { return static_cast<Word>(random_.between(1, 1000)); }
  void random_extent(int rank, int* extent) {
    static const int largest[3] = {200, 17, 9};
    for (int d = 0; d < rank; ++d) extent[d] = random_.between(1, largest[rank - 1]);
    if (rank == 1 && random_.chance(3)) extent[0] = random_.between(5000, 40000);
#ifndef __HCC_AMP__
    if (random_.chance(3)) extent[random_.below(rank)] = 0;
#endif
  }
  void random_part(const Shape& whole, int* origin, int* extent) {
    for (int d = 0; d < whole.rank; ++d) {
      extent[d] = random_.between(1, whole.extent[d]);
      if (random_.chance(30)) extent[d] = whole.extent[d];
      origin[d] = random_.between(0, whole.extent[d] - extent[d]);
    }
  }

  // --- Slots ---
  ViewSlot& view(int v) { return *views_[static_cast<std::size_t>(v)]; }
  ArraySlot& array(int a) { return *arrays_[static_cast<std::size_t>(a)]; }
  Queue& queue(int q) { return *queues_[static_cast<std::size_t>(q)].queue; }
  static std::string v(int slot) { return "v" + std::to_string(slot); }
  static std::string a(int slot) { return "a" + std::to_string(slot); }
  static std::string q(int slot) { return "q" + std::to_string(slot); }

  /// A slot for a new view: its old one ends, and the host memory under it is looked at.
  void put_view(int slot, ViewSlot made) {
    drop_view(slot);
    views_[static_cast<std::size_t>(slot)] = std::move(made);
  }
  void drop_view(int slot) {
    std::optional<ViewSlot>& old = views_[static_cast<std::size_t>(slot)];
    if (!old) return;
    const std::shared_ptr<Store> store = old->store;
    old.reset();
    look_behind_last(store);
  }
  /// A view has ended: was it the last one of host memory? That may have other views later.
  void look_behind_last(const std::shared_ptr<Store>& store) {
    if (store.use_count() != 1 || !store->memory) return;
    const std::string wrong = difference({store->bytes, store->known}, store->memory->data(), 1);
    require(wrong.empty(), store->memory_name + " after its last view: " + wrong);
    if (random_.chance(50)) free_memory_ = store;
  }

  /// A future that a slot keeps; the one before is waited for, or only forgotten.
  void keep(const Future& future, std::function<void()> check = nullptr,
            std::vector<std::shared_ptr<void>> kept = {}) {
    const int slot = random_.below(future_slots);
    finish(slot);
    say("f" + std::to_string(slot) + " = that future;");
    FutureSlot& made = futures_[static_cast<std::size_t>(slot)].emplace();
    made.future = future;
    made.check = std::move(check);
    made.kept = std::move(kept);
  }
  void finish(int slot) {
    std::optional<FutureSlot>& old = futures_[static_cast<std::size_t>(slot)];
    if (!old) return;
    if (old->check || !old->kept.empty() || random_.chance(50)) {
      say("f" + std::to_string(slot) + ".wait();");
      old->future.wait();
    }
    if (old->check) old->check();
    old.reset();
  }

  template <class Slots>
  static int slot_count(const Slots& slots) {
    return static_cast<int>(slots.size());
  }

  Random random_{0};
  const std::vector<api::accelerator>& accelerators_;
  const bool aloud_;
  std::vector<std::optional<FutureSlot>> futures_{future_slots};
  std::vector<std::optional<ViewSlot>> views_{view_slots};
  std::vector<std::optional<ArraySlot>> arrays_{array_slots};
  std::vector<QueueSlot> queues_;
  int memories_ = 0;                    // how many there were
  std::shared_ptr<Store> free_memory_;  // that had views

 private:
  static std::function<Queue()> any_order(api::accelerator one) {
    return [one]() mutable { return one.create_view(api::execute_any_order); };
  }
  void add_queue(int accelerator, std::function<Queue()> make, const std::string& how) {
    queues_.push_back({accelerator, make, make()});
    say("accelerator_view q" + std::to_string(queues_.size() - 1) + " = accelerators[" +
        std::to_string(accelerator) + "]." + how + ";");
  }

  std::string text_;
};

}  // namespace views
