// Memory, modules, errors and strings.
#ifndef HCPY_MS_COMPAT_WIN_MEMORY_HPP
#define HCPY_MS_COMPAT_WIN_MEMORY_HPP

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stdio.hpp"
#include "string.hpp"
#include "win_types.hpp"

#define ZeroMemory(target, size) memset((target), 0, (size))
#define SecureZeroMemory(target, size) memset((target), 0, (size))
#define FillMemory(target, size, value) memset((target), (value), (size))
#define CopyMemory(target, source, size) memcpy((target), (source), (size))
#define MoveMemory(target, source, size) memmove((target), (source), (size))
#define CP_ACP 0
#define CP_UTF8 65001
#ifdef _MBCS
#define GetModuleFileName GetModuleFileNameA
#define GetCurrentDirectory GetCurrentDirectoryA
#define lstrlen lstrlenA
#else
#define GetModuleFileName GetModuleFileNameW
#define GetCurrentDirectory GetCurrentDirectoryW
#define lstrlen lstrlenW
#endif

namespace hcrt_ms {
inline DWORD& last_error() {
  static thread_local DWORD error = 0;
  return error;
}
// A text's length without its end, or with it where the target is too small.
template <class Char>
DWORD give_text(Char* target, DWORD capacity, const std::string& text) {
  const auto made = Converted<Char>::from(text);
  const bool fits = copy_within(target, capacity, made);
  return static_cast<DWORD>(made.size() + (fits ? 0 : 1));
}
inline std::string program_path() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return std::string(path, length > 0 ? static_cast<size_t>(length) : 0);
}
inline std::string current_folder() {
  char* path = getcwd(nullptr, 0);
  const std::string text = path ? path : "";
  free(path);
  return text;
}
}  // namespace hcrt_ms

HCRT_MS_FN DWORD GetLastError() { return hcrt_ms::last_error(); }
HCRT_MS_FN void SetLastError(DWORD error) { hcrt_ms::last_error() = error; }
HCRT_MS_FN DWORD GetModuleFileNameA(HMODULE, LPSTR target, DWORD capacity) {
  return hcrt_ms::give_text(target, capacity, hcrt_ms::program_path());
}
HCRT_MS_FN DWORD GetModuleFileNameW(HMODULE, LPWSTR target, DWORD capacity) {
  return hcrt_ms::give_text(target, capacity, hcrt_ms::program_path());
}
HCRT_MS_FN DWORD GetCurrentDirectoryA(DWORD capacity, LPSTR target) {
  return hcrt_ms::give_text(target, capacity, hcrt_ms::current_folder());
}
HCRT_MS_FN DWORD GetCurrentDirectoryW(DWORD capacity, LPWSTR target) {
  return hcrt_ms::give_text(target, capacity, hcrt_ms::current_folder());
}
HCRT_MS_FN void* VirtualAlloc(void*, SIZE_T size, DWORD, DWORD) {
  void* memory = nullptr;
  if (posix_memalign(&memory, 65536, size) != 0) return nullptr;
  return memset(memory, 0, size);
}
HCRT_MS_FN BOOL VirtualFree(void* memory, SIZE_T, DWORD) {
  free(memory);
  return TRUE;
}
#define MEM_COMMIT 0x1000
#define MEM_RESERVE 0x2000
#define MEM_RELEASE 0x8000
#define PAGE_READWRITE 0x04

// The code page is UTF-8. A count of -1: up to the end, which is converted, too.
HCRT_MS_FN int MultiByteToWideChar(UINT, DWORD, LPCSTR source, int count, LPWSTR target, int capacity) {
  const size_t length = count < 0 ? strlen(source) + 1 : static_cast<size_t>(count);
  const std::wstring wide = hcrt_ms::from_utf8(source, length);
  if (capacity == 0) return static_cast<int>(wide.size());
  if (wide.size() > static_cast<size_t>(capacity)) return 0;
  wide.copy(target, wide.size());
  return static_cast<int>(wide.size());
}
HCRT_MS_FN int WideCharToMultiByte(UINT, DWORD, LPCWSTR source, int count, LPSTR target, int capacity, LPCSTR,
                                   BOOL*) {
  const size_t length = count < 0 ? wcslen(source) + 1 : static_cast<size_t>(count);
  const std::string bytes = hcrt_ms::to_utf8(source, length);
  if (capacity == 0) return static_cast<int>(bytes.size());
  if (bytes.size() > static_cast<size_t>(capacity)) return 0;
  bytes.copy(target, bytes.size());
  return static_cast<int>(bytes.size());
}
HCRT_MS_FN int lstrlenA(LPCSTR text) { return static_cast<int>(strlen(text)); }
HCRT_MS_FN int lstrlenW(LPCWSTR text) { return static_cast<int>(wcslen(text)); }

#endif
