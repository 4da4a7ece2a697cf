"""The names by which a program written for Visual C++ is known.

Gives: tables; include/ms_compat declares what the first two name, and libstdc++ what the third does.
"""

from __future__ import annotations

KEYWORDS = frozenset(
    "__int8 __int16 __int32 __int64 __forceinline __assume __debugbreak __noop __super __FUNCSIG__ __pragma "
    "__ptr64 __w64 _tmain wmain _TCHAR TCHAR _wtoi __min __max _M_AMD64 _M_X64 UNALIGNED "
    "_cdecl _stdcall _fastcall _forceinline __declspec stdext hash_set hash_map hash_multiset hash_multimap "
    "checked_array_iterator".split()
)
# Scalar types and macros of <windows.h>, where they are not the program's own.
SCALARS = frozenset(
    "BOOL BYTE WORD DWORD LONG ULONG USHORT UCHAR UINT INT FLOAT CHAR WCHAR LONGLONG ULONGLONG INT64 UINT64 "
    "UINT32 INT32 UINT8 DWORD32 DWORD64 HRESULT LPSTR LPCSTR LPWSTR LPCWSTR LPVOID PVOID HANDLE "
    "SIZE_T".split()
)
MACROS = frozenset(
    "UNREFERENCED_PARAMETER ZeroMemory SUCCEEDED FAILED ARRAYSIZE FORCEINLINE HIWORD LOWORD "
    "LOBYTE HIBYTE S_OK S_FALSE E_ABORT E_ACCESSDENIED E_HANDLE E_NOINTERFACE E_NOTIMPL E_POINTER "
    "E_UNEXPECTED DXGI_ERROR_UNSUPPORTED DXGI_ERROR_DEVICE_REMOVED DXGI_ERROR_DEVICE_HUNG "
    "DXGI_ERROR_DEVICE_RESET".split()
)
# Of namespace concurrency, which Microsoft's <amp.h> brings along: <ppl.h>.
PPL = frozenset(
    "parallel_for parallel_invoke parallel_transform parallel_reduce parallel_sort parallel_buffered_sort "
    "parallel_radixsort task_group structured_task_group combinable".split()
)
# The same, of <ppltasks.h>; what completion_future has of it is a member.
PPL_TASKS = frozenset("create_task task_completion_event task_from_result cancellation_token_source".split())
TASK_MEMBERS = frozenset(("to_task",))
# What follows `#pragma` in projects of Visual Studio alone.
PRAGMAS = frozenset("warning comment".split())
FUNCTIONS = frozenset(
    """
    QueryPerformanceCounter QueryPerformanceFrequency GetTickCount GetTickCount64 LARGE_INTEGER
    _countof _ASSERT _ASSERTE _CrtSetDbgFlag
    fopen_s freopen_s sprintf_s vsprintf_s printf_s fprintf_s scanf_s sscanf_s fscanf_s _snprintf _snprintf_s
    _vsnprintf _vsnprintf_s _scprintf _vscprintf swprintf_s _snwprintf _snwprintf_s wprintf_s
    _wfopen _wfopen_s
    _putws _fileno _fseeki64 _ftelli64 _popen _pclose gets_s
    strcpy_s strncpy_s strcat_s strncat_s strtok_s strerror_s _stricmp _strnicmp _strcmpi stricmp strnicmp
    _strdup
    _strlwr _strupr _strrev strnlen_s memcpy_s memmove_s
    wcscpy_s wcsncpy_s wcscat_s wcstok_s _wcsicmp _wcsnicmp _wcsdup mbstowcs_s wcstombs_s
    _itoa _itoa_s itoa _ltoa _ultoa _i64toa _ui64toa _itow _itow_s _wtof _wtol _wtoi64 _atoi64 _strtoi64
    _strtoui64 rand_s _aligned_malloc _aligned_free _dupenv_s _putenv_s getenv_s _fullpath
    _byteswap_ushort _byteswap_ulong _byteswap_uint64 _rotl _rotr _rotl64 _rotr64 _alloca _isnan _finite
    localtime_s gmtime_s asctime_s ctime_s _strdate _strtime _strdate_s _strtime_s
    InterlockedIncrement InterlockedDecrement InterlockedExchange InterlockedExchangeAdd
    InterlockedCompareExchange
    _getch _getche _kbhit _putch _TRUNCATE _MAX_PATH errno_t
    """.split()
)
# Where names of Windows are declared, also without an #include: a precompiled header that is not given had
# it, or another header of Microsoft's. The first that has a name has those below it.
WINDOWS_HEADERS: dict[str, frozenset[str]] = {
    "windows.h": frozenset(
        "QueryPerformanceCounter QueryPerformanceFrequency LARGE_INTEGER GetTickCount GetTickCount64 Sleep "
        "ZeroMemory OutputDebugString InterlockedIncrement InterlockedDecrement InterlockedExchange "
        "InterlockedExchangeAdd InterlockedCompareExchange CRITICAL_SECTION CreateThread "
        "WaitForSingleObject".split()
    ),
    "detail/win_scalars.hpp": SCALARS | MACROS | {"UNALIGNED"},
    "ppl.h": PPL,
    "ppltasks.h": PPL_TASKS | TASK_MEMBERS,
    "tchar.h": frozenset("_TCHAR TCHAR _tmain".split()),
    "conio.h": frozenset("_getch _kbhit _getche".split()),
    "crtdbg.h": frozenset("_ASSERT _ASSERTE _CrtSetDbgFlag".split()),
    "hash_set": frozenset("hash_set hash_map hash_multiset hash_multimap hash_compare".split()),
}
# Names that Microsoft's headers bring along: a program may use them without their header.
# fmt: off
HEADERS_OF_NAMES: dict[str, str] = {
    "algorithm": "sort stable_sort generate generate_n fill fill_n for_each transform copy_n copy_if equal "
                 "find_if count_if reverse random_shuffle shuffle min_element max_element minmax_element "
                 "lower_bound upper_bound binary_search is_sorted all_of any_of none_of nth_element "
                 "partial_sort next_permutation remove_if replace_if equal_range iter_swap max min copy "
                 "copy_backward find find_if_not find_first_of search count remove remove_copy replace "
                 "unique rotate merge inplace_merge includes set_union set_intersection set_difference "
                 "partition stable_partition swap_ranges make_heap push_heap pop_heap sort_heap mismatch "
                 "lexicographical_compare adjacent_find prev_permutation minmax move is_partitioned "
                 "partition_point partition_copy set_symmetric_difference rotate_copy reverse_copy "
                 "unique_copy replace_copy replace_copy_if remove_copy_if search_n find_end "
                 "partial_sort_copy is_heap is_heap_until is_sorted_until is_permutation",
    "array": "array",
    "atomic": "atomic atomic_int atomic_bool atomic_flag atomic_uint atomic_long memory_order "
              "memory_order_relaxed memory_order_acquire memory_order_release memory_order_acq_rel "
              "memory_order_seq_cst atomic_thread_fence",
    "cassert": "assert",
    "cfloat": "FLT_MAX FLT_MIN FLT_EPSILON FLT_DIG DBL_MAX DBL_MIN DBL_EPSILON DBL_DIG",
    "chrono": "chrono high_resolution_clock",
    "climits": "INT_MAX INT_MIN UINT_MAX CHAR_BIT CHAR_MAX SHRT_MAX USHRT_MAX LONG_MAX LONG_MIN ULONG_MAX "
               "LLONG_MAX LLONG_MIN ULLONG_MAX",
    "cmath": "sqrt sqrtf pow powf exp expf log logf sin sinf cos cosf tan atan2 fabs fabsf floor ceil "
             "fmod M_PI",
    "condition_variable": "condition_variable condition_variable_any cv_status",
    "cstdint": "int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t",
    "cstdio": "printf fprintf sprintf puts getchar scanf fopen",
    "cstdlib": "rand srand exit malloc free atoi atof system getenv EXIT_SUCCESS EXIT_FAILURE RAND_MAX",
    "cstring": "memcpy memset memcmp memmove memchr strcmp strlen strcpy strcat strncmp",
    "ctime": "time clock clock_t CLOCKS_PER_SEC time_t difftime localtime gmtime strftime mktime ctime "
             "asctime",
    "deque": "deque",
    "exception": "exception",
    "forward_list": "forward_list",
    "fstream": "ifstream ofstream fstream wofstream",
    "functional": "function bind plus multiplies minus divides modulus negate greater less equal_to "
                  "not_equal_to greater_equal less_equal ref cref hash mem_fn is_bind_expression "
                  "placeholders bit_and bit_or bit_xor logical_and logical_or logical_not "
                  "reference_wrapper not1 not2",
    "future": "async future promise shared_future future_status packaged_task future_errc future_error",
    "iomanip": "setw setprecision setfill setbase put_time",
    "iostream": "cout cerr cin wcout wcerr endl clog wclog wcin",
    "iterator": "back_inserter front_inserter inserter ostream_iterator istream_iterator distance advance "
                "iterator_traits next prev",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "unique_ptr shared_ptr weak_ptr make_shared make_unique default_delete "
              "enable_shared_from_this",
    "mutex": "mutex lock_guard unique_lock recursive_mutex timed_mutex call_once once_flag defer_lock "
             "adopt_lock try_to_lock",
    "numeric": "accumulate iota inner_product partial_sum adjacent_difference",
    "queue": "queue priority_queue",
    "random": "mt19937 random_device default_random_engine uniform_int_distribution "
              "uniform_real_distribution normal_distribution mt19937_64 minstd_rand minstd_rand0 ranlux24 "
              "ranlux48 knuth_b seed_seq bernoulli_distribution poisson_distribution "
              "exponential_distribution discrete_distribution binomial_distribution geometric_distribution "
              "lognormal_distribution cauchy_distribution gamma_distribution",
    "ratio": "ratio milli micro nano kilo mega giga",
    "set": "set multiset",
    "sstream": "stringstream ostringstream istringstream wstringstream wostringstream wistringstream "
               "stringbuf",
    "stdexcept": "runtime_error logic_error invalid_argument out_of_range",
    "string": "string wstring to_string to_wstring",
    "thread": "thread this_thread",
    "tuple": "tuple make_tuple tie forward_as_tuple tuple_cat tuple_element tuple_size",
    "type_traits": "is_same is_integral is_floating_point is_signed is_const enable_if conditional "
                   "remove_reference remove_const",
    "typeindex": "type_index",
    "unordered_map": "unordered_map unordered_multimap",
    "unordered_set": "unordered_set unordered_multiset",
    "utility": "pair make_pair swap",
    "vector": "vector",
}
# Names that programs of their time had themselves: they count with std:: alone.
NAMES_WITH_STD: dict[str, str] = {
    "algorithm": "clamp sample for_each_n",
    "bitset": "bitset",
    "complex": "complex",
    "future": "launch",
    "mutex": "lock",
    "numeric": "reduce transform_reduce inclusive_scan exclusive_scan gcd lcm",
    "regex": "regex regex_match regex_search regex_replace smatch",
    "stack": "stack",
    "tuple": "ignore",
}
# fmt: on
# Members of completion_future whose results are <future>'s.
FUTURE_MEMBERS = frozenset(("wait_for", "wait_until"))
# Of the C library and macros: the bare name means them, also without a using-directive.
C_HEADERS = frozenset("cassert cfloat climits cmath cstdint cstdio cstdlib cstring ctime".split())
# The C++ headers that C headers of the same content replace.
C_NAMES = {name: f"{name[1:]}.h" for name in C_HEADERS}
D3D_FUNCTIONS = frozenset(
    "create_accelerator_view get_device get_buffer make_array get_texture make_texture is_timeout_disabled "
    "d3d_access_lock d3d_access_try_lock d3d_access_unlock scoped_d3d_access_lock get_sampler "
    "make_sampler".split()
)
