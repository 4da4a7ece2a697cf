// Operations that launch kernels, and those on queues and futures.
#pragma once
#include <chrono>
#include <future>
#include <thread>

#include "parts.hpp"

namespace views {

class Launches : public Parts {
 public:
  using Parts::Parts;

 protected:
  /// What a kernel's or a copy's future is for: mostly nothing.
  void maybe_keep(const Future& future, std::function<void()> check = nullptr,
                  std::vector<std::shared_ptr<void>> kept = {}) {
    if (check || !kept.empty() || random_.chance(30)) keep(future, std::move(check), std::move(kept));
  }

  void map() {
    const int x = writable_view(), where = any_queue();
    if (x < 0 || !launchable(view(x).shape)) return;
    const Word k = constant();
    ViewSlot& slot = view(x);
    say("map(" + q(where) + ", " + v(x) + ", " + std::to_string(k) + ");");
    std::visit(
        [&](const auto& it) {
          using X = std::decay_t<decltype(it)>;
          if constexpr (!is_const_view<X>) {
            const Future done = launch_map<ElementOf<X>, X::rank>(queue(where), it, k);
            shadow_map<ElementOf<X>>(*slot.store, slot.shape, k);
            maybe_keep(done);
          }
        },
        slot.view);
  }

  void fill() {
    const int x = writable_view(), where = any_queue();
    if (x < 0 || !launchable(view(x).shape)) return;
    const Word k = constant();
    const bool discards = random_.chance(70);
    ViewSlot& slot = view(x);
    if (discards) say(v(x) + ".discard_data();");
    say("fill(" + q(where) + ", " + v(x) + ", " + std::to_string(k) + ");");
    std::visit(
        [&](const auto& it) {
          using X = std::decay_t<decltype(it)>;
          if constexpr (!is_const_view<X>) {
            if (discards) it.discard_data();
            const Future done = launch_fill<ElementOf<X>, X::rank>(queue(where), it, k);
            shadow_fill<ElementOf<X>>(*slot.store, slot.shape, k);
            maybe_keep(done);
          }
        },
        slot.view);
  }

  /// A view of words of rank 1 with elements, none of them in the other view.
  int words_beside(const ViewSlot& x) {
    return choose(views_, [&](const ViewSlot& b) {
      return b.shape.rank == 1 && b.shape.element == sizeof(Word) && b.shape.count() > 0 &&
             (b.store != x.store || !overlap(b.shape, x.shape, x.store->bytes.size()));
    });
  }
  static ConstView<Word, 1> words(const ViewSlot& slot) {
    if (const auto* writable = std::get_if<View<Word, 1>>(&slot.view)) return *writable;
    return std::get<ConstView<Word, 1>>(slot.view);
  }

  void combine() {
    const int x = writable_view(), where = any_queue();
    if (x < 0 || !launchable(view(x).shape)) return;
    ViewSlot& slot = view(x);
    const int b = words_beside(slot), a = choose(views_, [&](const ViewSlot& one) {
                                        return one.shape.rank == slot.shape.rank &&
                                               one.shape.element == slot.shape.element &&
                                               one.shape.count() > 0 &&
                                               (one.store != slot.store || one.shape == slot.shape ||
                                                !overlap(one.shape, slot.shape, slot.store->bytes.size()));
                                      });
    if (a < 0 || b < 0) return;
    const Word k = constant();
    say("combine(" + q(where) + ", " + v(x) + ", " + v(a) + ", " + v(b) + ", " + std::to_string(k) + ");");
    std::visit(
        [&](const auto& it) {
          using X = std::decay_t<decltype(it)>;
          if constexpr (!is_const_view<X>) {
            using T = ElementOf<X>;
            const ConstView<T, X::rank> from = read_only<T, X::rank>(view(a));
            const Future done = launch_combine<T, X::rank>(queue(where), it, from, words(view(b)), k);
            shadow_combine<T>(*slot.store, slot.shape, *view(a).store, view(a).shape, *view(b).store,
                              view(b).shape, k);
            maybe_keep(done);
          }
        },
        slot.view);
  }
  template <class T, int N>
  static ConstView<T, N> read_only(const ViewSlot& slot) {
    if (const auto* writable = std::get_if<View<T, N>>(&slot.view)) return *writable;
    return std::get<ConstView<T, N>>(slot.view);
  }

