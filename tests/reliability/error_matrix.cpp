// T7: the error matrix. Each fault must raise the documented type, name the kernel where one is to blame, and
// leave the queue usable. Runs on the default accelerator; faults that need another one's help are named as
// not run.
#include <cstdint>
#include <cstdio>
#include <functional>
#include <hc.hpp>
#include <hc_am.hpp>
#include <string>
#include <thread>
#include <typeinfo>
#include <vector>

namespace {

enum class Raised { nothing, runtime, domain, memory, unsupported, removed, user, other };
const char* const names[] = {"nothing",
                             "runtime_exception",
                             "invalid_compute_domain",
                             "out_of_memory",
                             "unsupported_feature",
                             "accelerator_view_removed",
                             "the program's own",
                             "another"};

struct Fault {
  const char* name;
  Raised expected;
  const char* text;  // what the message must hold
  std::function<void()> provoke;
  bool only_host = false;      // the host accelerator's own: elsewhere the driver decides
  bool device_memory = false;  // needs its own memory
};

struct UserError {};

Raised raised_by(const std::function<void()>& action, std::string& message) {
  try {
    action();
    return Raised::nothing;
  } catch (const UserError&) {
    return Raised::user;
  } catch (const hc::accelerator_view_removed& e) {
    message = e.what();
    return Raised::removed;
  } catch (const hc::invalid_compute_domain& e) {
    message = e.what();
    return Raised::domain;
  } catch (const hc::out_of_memory& e) {
    message = e.what();
    return Raised::memory;
  } catch (const hc::unsupported_feature& e) {
    message = e.what();
    return Raised::unsupported;
  } catch (const hc::runtime_exception& e) {
    message = e.what();
    return Raised::runtime;
  } catch (const std::exception& e) {
    message = e.what();
    return Raised::other;
  }
}

std::vector<Fault> faults(hc::accelerator& acc, hc::accelerator_view& view) {
  using namespace hc;
  const array_view<int> data(64);

  const auto flat = [&view](const extent<1>& e) {
    return [&view, e] { parallel_for_each(view, e, [=](index<1>) [[hc]] {}).wait(); };
  };
  const auto tiled = [&view](int n, int tile) {
    return [&view, n, tile] {
      parallel_for_each(view, extent<1>(n).tile(tile), [=](tiled_index<1>) [[hc]] {}).wait();
    };
  };
  const auto tiled2 = [&view](extent<2> e, int t0, int t1) {
    return
        [&view, e, t0, t1] { parallel_for_each(view, e.tile(t0, t1), [=](tiled_index<2>) [[hc]] {}).wait(); };
  };
  const auto tiled3 = [&view](extent<3> e, int t0, int t1, int t2) {
    return [&view, e, t0, t1, t2] {
      parallel_for_each(view, e.tile(t0, t1, t2), [=](tiled_index<3>) [[hc]] {}).wait();
    };
  };
  const auto group_memory = [&view, data](unsigned bytes) {
    return [&view, data, bytes] {
      tiled_extent<1> e = extent<1>(64).tile(64);
      e.set_dynamic_group_segment_size(bytes);
      parallel_for_each(view, e, [=](tiled_index<1> i) [[hc]] {
        unsigned char* p = static_cast<unsigned char*>(get_dynamic_group_segment_base_pointer());
        p[i.local[0]] = 1;
        data[i] = p[0];
      }).wait();
    };
  };
  int* const wild = reinterpret_cast<int*>(0x18);
  static int zero = 0;
  const int nought = zero;
  std::vector<Fault> list = {
      // Shapes, refused at the call.
      {"a negative extent", Raised::domain, "", flat(extent<1>(-1))},
      {"a negative extent in 2 dimensions", Raised::domain, "",
       [&, data] { parallel_for_each(view, extent<2>(4, -7), [=](index<2>) [[hc]] {}).wait(); }},
      {"a negative extent in 3 dimensions", Raised::domain, "",
       [&, data] { parallel_for_each(view, extent<3>(1, -1, 1), [=](index<3>) [[hc]] {}).wait(); }},
      {"the smallest integer as extent", Raised::domain, "", flat(extent<1>(INT32_MIN))},
      {"a product of extents above 2^64", Raised::domain, "too large",
       [&, data] {
         const int big = INT32_MAX;
         parallel_for_each(view, extent<3>(big, big, big), [=](index<3>) [[hc]] {}).wait();
       }},
      {"a negative tile", Raised::domain, "", tiled(64, -4)},
      {"a tile larger than the device's limit", Raised::domain, "", tiled(1 << 20, 1 << 19)},
      {"a tile larger than the limit in 2 dimensions", Raised::domain, "",
       tiled2(extent<2>(4096, 4096), 128, 128)},
      {"a tile larger than the limit in 3 dimensions", Raised::domain, "",
       tiled3(extent<3>(256, 256, 256), 32, 32, 32)},
      {"a tile larger than the extent", Raised::domain, "exceeds the compute grid extent", tiled(16, 64)},
      {"a tile larger than the extent in dimension 1", Raised::domain, "exceeds the compute grid extent",
       tiled2(extent<2>(64, 4), 4, 8)},
      {"a tile larger than the extent in dimension 0", Raised::domain, "exceeds the compute grid extent",
       tiled2(extent<2>(4, 64), 8, 4)},
      {"an empty extent", Raised::nothing, "", flat(extent<1>(0))},
      // Group memory over the limit.
      {"dynamic group memory over the limit", Raised::runtime, "error_matrix.cpp", group_memory(1u << 30)},
      {"dynamic group memory just over the limit", Raised::runtime, "error_matrix.cpp",
       group_memory(static_cast<unsigned>(acc.get_max_tile_static_size()) + 1)},
      // Memory.
      {"an array of a negative extent", Raised::runtime, "", [] { array<int> a(-4); }},
      {"an array_view of a negative extent", Raised::runtime, "", [] { array_view<int> a(-4); }},
      {"an array larger than any memory", Raised::memory, "",
       [&, data] { array<double, 3> a(extent<3>(1 << 20, 1 << 20, 1 << 6), view); }},
      {"an array_view used where it can't be held", Raised::memory, "",
       [&, data] {
         array_view<double, 3> a(extent<3>(1 << 20, 1 << 20, 1 << 6));
         parallel_for_each(view, extent<1>(1), [=](index<1>) [[hc]] { a(0, 0, 0) = 1; }).wait();
       }},
      {"an array_view used by the host where it can't be held", Raised::memory, "",
       [&, data] {
         array_view<double, 3> a(extent<3>(1 << 20, 1 << 20, 1 << 6));
         a(0, 0, 0) = 1;
       }},
      {"am_alloc larger than any memory", Raised::nothing, "",
       [&, data] {
         const void* const p = am_alloc(std::size_t{1} << 50, acc, 0);
         if (p) throw UserError();
       }},
      // Copies.
      {"a copy into a smaller array", Raised::runtime, "",
       [&, data] {
         array<int> large(16, view), small(8, view);
         copy(large, small);
       }},
      {"a copy of a range that is too short", Raised::runtime, "",
       [&, data] {
         array<int> a(16, view);
         const std::vector<int> few(4);
         copy(few.begin(), few.end(), a);
       }},
      {"a section outside of its view", Raised::runtime, "",
       [&, data] { static_cast<void>(data.section(index<1>(60), extent<1>(8))); }},
      {"a section at a negative index", Raised::runtime, "",
       [&, data] { static_cast<void>(data.section(index<1>(-1), extent<1>(4))); }},
      {"view_as of another size", Raised::runtime, "",
       [&, data] { static_cast<void>(data.view_as(extent<1>(65))); }},
      // Accelerators.
      {"an array of another accelerator's", Raised::runtime, "",
       [&, data] {
         const accelerator cpu(L"cpu");
         array<int> a(8, cpu.get_default_view());
         parallel_for_each(view, extent<1>(8), [&a](index<1> i) [[hc]] { a[i] = 1; }).wait();
       },
       false, true},
      {"a kernel on an accelerator that runs none", Raised::runtime,
       "not supported on the selected accelerator",
       [&, data] {
         parallel_for_each(accelerator(L"cpu").get_default_view(), extent<1>(1), [=](index<1>) [[hc]] {
         }).wait();
       }},
      // Functions after futures.
      {"a function behind a kernel throws", Raised::user, "",
       [&, data] {
         const completion_future f = parallel_for_each(view, extent<1>(1), [=](index<1>) [[hc]] {});
         f.then([]() -> int { throw UserError(); }).get();
       }},
      {"a marker behind a function that throws", Raised::user, "",
       [&, data] {
         const completion_future f = parallel_for_each(view, extent<1>(1), [=](index<1>) [[hc]] {});
         const completion_future thrown = f.then([] {
           std::this_thread::sleep_for(std::chrono::milliseconds(5));
           throw UserError();
         });
         view.create_blocking_marker(thrown).wait();
       }},
      {"when_all over a function that throws", Raised::user, "",
       [&, data] {
         const completion_future f = parallel_for_each(view, extent<1>(1), [=](index<1>) [[hc]] {});
         when_all(f, f.then([]() -> int { throw UserError(); })).wait();
       }},
      {"a cancelled function", Raised::runtime, "cancelled",
       [&, data] {
         const completion_future f = parallel_for_each(view, extent<1>(1), [=](index<1>) [[hc]] {});
         const auto slow = f.then([] {
           std::this_thread::sleep_for(std::chrono::milliseconds(20));
           return 1;
         });
         const auto never = slow.then([](int) { return 2; });
         if (never.cancel()) never.get();
       }},
      {"when_any of nothing", Raised::runtime, "",
       [] {
         const std::vector<completion_future> none;
         when_any(none.begin(), none.end()).wait();
       }},
      {"the value of no future", Raised::runtime, "", [] { static_cast<void>(value_future<int>().get()); }},
      // Kernels that break.
      {"a write to a wild address", Raised::runtime, "error_matrix.cpp",
       [&, data, wild] {
         parallel_for_each(view, extent<1>(64), [=](index<1> i) [[hc]] { wild[i[0]] = 1; }).wait();
       },
       true},
      {"a read of a wild address", Raised::runtime, "error_matrix.cpp",
       [&, data, wild] {
         parallel_for_each(view, extent<1>(64), [=](index<1> i) [[hc]] { data[i] = wild[i[0]]; }).wait();
       },
       true},
      {"a division by zero", Raised::runtime, "error_matrix.cpp",
       [&, data, nought] {
         parallel_for_each(view, extent<1>(64), [=](index<1> i) [[hc]] { data[i] = i[0] / nought; }).wait();
       },
       true},
      {"a trap", Raised::runtime, "error_matrix.cpp",
       [&, data] {
         parallel_for_each(view, extent<1>(64), [=](index<1> i) [[hc]] {
           if (i[0] == 63) __builtin_trap();
         }).wait();
       },
       true},
      {"a trap behind a barrier", Raised::runtime, "error_matrix.cpp",
       [&, data] {
         parallel_for_each(view, extent<1>(64).tile(16), [=](tiled_index<1> i) [[hc]] {
           i.barrier.wait();
           if (i.global[0] == 63) __builtin_trap();
           i.barrier.wait();
         }).wait();
       },
       true},
      {"what depends on a kernel that broke", Raised::runtime, "error_matrix.cpp",
       [&, data, wild] {
         parallel_for_each(view, extent<1>(64), [=](index<1> i) [[hc]] { data[i] = wild[i[0]]; });
         parallel_for_each(view, extent<1>(64), [=](index<1> i) [[hc]] { data[i] += 1; }).wait();
       },
       true},
      {"data of a kernel that broke", Raised::runtime, "error_matrix.cpp",
       [&, data, wild] {
         parallel_for_each(view, extent<1>(64), [=](index<1> i) [[hc]] { data[i] = wild[i[0]]; });
         data.synchronize();
       },
       true},
  };
  return list;
}

// Does the queue still work?
bool usable(hc::accelerator_view& view) {
  hc::array_view<int> sum(32);
  const int* const source = nullptr;
  hc::parallel_for_each(view, hc::extent<1>(32),
                        [=](hc::index<1> i) [[hc]] { sum[i] = i[0] + (source ? 1 : 0); });
  hc::parallel_for_each(view, hc::extent<1>(32).tile(8), [=](hc::tiled_index<1> i) [[hc]] {
    i.barrier.wait();
    sum[i] += 1;
  });
  for (int i = 0; i < 32; ++i)
    if (sum[i] != i + 1) return false;
  return true;
}

bool holds(const std::string& message, const std::string& texts) {
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = texts.find('|', begin);
    if (message.find(texts.substr(begin, end - begin)) != std::string::npos) return true;
    if (end == std::string::npos) return false;
    begin = end + 1;
  }
}

}  // namespace

int main() {
  hc::accelerator acc;
  hc::accelerator_view view = acc.create_view();
  const bool is_host = acc.get_device_path() == L"host";
  int count = 0, failed = 0, skipped = 0;
  for (const Fault& fault : faults(acc, view)) {
    if ((fault.only_host && !is_host) || (fault.device_memory && acc.get_supports_cpu_shared_memory())) {
      std::printf("not run: %s\n", fault.name);
      ++skipped;
      continue;
    }
    std::string message;
    const Raised raised = raised_by(fault.provoke, message);
    const bool right = raised == fault.expected && holds(message, fault.text);
    std::string after;
    bool works = false;
    if (raised_by([&] { works = usable(view); }, after) != Raised::nothing) works = false;
    ++count;
    if (right && works) continue;
    ++failed;
    std::printf("FAILED: %s: raised %s (%s), %s was due%s %s\n", fault.name, names[static_cast<int>(raised)],
                message.c_str(), names[static_cast<int>(fault.expected)],
                works ? "" : "; the queue is not usable:", after.c_str());
  }
  std::printf("T7 on %ls: %d faults, %d failed, %d not run\n", acc.get_device_path().c_str(), count, failed,
              skipped);
  return failed ? 1 : 0;
}
