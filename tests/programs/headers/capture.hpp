// What a part of a program prints, as a string: stdout goes to a file until text() is called.
#ifndef TESTS_PROGRAMS_HEADERS_CAPTURE_HPP
#define TESTS_PROGRAMS_HEADERS_CAPTURE_HPP

#include <unistd.h>

#include <cstdio>
#include <string>

class Capture {
 public:
  Capture() : file_(std::tmpfile()) {
    std::fflush(stdout);
    saved_ = dup(1);
    dup2(fileno(file_), 1);
  }
  std::string text() {
    std::fflush(stdout);
    dup2(saved_, 1);
    close(saved_);
    std::string result;
    std::rewind(file_);
    for (int c; (c = std::fgetc(file_)) != EOF;) result.push_back(static_cast<char>(c));
    std::fclose(file_);
    return result;
  }

 private:
  std::FILE* file_;
  int saved_;
};

// How often `part` is in `text`.
inline int occurrences(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

#endif
