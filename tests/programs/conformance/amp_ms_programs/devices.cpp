// rows: amp.ms.programs
#include <amp.h>
#include <iostream>
#include <iomanip>
#include <string>
#include <algorithm>
#include <tchar.h>
using namespace std;
using namespace Concurrency;

inline std::wstring bool_to_string(bool b) { return b ? L"true" : L"false"; }
void list_accelerators(bool show_all, bool old_format)
{
    std::vector<accelerator> accls = accelerator::get_all();
    if (!show_all)
        accls.erase(std::remove_if(accls.begin(), accls.end(), [](accelerator& a) { return (a.device_path == accelerator::cpu_accelerator); }), accls.end());
    if (accls.empty()) { std::wcout << "No accelerators found." << std::endl << std::endl; return; }
    int n = 0;
    std::for_each(accls.cbegin(), accls.cend(), [=, &n](const accelerator& a)
    {
        std::wcout << "  " << ++n << ": " << a.description << " " << std::endl
            << "       device_path                       = " << a.device_path << std::endl
            << "       dedicated_memory                  = " << setprecision(4) << float(a.dedicated_memory) / (1024.0f * 1024.0f) << " Mb" << std::endl
            << "       has_display                       = " << bool_to_string(a.has_display) << std::endl
            << "       is_debug                          = " << bool_to_string(a.is_debug) << std::endl
            << "       is_emulated                       = " << bool_to_string(a.is_emulated) << std::endl
            << "       supports_double_precision         = " << bool_to_string(a.supports_double_precision) << std::endl
            << "       supports_limited_double_precision = " << bool_to_string(a.supports_limited_double_precision) << std::endl;
        if (a.version) std::wcout << HIWORD(a.version) << "." << LOWORD(a.version) << endl;
    });
}
bool pick_accelerator()
{
    auto accs = accelerator::get_all();
    auto it = std::find_if(accs.begin(), accs.end(), [](const accelerator& a) { return !a.is_emulated && a.supports_double_precision && !a.has_display; });
    if (it != accs.end()) return accelerator::set_default(it->device_path);
    return false;
}
int _tmain(int argc, _TCHAR* argv[])
{
    list_accelerators(true, argc > 1);
    list_accelerators(false, false);
    vector<accelerator> all = accelerator::get_all();
    if (all.back().device_path != accelerator::cpu_accelerator) { wcout << L"cpu is not last\n"; return 1; }
    if (accelerator(accelerator::cpu_accelerator) != all.back()) return 2;
    try
    {
        array_view<int> v(10);
        parallel_for_each(accelerator(accelerator::cpu_accelerator).default_view, v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
        return 3;
    }
    catch (const runtime_exception& ex) { cout << ex.what() << hex << ex.get_error_code() << endl; }
    accelerator def;
    if (pick_accelerator()) wcout << L"picked " << accelerator().description << endl;
    completion_future f;
    accelerator_view av = def.create_view(queuing_mode::queuing_mode_automatic);
    wcout << av.accelerator.description << L" " << (av.queuing_mode == queuing_mode_automatic) << av.is_auto_selection << av.is_debug << endl;
    return 0;
}
