// Futures compose: then() with values, when_all, when_any, cancellation, and errors that travel along.
#include <atomic>
#include <hc.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"

namespace {

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

void values() {
  hc::array<int> a(64);
  const hc::completion_future filled =
      hc::parallel_for_each(a.get_extent(), [&a](hc::index<1> i) [[hc]] { a[i] = i[0]; });
  const hc::value_future<int> sum = filled.then([&a] {
    std::vector<int> v = a;
    int s = 0;
    for (const int x : v) s += x;
    return s;
  });
  const hc::value_future<std::string> text = sum.then([](int s) { return std::to_string(s); });
  CHECK(text.get() == "2016" && sum.get() == 2016);
  std::atomic<int> calls{0};
  text.then([&calls](const std::string& s) { calls += static_cast<int>(s.size()); }).wait();
  CHECK(calls == 4);
  // Values that can't be assigned, and that are held once.
  auto unique = sum.then([](int s) { return std::make_shared<const int>(s); });
  CHECK(*unique.get() == 2016);
}

void all_and_any() {
  hc::accelerator acc;
  std::vector<hc::accelerator_view> views;
  std::vector<hc::completion_future> futures;
  hc::array_view<int> counts(4);
  for (int v = 0; v < 4; ++v) {
    views.push_back(acc.create_view());
    futures.push_back(hc::parallel_for_each(views.back(), hc::extent<1>(1000), [=](hc::index<1> i) [[hc]] {
      if (i[0] == 0) counts[v] = v + 1;
    }));
  }
  const hc::completion_future all = hc::when_all(futures.begin(), futures.end());
  all.wait();
  for (const hc::completion_future& f : futures) CHECK(f.is_ready());
  CHECK(counts[0] == 1 && counts[3] == 4);
  hc::when_all(futures[0], futures[1], hc::completion_future()).wait();
  hc::when_all(futures.begin(), futures.begin()).wait();

  std::atomic<bool> go{false};
  const hc::completion_future late = futures[0].then([&go] {
    while (!go) std::this_thread::yield();
  });
  const hc::value_future<std::size_t> any = hc::when_any(late, futures[1]);
  CHECK(any.get() == 1 && !late.is_ready());
  // Work of a device after a function of the host: nobody waits here.
  const hc::completion_future behind = views[0].create_blocking_marker(late);
  const hc::completion_future kernel =
      hc::parallel_for_each(views[0], hc::extent<1>(1), [=](hc::index<1>) [[hc]] { counts[0] = 77; });
  CHECK(!behind.is_ready() && !kernel.is_ready());
  go = true;
  kernel.wait();
  CHECK(behind.is_ready() && late.is_ready() && counts[0] == 77);
  CHECK(!error_of([&] { hc::when_any(futures.begin(), futures.begin()).wait(); }).empty());
}

void errors() {
  hc::accelerator acc;
  hc::accelerator_view view = acc.create_view(), other = acc.create_view();
  hc::array_view<int> data(16);
  const hc::completion_future start =
      hc::parallel_for_each(view, hc::extent<1>(16), [=](hc::index<1> i) [[hc]] { data[i] = 1; });
  bool ran = false;
  std::atomic<bool> go{false};
  const auto thrown = start.then([&go]() -> int {
    while (!go) std::this_thread::yield();
    throw std::runtime_error("on purpose");
  });
  const auto after = thrown.then([&ran](int) { ran = true; });
  const hc::completion_future all = hc::when_all(start, thrown);
  const hc::completion_future marker = view.create_blocking_marker(hc::completion_future(thrown));
  const hc::completion_future second = other.create_blocking_marker(marker);
  go = true;
  CHECK(error_of([&] { thrown.get(); }) == "on purpose");
  CHECK(error_of([&] { thrown.get(); }) == "on purpose");
  CHECK(error_of([&] { after.wait(); }) == "on purpose" && !ran);
  CHECK(error_of([&] { all.wait(); }) == "on purpose");
  CHECK(error_of([&] { marker.wait(); }) == "on purpose");
  CHECK(error_of([&] { second.wait(); }) == "on purpose");
  // The views can be used as before.
  hc::parallel_for_each(view, hc::extent<1>(16), [=](hc::index<1> i) [[hc]] { data[i] += 1; }).wait();
  hc::parallel_for_each(other, hc::extent<1>(16), [=](hc::index<1> i) [[hc]] { data[i] += 1; }).wait();
  CHECK(data[5] == 3);
  view.wait();
}

void cancellation() {
  hc::accelerator_view view = hc::accelerator().create_view();
  const hc::completion_future start = view.create_marker();
  std::atomic<bool> go{false};
  const auto first = start.then([&go] {
    while (!go) std::this_thread::yield();
    return 1;
  });
  bool ran = false;
  const auto second = first.then([&ran](int) {
    ran = true;
    return 2;
  });
  const auto third = second.then([](int) { return 3; });
  CHECK(second.cancel() && !second.cancel());
  CHECK(second.is_ready() && !first.is_ready());
  go = true;
  CHECK(first.get() == 1);
  CHECK(!first.cancel());
  CHECK(error_of([&] { second.get(); }).find("cancelled") != std::string::npos && !ran);
  CHECK(error_of([&] { third.get(); }).find("cancelled") != std::string::npos);
}

}  // namespace

int main() {
  values();
  all_and_any();
  errors();
  cancellation();
  return failures();
}
