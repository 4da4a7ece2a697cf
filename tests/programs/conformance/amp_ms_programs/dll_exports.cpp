// rows: amp.ms.programs
// A library's interface for other languages: extern "C" __declspec(dllexport), __stdcall, wide descriptions.
#include <windows.h>
#include <amp.h>
#include <string>

using namespace concurrency;

#ifdef AMPLIBRARY_IMPORTS
#define AMPLIBRARY_API __declspec(dllimport)
#else
#define AMPLIBRARY_API __declspec(dllexport)
#endif

extern "C" AMPLIBRARY_API void __stdcall square_array(float* numbers, int count)
{
    array_view<float, 1> view(count, numbers);
    parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = view[i] * view[i]; });
    view.synchronize();
}

extern "C" AMPLIBRARY_API BOOL WINAPI describe_accelerator(LPWSTR text, DWORD length)
{
    accelerator device(accelerator::default_accelerator);
    const std::wstring description = device.description;
    return wcsncpy_s(text, length, description.c_str(), _TRUNCATE) == 0 || description.length() >= length;
}

class AMPLIBRARY_API CScaler
{
    float m_factor;

public:
    explicit CScaler(float factor) : m_factor(factor) {}
    HRESULT Apply(_Inout_updates_(count) float* numbers, UINT count) const
    {
        try
        {
            const float factor = m_factor;
            array_view<float> view((int)count, numbers);
            parallel_for_each(view.extent, [factor, view](index<1> i) restrict(amp) { view[i] *= factor; });
            view.synchronize();
            return S_OK;
        }
        catch (const concurrency::runtime_exception& e)
        {
            return e.get_error_code();
        }
    }
};

int __cdecl wmain(int argc, wchar_t* argv[], wchar_t* envp[])
{
    float numbers[] = { 1.f, 2.f, 3.f };
    square_array(numbers, ARRAYSIZE(numbers));
    WCHAR text[128] = L"";
    if (!describe_accelerator(text, ARRAYSIZE(text)))
        return 1;
    OutputDebugStringW(text);
    if (FAILED(CScaler(2.0f).Apply(numbers, 3)))
        return 2;
    const CScaler none(1.0f);
    HRESULT hr = none.Apply(numbers, 0);
    if (SUCCEEDED(hr))
        return 3;
    return numbers[0] == 2.f && numbers[2] == 18.f ? 0 : 4;
}
