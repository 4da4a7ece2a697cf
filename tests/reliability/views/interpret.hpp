// Runs a program: each operation, and then a look at everything that is left.
#pragma once
#include "textures.hpp"

namespace views {

class Interpreter : public Textures {
 public:
  using Textures::Textures;

  /// What was wrong; empty: nothing.
  std::string run(const Program& program) {
    try {
      for (const Operation& op : program.operations) {
        random_ = Random(op.seed);
        // Every thread has a default view of its own.
        if (random_.chance(5))
          on_a_thread(op);
        else
          perform(op);
      }
      random_ = Random(program.seed);
      end();
    } catch (const std::exception& error) {
      let_go();
      return error.what();
    }
    return "";
  }

 private:
  // What runs uses memory that is about to go.
  void let_go() noexcept {
    for (const std::optional<FutureSlot>& slot : futures_) try {
        if (slot) slot->future.wait();
      } catch (const std::exception& error) {
        std::printf("and then: %s\n", error.what());
      }
  }

  void on_a_thread(const Operation& op) {
    std::exception_ptr error;
    std::thread thread([&] {
      try {
        perform(op);
      } catch (...) {
        error = std::current_exception();
      }
    });
    thread.join();
    if (error) std::rethrow_exception(error);
  }

  void perform(const Operation& op) {
    using Action = void (Interpreter::*)();
    static const Action actions[] = {
#define X(name, weight) &Interpreter::name,
        HCRT_VIEW_KINDS(X)
#undef X
    };
    (this->*actions[static_cast<std::size_t>(op.kind)])();
  }

  /// Half of the programs look at views first, the others end futures first.
  void end() {
    const bool futures_first = random_.chance(50);
    if (futures_first) finish_all();
    for (int slot = 0; slot < array_slots; ++slot)
      if (arrays_[static_cast<std::size_t>(slot)])
        std::visit([&](auto& x) { check_all(x, array(slot), a(slot)); }, array(slot).array);
    for (int slot = 0; slot < view_slots; ++slot) {
      if (!views_[static_cast<std::size_t>(slot)]) continue;
      if (random_.chance(60))
        std::visit([&](auto& x) { check_all(x, view(slot), v(slot)); }, view(slot).view);
      say("end of " + v(slot) + ";");
      drop_view(slot);
    }
    check_textures();
    if (!futures_first) finish_all();
    for (QueueSlot& slot : queues_) slot.queue->wait();
  }
  void finish_all() {
    for (int slot = 0; slot < future_slots; ++slot) finish(slot);
  }
  template <class X, class Slot>
  void check_all(X& x, Slot& slot, const std::string& name) {
    using T = ElementOf<X>;
    if (slot.shape.count() == 0) return;
    say("copy(" + name + ", pointer);");
    std::vector<T> found(slot.shape.count());
    api::copy(x, found.data());
    check_copy(contents(*slot.store, slot.shape), found.data(), sizeof(T), name + " in the end");
  }
};

}  // namespace views
