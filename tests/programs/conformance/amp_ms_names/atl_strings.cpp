// rows: amp.ms.names.atl_strings
#include <amp.h>
#include <atlbase.h>
#include <atlstr.h>

#include <cstring>
#include <string>

#include "check.hpp"

using namespace concurrency;

int main() {
  CString text(_T("Tile")), other = "narrow";
  text += _T("s of ");
  text += other + _T('!');
  CHECK(text == L"Tiles of narrow!" && text.GetLength() == 16 && !text.IsEmpty() && text[0] == L'T');
  CHECK(text.Find(_T("of")) == 6 && text.Find(L'z') == -1 && text.ReverseFind(L'r') == 12);
  CHECK(text.Left(5) == L"Tiles" && text.Right(2) == L"w!" && text.Mid(6, 2) == L"of" && text.Mid(9) == L"narrow!");
  CHECK(text.Mid(99).IsEmpty() && text.Left(99) == text && text.Right(99) == text);
  CString made;
  made.Format(_T("%d x %s, %.2f"), 16, _T("16"), 0.5);
  CHECK(made == L"16 x 16, 0.50");
  made.AppendFormat(_T(" %s"), other);
  CHECK(made == L"16 x 16, 0.50 narrow" && CString(L'-', 3) == L"---");
  CStringA bytes("  Trim\t");
  CHECK(bytes.Trim() == "Trim" && bytes.MakeUpper() == "TRIM" && bytes.CompareNoCase("trim") == 0);
  CHECK(bytes.MakeLower() == "trim" && bytes.MakeReverse() == "mirt" && bytes < CStringA("n") && bytes != "x");
  CHECK(bytes.Replace("ir", "---") == 1 && bytes == "m---t" && bytes.Replace('-', '+') == 3 && bytes.Remove('+') == 3);
  CHECK(bytes == "mt" && bytes.Insert(1, "in") == 4 && bytes == "mint" && bytes.Delete(0, 2) == 2 && bytes == "nt");
  int at = 0;
  const CString list(L"a, b,,c");
  std::wstring parts;
  for (CString part = list.Tokenize(L", ", at); at >= 0; part = list.Tokenize(L", ", at))
    parts += part.GetString();
  CHECK(parts == L"abc");
  wcscpy_s(made.GetBuffer(20), 20, L"written");
  made.ReleaseBuffer();
  CHECK(made.GetLength() == 7 && made == L"written");
  made.Empty();
  CHECK(made.IsEmpty() && CString() == made && CString(static_cast<const wchar_t*>(nullptr)).IsEmpty());
  CHECK(std::string(CT2A(text)) == "Tiles of narrow!" && std::wstring(CA2W("wide")) == L"wide");
  CHECK(std::string(CW2A(accelerator().description.c_str())).size() > 0);
  array_view<int> view(4);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
  CHECK(view[3] == 3);
  return failures();
}
