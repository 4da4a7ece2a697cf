// No kernels at all.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

std::vector<std::pair<std::string, int>> frequent(const std::string& text, std::size_t most) {
  std::map<std::string, int> counts;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    word.erase(std::remove_if(word.begin(), word.end(), [](unsigned char c) { return !std::isalpha(c); }),
               word.end());
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (!word.empty()) ++counts[word];
  }
  std::vector<std::pair<std::string, int>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  sorted.resize(std::min(most, sorted.size()));
  return sorted;
}

void report(const std::string& text) {
  for (const auto& [word, count] : frequent(text, 10)) std::cout << word << ' ' << count << '\n';
}
