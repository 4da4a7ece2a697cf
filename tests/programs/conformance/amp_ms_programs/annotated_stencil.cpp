// rows: amp.ms.programs
// SAL annotations, __declspec(noinline), __forceinline, _countof, hexadecimal floats and __int64.
#include "stdafx.h"
#include <sal.h>
#include <amp.h>
#include <assert.h>

using namespace Concurrency;

typedef unsigned __int64 uint64;
#define BORDER 1

__forceinline float Weigh(float left, float middle, float right) restrict(amp, cpu)
{
    return 0x1p-2f * left + 0x1p-1f * middle + 0x1p-2f * right;
}

_Success_(return != false)
__declspec(noinline) bool Smooth(_In_reads_(count) const float* input, _Out_writes_all_(count) float* output,
                                 _In_ int count, _In_opt_ const wchar_t* name)
{
    if (!input || !output)
        return false;
    array_view<const float, 1> source(count, input);
    array_view<float, 1> target(count, output);
    target.discard_data();
    parallel_for_each(target.extent, [=](index<1> idx) restrict(amp)
    {
        const int i = idx[0];
        const int left = i < BORDER ? 0 : i - BORDER;
        const int right = i + BORDER < count ? i + BORDER : count - 1;
        target[idx] = Weigh(source[left], source[idx], source[right]);
    });
    target.synchronize();
    if (name)
        wprintf(L"%s: %d values\n", name, count);
    return true;
}

uint64 Checksum(_In_reads_(n) const float* p, size_t n)
{
    uint64 sum = 0ui64;
    for (size_t i = 0; i < n; ++i)
        sum = sum * 31i64 + (__int64)(p[i] * 4.0f);
    return sum;
}

void main()
{
    float input[] = { 0.f, 4.f, 8.f, 4.f, 0.f, 0.f, 16.f, 0.f };
    float output[_countof(input)];
    ZeroMemory(output, sizeof(output));
    bool ok = Smooth(input, output, _countof(input), L"smoothed");
    assert(ok && "no input");
    uint64 expected = 0;
    for (int i = 0; i < (int)_countof(input); ++i)
    {
        float l = input[max(i - 1, 0)], r = input[min(i + 1, (int)_countof(input) - 1)];
        expected = expected * 31 + (__int64)(Weigh(l, input[i], r) * 4.0f);
    }
    if (Checksum(output, _countof(output)) != expected)
        exit(1);
    char text[64];
    sprintf_s(text, "%I64u\n", expected);
    fputs(text, stdout);
}
