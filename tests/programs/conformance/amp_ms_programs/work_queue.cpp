// rows: amp.ms.programs
// Several accelerator_views, futures with continuations, PPL loops beside kernels, a critical section.
#include <amp.h>
#include <ppl.h>
#include <concurrent_vector.h>
#include <windows.h>
#include <iostream>
#include <sstream>

using namespace Concurrency;
using namespace std;

class Lock
{
    CRITICAL_SECTION m_section;
public:
    Lock() { InitializeCriticalSection(&m_section); }
    ~Lock() { DeleteCriticalSection(&m_section); }
    void Enter() { EnterCriticalSection(&m_section); }
    void Leave() { LeaveCriticalSection(&m_section); }
};

static LONG g_finished = 0;

int main()
{
    accelerator device;
    vector<accelerator_view> views;
    for (int i = 0; i < 3; ++i)
        views.push_back(device.create_view(i % 2 ? queuing_mode_immediate : queuing_mode_automatic));
    concurrent_vector<int> sums;
    Lock lock;
    wostringstream log;
    parallel_for(size_t(0), views.size(), [&](size_t n)
    {
        vector<int> data(100, (int)n + 1);
        array<int, 1> numbers(100, data.begin(), views[n]);
        parallel_for_each(views[n], numbers.extent, [&numbers](index<1> i) restrict(amp) { numbers[i] *= i[0]; });
        completion_future copied = copy_async(numbers, data.begin());
        copied.get();
        int sum = 0;
        for_each(data.begin(), data.end(), [&sum](int x) { sum += x; });
        sums.push_back(sum);
        lock.Enter();
        log << L"view " << n << L": " << sum << endl;
        lock.Leave();
        InterlockedIncrement(&g_finished);
    });
    wcout << log.str();
    combinable<int> total;
    parallel_for_each(sums.begin(), sums.end(), [&total](int s) { total.local() += s; });
    return total.combine(plus<int>()) == 4950 * 6 && g_finished == 3 ? 0 : 1;
}