  template <class Suits>
  int writable_words(Suits suits) {
    return choose(views_, [&](const ViewSlot& slot) {
      return slot.shape.element == sizeof(Word) && is_writable(slot) && slot.shape.count() > 0 &&
             suits(slot.shape);
    });
  }

  void tiled() {
    const int x = writable_words([](const Shape& shape) {
      for (int d = 0; d < shape.rank; ++d)
        if (shape.extent[d] < tile_of(shape.rank)[d]) return false;
      return true;
    });
    if (x < 0) return;
    const int where = any_queue();
    const Word k = constant();
    ViewSlot& slot = view(x);
    const int origin[3] = {0, 0, 0};
    int extent[3];
    for (int d = 0; d < slot.shape.rank; ++d)
      extent[d] = slot.shape.extent[d] / tile_of(slot.shape.rank)[d] * tile_of(slot.shape.rank)[d];
    say("tiled(" + q(where) + ", " + v(x) + ".section(" + braced("extent", extent, slot.shape.rank) + "), " +
        std::to_string(k) + ");");
    std::visit(
        [&](const auto& it) {
          using X = std::decay_t<decltype(it)>;
          if constexpr (!is_const_view<X> && std::is_same<ElementOf<X>, Word>::value) {
            const Future done = launch_tiled(queue(where), it.section(extent_of<X::rank>(extent)), k);
            shadow_tiled(*slot.store, part(slot.shape, origin, extent), k);
            maybe_keep(done);
          }
        },
        slot.view);
  }

  void by_reference() {
    const int x = choose(arrays_, [](const ArraySlot& one) {
      return one.shape.element == sizeof(Word) && one.shape.count() > 0;
    });
    if (x < 0) return;
    ArraySlot& slot = array(x);
    const int where = choose_queue(slot.accelerator),
              b = choose(views_, [&](const ViewSlot& one) {
                return one.shape.rank == 1 && one.shape.element == sizeof(Word) && one.shape.count() > 0 &&
                       one.store != slot.store;
              });
    if (b < 0) return;
    const Word k = constant();
    say("by_reference(" + q(where) + ", " + a(x) + ", " + v(b) + ", " + std::to_string(k) + ");");
    std::visit(
        [&](auto& it) {
          if constexpr (std::is_same<typename std::decay_t<decltype(it)>::value_type, Word>::value) {
            const Future done = launch_by_reference(queue(where), it, words(view(b)), k);
            shadow_by_reference(*slot.store, slot.shape, *view(b).store, view(b).shape, k);
            maybe_keep(done);
          }
        },
        slot.array);
  }
  int choose_queue(int accelerator) {
    int where = any_queue();
    while (queues_[static_cast<std::size_t>(where)].accelerator != accelerator)
      where = (where + 1) % static_cast<int>(queues_.size());
    return where;
  }

  void rows() {
    const int x = writable_words([](const Shape& shape) { return shape.rank > 1; }), where = any_queue();
    if (x < 0) return;
    const Word k = constant();
    ViewSlot& slot = view(x);
    say("rows(" + q(where) + ", " + v(x) + ", " + std::to_string(k) + ");");
    Future done;
    if (slot.shape.rank == 2)
      done = launch_rows(queue(where), std::get<View<Word, 2>>(slot.view), k);
    else
      done = launch_rows(queue(where), std::get<View<Word, 3>>(slot.view), k);
    shadow_rows(*slot.store, slot.shape, k);
    maybe_keep(done);
  }

