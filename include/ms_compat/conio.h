// The console: a key is a byte of standard input; without a terminal the input's end is a key, too.
#ifndef HCPY_MS_COMPAT_CONIO_H
#define HCPY_MS_COMPAT_CONIO_H

#include <poll.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

#include "hcrt_ms_prelude.hpp"

HCRT_MS_FN int _kbhit() {
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) > 0 && (input.revents & POLLIN) != 0;
}
HCRT_MS_FN int _getch() {
  fflush(stdout);
  termios old;
  const bool is_terminal = tcgetattr(STDIN_FILENO, &old) == 0;
  if (is_terminal) {
    termios raw = old;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  const int c = getchar();
  if (is_terminal) tcsetattr(STDIN_FILENO, TCSANOW, &old);
  return c;
}
HCRT_MS_FN int _getche() {
  const int c = _getch();
  if (c != EOF) putchar(c);
  return c;
}
HCRT_MS_FN int _putch(int c) { return putchar(c); }
HCRT_MS_FN int _cputs(const char* text) { return fputs(text, stdout) < 0 ? -1 : 0; }
HCRT_MS_FN int kbhit() { return _kbhit(); }
HCRT_MS_FN int getch() { return _getch(); }
HCRT_MS_FN int getche() { return _getche(); }
template <class... Arguments>
int _cprintf(const char* format, Arguments... arguments) {
  return printf(format, arguments...);
}

#endif
