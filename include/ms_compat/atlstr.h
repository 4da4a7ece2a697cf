// CString of Microsoft's <atlstr.h>, and ATL's conversions between wide and narrow text. Narrow text is
// UTF-8.
#ifndef HCPY_MS_COMPAT_ATLSTR_H
#define HCPY_MS_COMPAT_ATLSTR_H

#include <windows.h>

#include <cwctype>
#include <string>
#include <vector>

#include "detail/stdio.hpp"
#include "detail/unicode.hpp"

namespace hcrt_ms {

inline std::string converted(const wchar_t* text, char) { return to_utf8(text, wcslen(text)); }
inline std::wstring converted(const char* text, wchar_t) { return from_utf8(text, strlen(text)); }
inline std::string converted(const char* text, char) { return text; }
inline std::wstring converted(const wchar_t* text, wchar_t) { return text; }

template <class... Arguments>
std::string formatted(const char* format, Arguments... arguments) {
  std::vector<char> text(static_cast<size_t>(snprintf(nullptr, 0, format, arguments...)) + 1);
  snprintf(text.data(), text.size(), format, arguments...);
  return text.data();
}
template <class... Arguments>
std::wstring formatted(const wchar_t* format, Arguments... arguments) {
  constexpr size_t most = size_t{1} << 24;  // characters
  std::vector<wchar_t> text(256);
  while (swprintf_s(text.data(), text.size(), format, arguments...) < 0 && text.size() < most)
    text.resize(2 * text.size());
  return text.data();
}

/// A null pointer counts as an empty text.
template <class To, class From>
class AtlText {
 public:
  explicit AtlText(const From* text) : text_(text ? converted(text, To()) : std::basic_string<To>()) {}
  operator const To*() const { return text_.c_str(); }

 private:
  std::basic_string<To> text_;
};

}  // namespace hcrt_ms

namespace ATL {

template <class Char>
class CStringT {
 public:
  typedef Char XCHAR;
  typedef const Char* PCXSTR;

  CStringT() = default;
  CStringT(const char* text) : text_(text ? hcrt_ms::converted(text, Char()) : Text()) {}
  CStringT(const wchar_t* text) : text_(text ? hcrt_ms::converted(text, Char()) : Text()) {}
  CStringT(const Char* text, int length) : text_(text, static_cast<size_t>(length)) {}
  explicit CStringT(Char one, int count = 1) : text_(static_cast<size_t>(count), one) {}

  int GetLength() const { return static_cast<int>(text_.size()); }
  bool IsEmpty() const { return text_.empty(); }
  void Empty() { text_.clear(); }
  const Char* GetString() const { return text_.c_str(); }
  operator const Char*() const { return text_.c_str(); }
  Char GetAt(int i) const { return text_[static_cast<size_t>(i)]; }
  void SetAt(int i, Char c) { text_[static_cast<size_t>(i)] = c; }
  Char operator[](int i) const { return GetAt(i); }
  /// Room for a text of `least` characters that the caller writes, until ReleaseBuffer.
  Char* GetBuffer(int least = 0) {
    if (least > GetLength()) text_.resize(static_cast<size_t>(least));
    return &text_[0];
  }
  void ReleaseBuffer(int length = -1) {
    text_.resize(length < 0 ? Text(text_.c_str()).size() : static_cast<size_t>(length));
  }

  CStringT& operator+=(const CStringT& other) {
    text_ += other.text_;
    return *this;
  }
  CStringT& operator+=(Char c) {
    text_ += c;
    return *this;
  }
  void Append(const Char* text) { text_ += text; }
  void AppendChar(Char c) { text_ += c; }
  template <class... Arguments>
  void Format(const Char* format, Arguments... arguments) {
    text_ = hcrt_ms::formatted(format, passed(arguments)...);
  }
  template <class... Arguments>
  void AppendFormat(const Char* format, Arguments... arguments) {
    text_ += hcrt_ms::formatted(format, passed(arguments)...);
  }

  CStringT Mid(int first, int count = -1) const {
    if (first >= GetLength()) return CStringT();
    return of(text_.substr(first < 0 ? 0 : static_cast<size_t>(first), static_cast<size_t>(count)));
  }
  CStringT Left(int count) const { return of(text_.substr(0, count < 0 ? 0 : static_cast<size_t>(count))); }
  CStringT Right(int count) const {
    return count >= GetLength() ? *this : Mid(GetLength() - (count < 0 ? 0 : count));
  }
  int Find(const Char* text, int from = 0) const {
    return place(text_.find(text, static_cast<size_t>(from)));
  }
  int Find(Char c, int from = 0) const { return place(text_.find(c, static_cast<size_t>(from))); }
  int ReverseFind(Char c) const { return place(text_.rfind(c)); }
  int FindOneOf(const Char* marks) const { return place(text_.find_first_of(marks)); }

