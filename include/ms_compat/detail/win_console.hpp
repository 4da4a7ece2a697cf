// The console and messages. Colours and titles are taken and do nothing.
#ifndef HCPY_MS_COMPAT_WIN_CONSOLE_HPP
#define HCPY_MS_COMPAT_WIN_CONSOLE_HPP

#include <stdlib.h>

#include "stdio.hpp"
#include "win_types.hpp"

#define STD_INPUT_HANDLE ((DWORD) - 10)
#define STD_OUTPUT_HANDLE ((DWORD) - 11)
#define STD_ERROR_HANDLE ((DWORD) - 12)
#define FOREGROUND_BLUE 0x1
#define FOREGROUND_GREEN 0x2
#define FOREGROUND_RED 0x4
#define FOREGROUND_INTENSITY 0x8
#define BACKGROUND_BLUE 0x10
#define BACKGROUND_GREEN 0x20
#define BACKGROUND_RED 0x40
#define BACKGROUND_INTENSITY 0x80
#define MB_OK 0
#define MB_ICONERROR 0x10
#define IDOK 1
#ifdef _MBCS
#define OutputDebugString OutputDebugStringA
#define SetConsoleTitle SetConsoleTitleA
#define MessageBox MessageBoxA
#else
#define OutputDebugString OutputDebugStringW
#define SetConsoleTitle SetConsoleTitleW
#define MessageBox MessageBoxW
#endif

typedef struct _COORD {
  SHORT X, Y;
} COORD;
typedef struct _SMALL_RECT {
  SHORT Left, Top, Right, Bottom;
} SMALL_RECT;
typedef struct _CONSOLE_SCREEN_BUFFER_INFO {
  COORD dwSize, dwCursorPosition;
  WORD wAttributes;
  SMALL_RECT srWindow;
  COORD dwMaximumWindowSize;
} CONSOLE_SCREEN_BUFFER_INFO;

// No debugger listens.
HCRT_MS_FN void OutputDebugStringA(LPCSTR) {}
HCRT_MS_FN void OutputDebugStringW(LPCWSTR) {}
HCRT_MS_FN BOOL IsDebuggerPresent() { return FALSE; }
HCRT_MS_FN void DebugBreak() { __builtin_trap(); }
HCRT_MS_FN BOOL SetConsoleTitleA(LPCSTR) { return TRUE; }
HCRT_MS_FN BOOL SetConsoleTitleW(LPCWSTR) { return TRUE; }
HCRT_MS_FN HANDLE GetStdHandle(DWORD which) { return (HANDLE)(LONG_PTR)(int)which; }
HCRT_MS_FN BOOL SetConsoleTextAttribute(HANDLE, WORD) { return TRUE; }
HCRT_MS_FN BOOL SetConsoleCursorPosition(HANDLE, COORD) { return TRUE; }
HCRT_MS_FN BOOL GetConsoleScreenBufferInfo(HANDLE, CONSOLE_SCREEN_BUFFER_INFO* target) {
  *target = {{80, 25}, {0, 0}, 7, {0, 0, 79, 24}, {80, 25}};
  return TRUE;
}
HCRT_MS_FN BOOL SetConsoleOutputCP(UINT) { return TRUE; }
HCRT_MS_FN BOOL SetConsoleCP(UINT) { return TRUE; }
HCRT_MS_FN HWND GetConsoleWindow() { return nullptr; }
// A message box is two lines on standard error, at once answered.
HCRT_MS_FN int MessageBoxA(HWND, LPCSTR text, LPCSTR caption, UINT) {
  fprintf(stderr, "%s: %s\n", caption ? caption : "Error", text);
  return IDOK;
}
HCRT_MS_FN int MessageBoxW(HWND window, LPCWSTR text, LPCWSTR caption, UINT kind) {
  return MessageBoxA(window, hcrt_ms::to_utf8(text).c_str(),
                     hcrt_ms::to_utf8(caption ? caption : L"Error").c_str(), kind);
}
[[noreturn]] inline void ExitProcess(UINT code) { exit(static_cast<int>(code)); }

#endif
