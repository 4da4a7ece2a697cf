// Files by their names, as <windows.h> has them; those with handles are Windows' own.
#ifndef HCPY_MS_COMPAT_WIN_FILES_HPP
#define HCPY_MS_COMPAT_WIN_FILES_HPP

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "unicode.hpp"
#include "win_types.hpp"

#define INVALID_FILE_ATTRIBUTES ((DWORD) - 1)
#define FILE_ATTRIBUTE_DIRECTORY 0x10u
#define FILE_ATTRIBUTE_NORMAL 0x80u
#ifdef _MBCS
#define GetTempPath GetTempPathA
#define DeleteFile DeleteFileA
#define CreateDirectory CreateDirectoryA
#define GetFileAttributes GetFileAttributesA
#else
#define GetTempPath GetTempPathW
#define DeleteFile DeleteFileW
#define CreateDirectory CreateDirectoryW
#define GetFileAttributes GetFileAttributesW
#endif

namespace hcrt_ms {

// The length of the folder's name with its slash; where the room is too small, what is needed with the null.
template <class Char>
DWORD temporary_folder(DWORD room, Char* target) {
  const char* set = getenv("TMPDIR");
  std::string folder = set && *set ? set : "/tmp";
  if (folder.back() != '/') folder += '/';
  const DWORD length = static_cast<DWORD>(folder.size());
  if (length >= room) return length + 1;
  for (DWORD i = 0; i <= length; ++i) target[i] = static_cast<Char>(folder.c_str()[i]);
  return length;
}

inline DWORD attributes(const char* name) {
  struct stat found;
  if (stat(name, &found) != 0) return INVALID_FILE_ATTRIBUTES;
  return S_ISDIR(found.st_mode) ? FILE_ATTRIBUTE_DIRECTORY : FILE_ATTRIBUTE_NORMAL;
}

inline std::string file_name(const wchar_t* name) { return to_utf8(name, wcslen(name)); }

}  // namespace hcrt_ms

HCRT_MS_FN DWORD GetTempPathA(DWORD room, LPSTR target) { return hcrt_ms::temporary_folder(room, target); }
HCRT_MS_FN DWORD GetTempPathW(DWORD room, LPWSTR target) { return hcrt_ms::temporary_folder(room, target); }
HCRT_MS_FN BOOL DeleteFileA(LPCSTR name) { return unlink(name) == 0; }
HCRT_MS_FN BOOL DeleteFileW(LPCWSTR name) { return DeleteFileA(hcrt_ms::file_name(name).c_str()); }
HCRT_MS_FN BOOL CreateDirectoryA(LPCSTR name, void*) { return mkdir(name, 0777) == 0; }
HCRT_MS_FN BOOL CreateDirectoryW(LPCWSTR name, void* security) {
  return CreateDirectoryA(hcrt_ms::file_name(name).c_str(), security);
}
HCRT_MS_FN DWORD GetFileAttributesA(LPCSTR name) { return hcrt_ms::attributes(name); }
HCRT_MS_FN DWORD GetFileAttributesW(LPCWSTR name) {
  return hcrt_ms::attributes(hcrt_ms::file_name(name).c_str());
}

#endif