  void inside() {
    const int x = writable_words([](const Shape& shape) {
      return shape.rank == 1 && shape.extent[0] >= 4 && shape.first % sizeof(Long) == 0;
    });
    if (x < 0) return;
    const int where = any_queue();
    const Word k = constant();
    ViewSlot& slot = view(x);
    say("inside(" + q(where) + ", " + v(x) + ", " + std::to_string(k) + ");");
    const Future done = launch_inside(queue(where), std::get<View<Word, 1>>(slot.view), k);
    shadow_inside(*slot.store, slot.shape, k);
    maybe_keep(done);
  }

  /// C++ AMP: a launch over nothing throws.
  bool launchable(const Shape& shape) {
#ifdef __HCC_AMP__
    return shape.count() > 0;
#else
    static_cast<void>(shape);
    return true;
#endif
  }

  // --- Queues and futures ---
  std::vector<Future> some_futures(std::string& words) {
    std::vector<Future> found;
    for (int i = random_.below(4); i > 0; --i) {
      const int slot = choose(futures_, [](const FutureSlot&) { return true; });
      if (slot < 0) break;
      words += (found.empty() ? "f" : ", f") + std::to_string(slot);
      found.push_back(futures_[static_cast<std::size_t>(slot)]->future);
    }
    return found;
  }
  void marker() {
    const int where = any_queue();
    std::string words;
    const std::vector<Future> behind = some_futures(words);
    if (behind.empty() || random_.chance(30)) {
      say(q(where) + ".create_marker();");
      return keep(queue(where).create_marker());
    }
    say(q(where) + ".create_blocking_marker({" + words + "});");
    keep(queue(where).create_blocking_marker(behind.begin(), behind.end()));
  }

  void wait_future() {
    const int slot = choose(futures_, [](const FutureSlot&) { return true; }), way = random_.below(5);
    if (slot < 0) return;
    const std::string name = "f" + std::to_string(slot);
    const Future future = futures_[static_cast<std::size_t>(slot)]->future;
    if (way == 0) {
      say(name + ".get();");
      future.get();
    } else if (way == 1) {
      say("poll " + name + ".is_ready();");
      while (future.valid() && !future.is_ready()) std::this_thread::yield();
    } else if (way == 2) {
      say(name + ".wait_for(10 s);");
      require(future.wait_for(std::chrono::seconds(10)) == std::future_status::ready, name + " is not ready");
    } else if (way == 3) {
      say("std::shared_future<void>(" + name + ").get();");
      std::shared_future<void>(future).get();
    }
    finish(slot);
  }

  void then() {
    const int slot =
        choose(futures_, [](const FutureSlot& one) { return !one.has_function && one.future.valid(); });
    if (slot < 0) return;
    say("f" + std::to_string(slot) + ".then(...);");
    FutureSlot& found = *futures_[static_cast<std::size_t>(slot)];
    found.has_function = true;
    const auto called = std::make_shared<std::atomic<int>>(0);
    const Future after = found.future.then([called] { ++*called; });
    keep(after, [called, this] { require(*called == 1, "the function of then() was not called once"); },
         {called});
  }

  void wait_queue() {
    const int where = any_queue();
    if (random_.chance(30)) {
      say(q(where) + ".flush();");
      return queue(where).flush();
    }
    say(q(where) + ".wait();");
    queue(where).wait();
  }
  void hold_queue() {
    const int where = any_queue(), milliseconds = random_.between(1, 3);
    say(q(where) + ".create_blocking_marker(" + q(where) + ".create_marker().then(sleep for " +
        std::to_string(milliseconds) + " ms));");
    const Future after = queue(where).create_marker().then(
        [milliseconds] { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); });
    maybe_keep(queue(where).create_blocking_marker(after), nullptr, {std::make_shared<Future>(after)});
  }
  void renew_queue() {
    const int where = any_queue();
    say(q(where) + " = a new one;");
    QueueSlot& slot = queues_[static_cast<std::size_t>(where)];
    slot.queue = slot.make();
  }
};

}  // namespace views
