// printed(statements): what they print on standard output, by whichever stream.
#ifndef TESTS_PROGRAMS_HEADERS_PRINTED_HPP
#define TESTS_PROGRAMS_HEADERS_PRINTED_HPP

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <iostream>
#include <string>

template <class F>
std::string printed(const F& print) {
  char name[] = "/tmp/hcpy-output-XXXXXX";
  const int file = mkstemp(name), old = dup(1);
  fflush(stdout);
  dup2(file, 1);
  print();
  std::cout.flush();
  std::wcout.flush();
  fflush(stdout);
  dup2(old, 1);
  std::string text(static_cast<size_t>(lseek(file, 0, SEEK_END)), 0);
  lseek(file, 0, SEEK_SET);
  if (read(file, &text[0], text.size()) < 0) text = "?";
  close(file);
  unlink(name);
  return text;
}

#endif
