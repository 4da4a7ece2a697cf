// rows: amp.ms.programs
#include <amp.h>
#include <iostream>
#include <string.h>
#include <sstream>
#include <windows.h>
using namespace concurrency;

class gpu_error : public std::exception
{
    HRESULT m_code;
public:
    gpu_error(const char* msg, HRESULT hr) : std::exception(msg), m_code(hr) {}
    HRESULT code() const throw() { return m_code; }
};
template <class F> bool expect(F f, const char* part)
{
    try { f(); }
    catch (invalid_compute_domain& e) { printf("domain: %s\n", e.what()); return strstr(e.what(), part) != NULL; }
    catch (accelerator_view_removed& e) { printf("removed: %s\n", e.what()); return false; }
    catch (out_of_memory& e) { printf("memory: %s\n", e.what()); return false; }
    catch (runtime_exception& e) { printf("runtime: %s (%x)\n", e.what(), e.get_error_code()); return strstr(e.what(), part) != NULL; }
    catch (gpu_error& e) { printf("own: %s %x\n", e.what(), e.code()); return strstr(e.what(), part) != 0; }
    catch (std::exception& e) { printf("std: %s\n", e.what()); return strstr(e.what(), part) != 0; }
    catch (...) { return false; }
    printf("no exception, expected %s\n", part);
    return false;
}
int main()
{
    int failed = 0;
    std::vector<int> v(100);
    array_view<int> av(100, v);
    failed += !expect([&]() { parallel_for_each(extent<1>(0), [=](index<1> i) restrict(amp) { av[i] = 0; }); }, "concurrency::parallel_for_each");
    failed += !expect([&]() { parallel_for_each(extent<2>(5, -1), [=](index<2> i) restrict(amp) { av[i[0]] = 0; }); }, "concurrency::parallel_for_each");
    failed += !expect([&]() { parallel_for_each(av.extent.tile<16>(), [=](tiled_index<16> i) restrict(amp) { av[i] = 0; }); }, "concurrency::parallel_for_each (tiling)");
    failed += !expect([]() { throw std::exception("plain text"); }, "plain");
    failed += !expect([]() { throw gpu_error("bad frame", E_INVALIDARG); }, "frame");
    failed += !expect([&]() { array_view<int> s = av.section(90, 20); }, "");
    failed += !expect([&]() { array<int> small(10); copy(av, small); }, "copy");
    failed += !expect([&]() { array<int> a(10); std::vector<int> few(3); copy(few.begin(), few.end(), a); }, "copy");
    failed += !expect([&]() { array<float> a(10); array<float, 1> b(0); }, "");
    std::cout << failed << std::endl;
    return failed;
}
