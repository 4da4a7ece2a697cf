// rows: amp.ms.names.files
#include <amp.h>
#include <stdio.h>
#include <windows.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

static_assert(sizeof(BITMAPFILEHEADER) == 14, "it is packed");
static_assert(sizeof(BITMAPINFOHEADER) == 40, "");
static_assert(sizeof(RGBQUAD) == 4 && sizeof(RGBTRIPLE) == 3 && sizeof(BITMAPINFO) == 44, "");

int main() {
  char folder[MAX_PATH], path[2 * MAX_PATH];
  const DWORD length = GetTempPathA(MAX_PATH, folder);
  CHECK(length > 0 && length == strlen(folder) && folder[length - 1] == '/');
  CHECK(GetTempPathA(length, folder) == length + 1);
  WCHAR wide[MAX_PATH];
  CHECK(GetTempPath(MAX_PATH, wide) == length && wide[length] == 0);
  CHECK(GetFileAttributes(wide) == FILE_ATTRIBUTE_DIRECTORY);

  std::vector<unsigned> pixels(16, 0xFF000000u);
  array_view<unsigned> view(16, pixels);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += 5 * i[0]; });
  view.synchronize();

  BITMAPFILEHEADER file = {0};
  BITMAPINFOHEADER info = {0};
  file.bfType = 'B' | 'M' << 8;
  file.bfOffBits = sizeof file + sizeof info;
  file.bfSize = file.bfOffBits + 64;
  info.biSize = sizeof info;
  info.biWidth = 4;
  info.biHeight = -4;
  info.biPlanes = 1;
  info.biBitCount = 32;
  info.biCompression = BI_RGB;
  sprintf_s(path, "%sbitmap-%u.bmp", folder, GetCurrentProcessId());
  FILE* stream = fopen(path, "wb");
  CHECK(stream && fwrite(&file, sizeof file, 1, stream) == 1 && fwrite(&info, sizeof info, 1, stream) == 1);
  CHECK(fwrite(pixels.data(), 64, 1, stream) == 1 && ftell(stream) == 118);
  fclose(stream);
  CHECK(GetFileAttributesA(path) == FILE_ATTRIBUTE_NORMAL);
  CHECK(DeleteFileA(path) && !DeleteFileA(path));
  CHECK(GetFileAttributesA(path) == INVALID_FILE_ATTRIBUTES);
  return failures();
}
