// Looks for words in a text with four algorithms and compares with std::search.
//   strsearch [bytes of text]
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "matchers.hpp"

static bool same(char a, char b) { return a == b; }
static bool same_letter(char a, char b) { return std::tolower((unsigned char)a) == std::tolower((unsigned char)b); }

static void add_matches(const std::string& text, const std::string& pattern, unsigned int number,
                        bool (*equal)(char, char), std::vector<match>& found) {
  std::string::const_iterator at = text.begin();
  while ((at = std::search(at, text.end(), pattern.begin(), pattern.end(), equal)) != text.end()) {
    match m = {(unsigned int)(at - text.begin()), number};
    found.push_back(m);
    ++at;
  }
}

static std::vector<match> with_errors(const std::string& text, const std::string& pattern, unsigned int number,
                                      int errors) {
  std::vector<match> found;
  for (size_t i = 0; i + pattern.size() <= text.size(); ++i) {
    int different = 0;
    for (size_t k = 0; k < pattern.size() && different <= errors; ++k)
      different += text[i + k] != pattern[k];
    if (different <= errors) {
      match m = {(unsigned int)i, number};
      found.push_back(m);
    }
  }
  return found;
}

class checker {
public:
  checker() : wrong(0), total(0) {}

  void operator()(const char* what, std::vector<match> got, std::vector<match> expected) {
    std::sort(expected.begin(), expected.end());
    const bool good = got == expected;
    std::printf("%-28s %6zu matches%s\n", what, got.size(), good ? "" : "  WRONG");
    if (!good) {
      std::printf("    %zu were expected\n", expected.size());
      ++wrong;
    }
    total += got.size();
  }

  int wrong;
  size_t total;
};

int main(int argc, char** argv) {
  const size_t size = argc > 1 ? std::strtoul(argv[1], NULL, 10) : 100000;
  const std::string text = make_corpus(size, 17);
  const pattern_set patterns = {"kernel", "queue", "the", "that", "hat", "accelerator", "array index", "no such text"};

  std::vector<hc::accelerator> all = hc::accelerator::get_all();
  for (size_t i = 0; i < all.size(); ++i)
    std::wcout << L"accelerator " << i << L": " << all[i].get_device_path() << L"\n";

  hc::accelerator acc;
  hc::accelerator_view av = acc.create_view();
  device_bytes device_text(av, text.data(), text.size());
  search_input input = {device_text.as<const unsigned char>(), (unsigned int)text.size()};
  results list(av, 1 << 16);
  checker check;

  std::vector<match> expected, folded;
  for (unsigned int p = 0; p < patterns.size(); ++p) {
    add_matches(text, patterns[p], p, same, expected);
    add_matches(text, patterns[p], p, same_letter, folded);
  }

  set_fold(acc, false);
  std::vector<hc::completion_future> futures;
  for (unsigned int p = 0; p < patterns.size(); ++p)
    futures.push_back(search_naive(av, input, patterns[p], p, list.list()));
  std::for_each(futures.begin(), futures.end(), [](hc::completion_future& f) { f.wait(); });
  check("naive", list.sorted(), expected);

  list.clear();
  set_fold(acc, true);
  for (unsigned int p = 0; p < patterns.size(); ++p)
    futures[p] = search_naive(av, input, patterns[p], p, list.list());
  av.create_blocking_marker(futures.begin(), futures.end()).wait();
  check("naive, any case", list.sorted(), folded);

  list.clear();
  for (unsigned int p = 0; p < patterns.size(); ++p)
    search_horspool(av, input, patterns[p], p, list.list());
  av.wait();
  check("Horspool", list.sorted(), expected);

  for (int errors = 0; errors <= 2; ++errors) {
    list.clear();
    const std::string pattern = "barrier";
    search_shiftor(av, input, pattern, errors, errors, list.list()).wait();
    char name[40];
    std::sprintf(name, "shift-or, %d errors", errors);
    check(name, list.sorted(), with_errors(text, pattern, errors, errors));
  }

  list.clear();
  aho_corasick automaton(patterns);
  automaton.search(av, input, list.list()).wait();
  check("Aho-Corasick", list.sorted(), expected);

  std::printf("%s: %zu matches, %d searches wrong\n", check.wrong ? "FAILED" : "PASSED", check.total, check.wrong);
  return check.wrong;
}