  int Compare(const Char* other) const { return text_.compare(other); }
  int CompareNoCase(const Char* other) const {
    CStringT a(*this), b(other);
    return a.MakeLower().Compare(b.MakeLower());
  }
  CStringT& MakeLower() {
    return each([](wint_t c) { return std::towlower(c); });
  }
  CStringT& MakeUpper() {
    return each([](wint_t c) { return std::towupper(c); });
  }
  CStringT& MakeReverse() {
    text_.assign(text_.rbegin(), text_.rend());
    return *this;
  }
  CStringT& TrimLeft() {
    text_.erase(0, text_.find_first_not_of(blanks()));
    return *this;
  }
  CStringT& TrimRight() {
    text_.erase(text_.find_last_not_of(blanks()) + 1);
    return *this;
  }
  CStringT& Trim() { return TrimLeft().TrimRight(); }
  /// How many it replaced.
  int Replace(const Char* old, const Char* other) {
    const Text was(old), by(other);
    int count = 0;
    for (size_t at = 0; !was.empty() && (at = text_.find(was, at)) != Text::npos; at += by.size(), ++count)
      text_.replace(at, was.size(), by);
    return count;
  }
  int Replace(Char old, Char other) {
    int count = 0;
    for (Char& c : text_)
      if (c == old && ++count) c = other;
    return count;
  }
  int Remove(Char c) { return Replace(Text(1, c).c_str(), Text().c_str()); }
  int Insert(int at, const Char* text) {
    text_.insert(static_cast<size_t>(at), text);
    return GetLength();
  }
  int Delete(int at, int count = 1) {
    if (at < GetLength()) text_.erase(static_cast<size_t>(at), static_cast<size_t>(count));
    return GetLength();
  }
  /// The next part between marks; empty, with start at -1, behind the last.
  CStringT Tokenize(const Char* marks, int& start) const {
    const size_t first = start < 0 ? Text::npos : text_.find_first_not_of(marks, static_cast<size_t>(start));
    if (first == Text::npos) {
      start = -1;
      return CStringT();
    }
    size_t last = text_.find_first_of(marks, first);
    if (last == Text::npos) last = text_.size();
    start = static_cast<int>(last < text_.size() ? last + 1 : last);
    return of(text_.substr(first, last - first));
  }

  friend CStringT operator+(const CStringT& a, const CStringT& b) { return of(a.text_ + b.text_); }
  friend CStringT operator+(const CStringT& a, const Char* b) { return of(a.text_ + b); }
  friend CStringT operator+(const Char* a, const CStringT& b) { return of(a + b.text_); }
  friend CStringT operator+(const CStringT& a, Char b) { return of(a.text_ + b); }
#define HCRT_MS_COMPARE(op)                                                                    \
  friend bool operator op(const CStringT& a, const CStringT& b) { return a.text_ op b.text_; } \
  friend bool operator op(const CStringT& a, const Char* b) { return a.text_ op b; }           \
  friend bool operator op(const Char* a, const CStringT& b) { return a op b.text_; }
  HCRT_MS_COMPARE(==)
  HCRT_MS_COMPARE(!=)
  HCRT_MS_COMPARE(<)
  HCRT_MS_COMPARE(>)
  HCRT_MS_COMPARE(<=)
  HCRT_MS_COMPARE(>=)
#undef HCRT_MS_COMPARE

 private:
  typedef std::basic_string<Char> Text;

  static CStringT of(Text text) {
    CStringT made;
    made.text_ = std::move(text);
    return made;
  }
  static int place(size_t at) { return at == Text::npos ? -1 : static_cast<int>(at); }
  static const Char* blanks() {
    static const Char all[] = {' ', '\t', '\n', '\r', '\v', '\f', 0};
    return all;
  }
  /// Strings are passed to format as what they hold.
  template <class T>
  static const T& passed(const T& argument) {
    return argument;
  }
  template <class Other>
  static const Other* passed(const CStringT<Other>& argument) {
    return argument.GetString();
  }
  template <class F>
  CStringT& each(F change) {
    for (Char& c : text_) c = static_cast<Char>(change(static_cast<wint_t>(c)));
    return *this;
  }

  Text text_;
};

typedef CStringT<char> CStringA;
typedef CStringT<wchar_t> CStringW;
typedef hcrt_ms::AtlText<wchar_t, char> CA2W;
typedef hcrt_ms::AtlText<char, wchar_t> CW2A;
#ifdef _MBCS
typedef CStringA CString;
typedef hcrt_ms::AtlText<char, char> CT2A;
typedef hcrt_ms::AtlText<char, char> CA2T;
typedef hcrt_ms::AtlText<wchar_t, char> CT2W;
typedef hcrt_ms::AtlText<char, wchar_t> CW2T;
#else
typedef CStringW CString;
typedef CW2A CT2A;
typedef CA2W CA2T;
typedef hcrt_ms::AtlText<wchar_t, wchar_t> CT2W;
typedef hcrt_ms::AtlText<wchar_t, wchar_t> CW2T;
#endif

}  // namespace ATL

#ifndef _ATL_NO_AUTOMATIC_NAMESPACE
using namespace ATL;
#endif
#define USES_CONVERSION static_assert(true, "")

#endif
