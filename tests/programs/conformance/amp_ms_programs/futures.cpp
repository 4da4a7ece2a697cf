// rows: amp.ms.programs
#include <amp.h>
#include <iostream>
#include <future>
using namespace concurrency;
int main()
{
    std::vector<int> data(1000), back(1000);
    std::iota(data.begin(), data.end(), 0);
    array<int> a(1000);
    completion_future f = copy_async(data.begin(), data.end(), a);
    f.wait();
    parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] = a[i] * 2 + 1; });
    std::shared_future<void> s = copy_async(a, back.begin());
    s.get();
    int bad = 0;
    for (int i = 0; i < 1000; i++) bad += back[i] != 2 * i + 1;
    event done;
    volatile long ran = 0;
    array_view<int> v(1000, back);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
    v.synchronize_async().then([&ran, &done]() { InterlockedIncrement(&ran); done.set(); });
    done.wait();
    bad += back[10] != 22 || ran != 1;
    auto t = copy_async(a, v).to_task();
    t.then([&]() { return 5; }).then([&bad](int x) { bad += x != 5; }).wait();
    accelerator_view av = accelerator().default_view;
    completion_future m = av.create_marker();
    m.wait();
    task<int> t2 = create_task([]() -> int { return 7; });
    bad += t2.get() != 7;
    std::cout << bad << std::endl;
    return bad;
}
