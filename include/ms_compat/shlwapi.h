// The functions on paths of Microsoft's <shlwapi.h>. Both slashes separate; what is added is /, as files here
// have it. A target has room for MAX_PATH characters.
#ifndef HCPY_MS_COMPAT_SHLWAPI_H
#define HCPY_MS_COMPAT_SHLWAPI_H

#include <windows.h>

#include <string>

namespace hcrt_ms {

template <class Char>
bool is_slash(Char c) {
  return c == '/' || c == '\\';
}

template <class Char>
Char* name_in_path(Char* path) {
  Char* name = path;
  for (Char* p = path; *p; ++p)
    if (is_slash(*p) && p[1]) name = p + 1;
  return name;
}

/// The dot, or the end where the name has none.
template <class Char>
Char* extension_of(Char* path) {
  Char* dot = nullptr;
  Char* p = name_in_path(path);
  for (; *p; ++p)
    if (*p == '.') dot = p;
  return dot ? dot : p;
}

template <class Char>
BOOL put_path(Char* target, const std::basic_string<Char>& path) {
  if (path.size() >= MAX_PATH) return FALSE;
  for (size_t i = 0; i <= path.size(); ++i) target[i] = path.c_str()[i];
  return TRUE;
}

template <class Char>
BOOL is_relative(const Char* path) {
  const bool has_drive = path[0] && path[1] == ':';
  return !is_slash(path[0]) && !has_drive;
}

template <class Char>
BOOL join_paths(Char* target, const Char* folder, const Char* name) {
  std::basic_string<Char> path = folder && (!name || is_relative(name)) ? folder : std::basic_string<Char>();
  if (name && *name) {
    if (!path.empty() && !is_slash(path.back())) path += static_cast<Char>('/');
    path += name;
  }
  return put_path(target, path);
}

template <class Char>
BOOL remove_name(Char* path) {
  Char* end = nullptr;
  for (Char* p = path; *p; ++p)
    if (is_slash(*p)) end = p == path ? p + 1 : p;  // the root's slash stays
  if (!end) end = path;
  const bool is_changed = *end != 0;
  *end = 0;
  return is_changed;
}

template <class Char>
Char* add_slash(Char* path) {
  std::basic_string<Char> whole = path;
  if (!whole.empty() && !is_slash(whole.back())) whole += static_cast<Char>('/');
  return put_path(path, whole) ? path + whole.size() : nullptr;
}

template <class Char>
BOOL set_extension(Char* path, const Char* extension) {
  return put_path(path, std::basic_string<Char>(path, extension_of(path)) + extension);
}

template <class Char>
void strip_path(Char* path) {
  put_path(path, std::basic_string<Char>(name_in_path(path)));
}

}  // namespace hcrt_ms

#define HCRT_MS_PATHS(Char, X)                                                                          \
  HCRT_MS_FN BOOL PathFileExists##X(const Char* path) {                                                 \
    return GetFileAttributes##X(path) != INVALID_FILE_ATTRIBUTES;                                       \
  }                                                                                                     \
  HCRT_MS_FN BOOL PathIsDirectory##X(const Char* path) {                                                \
    return PathFileExists##X(path) && (GetFileAttributes##X(path) & FILE_ATTRIBUTE_DIRECTORY);          \
  }                                                                                                     \
  HCRT_MS_FN BOOL PathIsRelative##X(const Char* path) { return hcrt_ms::is_relative(path); }            \
  HCRT_MS_FN const Char* PathFindFileName##X(const Char* path) { return hcrt_ms::name_in_path(path); }  \
  HCRT_MS_FN Char* PathFindFileName##X(Char* path) { return hcrt_ms::name_in_path(path); }              \
  HCRT_MS_FN const Char* PathFindExtension##X(const Char* path) { return hcrt_ms::extension_of(path); } \
  HCRT_MS_FN Char* PathFindExtension##X(Char* path) { return hcrt_ms::extension_of(path); }             \
  HCRT_MS_FN Char* PathCombine##X(Char* target, const Char* folder, const Char* name) {                 \
    return hcrt_ms::join_paths(target, folder, name) ? target : nullptr;                                \
  }                                                                                                     \
  HCRT_MS_FN BOOL PathAppend##X(Char* path, const Char* more) {                                         \
    while (hcrt_ms::is_slash(*more)) ++more;                                                            \
    return hcrt_ms::join_paths<Char>(path, path, more);                                                 \
  }                                                                                                     \
  HCRT_MS_FN BOOL PathRemoveFileSpec##X(Char* path) { return hcrt_ms::remove_name(path); }              \
  HCRT_MS_FN Char* PathAddBackslash##X(Char* path) { return hcrt_ms::add_slash(path); }                 \
  HCRT_MS_FN void PathRemoveExtension##X(Char* path) { *hcrt_ms::extension_of(path) = 0; }              \
  HCRT_MS_FN BOOL PathAddExtension##X(Char* path, const Char* extension) {                              \
    return *hcrt_ms::extension_of(path) ? FALSE : hcrt_ms::set_extension(path, extension);              \
  }                                                                                                     \
  HCRT_MS_FN BOOL PathRenameExtension##X(Char* path, const Char* extension) {                           \
    return hcrt_ms::set_extension(path, extension);                                                     \
  }                                                                                                     \
  HCRT_MS_FN void PathStripPath##X(Char* path) { hcrt_ms::strip_path(path); }
HCRT_MS_PATHS(char, A)
HCRT_MS_PATHS(wchar_t, W)
#undef HCRT_MS_PATHS

#ifdef _MBCS
#define HCRT_MS_OF_PATH(name) name##A
#else
#define HCRT_MS_OF_PATH(name) name##W
#endif
#define PathFileExists HCRT_MS_OF_PATH(PathFileExists)
#define PathIsDirectory HCRT_MS_OF_PATH(PathIsDirectory)
#define PathIsRelative HCRT_MS_OF_PATH(PathIsRelative)
#define PathFindFileName HCRT_MS_OF_PATH(PathFindFileName)
#define PathFindExtension HCRT_MS_OF_PATH(PathFindExtension)
#define PathCombine HCRT_MS_OF_PATH(PathCombine)
#define PathAppend HCRT_MS_OF_PATH(PathAppend)
#define PathRemoveFileSpec HCRT_MS_OF_PATH(PathRemoveFileSpec)
#define PathAddBackslash HCRT_MS_OF_PATH(PathAddBackslash)
#define PathRemoveExtension HCRT_MS_OF_PATH(PathRemoveExtension)
#define PathAddExtension HCRT_MS_OF_PATH(PathAddExtension)
#define PathRenameExtension HCRT_MS_OF_PATH(PathRenameExtension)
#define PathStripPath HCRT_MS_OF_PATH(PathStripPath)

#endif
