// Wide characters on stdio's streams of bytes, as UTF-8 in any locale.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cwchar>
#include <iostream>
#include <new>
#include <streambuf>
#include <string>
#include <vector>

#include "hcrt/detail/wide_stdio.hpp"
#include "hcrt/detail/wide_streams.hpp"
#include "log.hpp"

// The header's names are for programs; here the C library's are meant.
#undef fputws
#undef swprintf

namespace {

class Utf8Buffer final : public std::wstreambuf {
 public:
  explicit Utf8Buffer(std::FILE* file) : file_(file) {}

 protected:
  std::streamsize xsputn(const wchar_t* text, std::streamsize count) override {
    return hcrt_wide::put(file_, text, static_cast<std::size_t>(count)) == 0 ? count : 0;
  }
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const wchar_t character = traits_type::to_char_type(c);
    return hcrt_wide::put(file_, &character, 1) == 0 ? c : traits_type::eof();
  }
  int sync() override { return std::fflush(file_); }

 private:
  std::FILE* file_;
};

// Never destroyed: the streams are flushed after all destructors.
std::wstreambuf* utf8_buffer(std::FILE* file) { return new Utf8Buffer(file); }

}  // namespace

namespace hcrt_wide {

int put(std::FILE* file, const wchar_t* text, std::size_t length) {
  if (std::fwide(file, 0) > 0) {  // the program made it a stream of wide characters itself
    for (std::size_t i = 0; i < length; ++i)
      if (std::fputwc(text[i], file) == WEOF) return EOF;
    return 0;
  }
  const std::string bytes = hcrt::narrow(std::wstring(text, length));
  return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() ? 0 : EOF;
}

std::wstring native_format(const wchar_t* format, const char* kinds) {
  std::wstring made;
  for (const wchar_t* p = format; *p; ++p) {
    made += *p;
    if (*p != L'%') continue;
    if (p[1] == L'%') {
      made += *++p;
      continue;
    }
    while (p[1] && std::wcschr(L"-+ #0123456789.*", p[1])) {
      if (*++p == L'*' && *kinds) ++kinds;
      made += *p;
    }
    if (p[1] == L'I' && p[2] == L'6' && p[3] == L'4') {
      p += 3;
      made += L"ll";
    }
    const wchar_t* letter = p + 1;
    while (*letter && std::wcschr(L"hlLqjztw", *letter)) ++letter;
    const bool is_text = *letter == L's' || *letter == L'S';
    if (is_text && (*kinds == 's' || *kinds == 'w')) {
      made += L"ls";
      p = letter;
    } else if (is_text) {
      made.append(p + 1, letter + 1);  // nothing is known of the argument
      p = letter;
    } else if (*letter == L'c' || *letter == L'C') {
      made += letter[-1] == L'h' ? L"c" : L"lc";  // the character's value is the same in both kinds
      p = letter;
    }
    if (*kinds) ++kinds;
  }
  return made;
}

std::wstring widened(const char* text) { return text ? hcrt::widen(text) : L"(null)"; }

std::wstring native_text(const wchar_t* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  std::wstring text = native_text_v(format, arguments);
  va_end(arguments);
  return text;
}

std::wstring native_text_v(const wchar_t* format, std::va_list arguments) {
  // vswprintf does not report how much room it needs; only that no room is enough, for text that is none.
  std::vector<wchar_t> room(256);
  for (;;) {
    errno = 0;
    std::va_list copy;
    va_copy(copy, arguments);
    const int length = std::vswprintf(room.data(), room.size(), format, copy);
    va_end(copy);
    if (length >= 0) return std::wstring(room.data(), static_cast<std::size_t>(length));
    if (errno == EILSEQ || room.size() > (std::size_t{1} << 24)) return std::wstring();
    room.resize(room.size() * 4);
  }
}

int share_streams() {
  static const int done = [] {
    static const std::ios_base::Init streams;
    std::wcout.rdbuf(utf8_buffer(stdout));
    std::wcerr.rdbuf(utf8_buffer(stderr));
    std::wclog.rdbuf(utf8_buffer(stderr));
    return 1;
  }();
  return done;
}

}  // namespace hcrt_wide
