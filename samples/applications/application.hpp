// What the applications share: options, pictures, progress, time. Plain C++, for HC and C++ AMP alike.
#ifndef SAMPLES_APPLICATION_HPP
#define SAMPLES_APPLICATION_HPP

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace application {

/// Ends the program with one line that says what is wrong with its input.
[[noreturn]] inline void refuse(const std::string& text) {
  std::cerr << "error: " << text << "\n";
  std::exit(2);
}

/// An option with a value, or a flag, whose value is empty.
struct Option {
  std::string name, value, about;
};

/// The words of a command line, checked against the options that there are.
class Options {
 public:
  Options(int argc, char** argv, std::vector<Option> known) : known_(std::move(known)) {
    for (int i = 1; i < argc; ++i) {
      const std::string word = argv[i];
      if (word == "--help") help(argv[0]);
      Option* const option = find(word);
      if (!option) refuse("unknown option '" + word + "'; --help lists them");
      if (option->value.empty()) {
        given_.push_back(word);
      } else if (++i == argc) {
        refuse(word + " needs a value");
      } else {
        option->value = argv[i];
        given_.push_back(word);
      }
    }
  }

  bool given(const std::string& name) const {
    return std::find(given_.begin(), given_.end(), name) != given_.end();
  }
  std::string text(const std::string& name) { return find(name)->value; }
  int number(const std::string& name, int low, int high) {
    const std::string value = text(name);
    char* end = nullptr;
    const long number = std::strtol(value.c_str(), &end, 10);
    if (value.empty() || *end || number < low || number > high)
      refuse(name + " is a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
             ", not '" + value + "'");
    return static_cast<int>(number);
  }

 private:
  Option* find(const std::string& name) {
    for (Option& option : known_)
      if (option.name == name) return &option;
    return nullptr;
  }
  [[noreturn]] void help(const char* program) const {
    std::cout << "usage: " << program << " [options]\n";
    for (const Option& option : known_)
      std::cout << "  " << option.name << (option.value.empty() ? "" : " " + option.value) << "  "
                << option.about << "\n";
    std::exit(0);
  }

  std::vector<Option> known_;
  std::vector<std::string> given_;
};

/// How far the work is, on a terminal.
inline void progress(const char* what, int done, int all) {
  if (!isatty(2)) return;
  std::fprintf(stderr, "\r%s %d of %d%s", what, done, all, done == all ? "\n" : "");
}

/// The least seconds that f takes, of several calls after a first one.
template <class F>
double seconds(F f, int calls = 5) {
  f();
  double least = 1e300;
  for (int i = 0; i < calls; ++i) {
    const auto start = std::chrono::steady_clock::now();
    f();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

/// Red, green and blue of each pixel, row after row.
struct Picture {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb;

  Picture(int w, int h) : width(w), height(h), rgb(static_cast<std::size_t>(w) * h * 3) {}
  /// Linear light in [0, 1] as sRGB's curve has it, roughly.
  void set(int x, int y, const float* linear) {
    for (int c = 0; c < 3; ++c) {
      const float v = std::min(std::max(linear[c], 0.0f), 1.0f);
      rgb[(static_cast<std::size_t>(y) * width + x) * 3 + c] =
          static_cast<unsigned char>(std::pow(v, 1 / 2.2f) * 255 + 0.5f);
    }
  }
};

/// A picture in the format PPM (P6, 8 bits).
inline Picture read_ppm(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse("'" + path + "' cannot be read");
  std::string kind;
  int width = 0, height = 0, largest = 0;
  file >> kind >> width >> height >> largest;
  if (kind != "P6" || width <= 0 || height <= 0 || largest != 255 || width > 32768 || height > 32768)
    refuse("'" + path + "' is no picture in the format PPM with 8 bits (P6)");
  file.get();
  Picture picture(width, height);
  if (!file.read(reinterpret_cast<char*>(picture.rgb.data()),
                 static_cast<std::streamsize>(picture.rgb.size())))
    refuse("'" + path + "' ends before its last pixel");
  return picture;
}

namespace png {

/// zlib's format with the fixed code of Huffman, and repetitions found by a table of the last places.
class Deflate {
 public:
  explicit Deflate(const std::vector<unsigned char>& data) {
    out = {0x78, 0x01};
    bits(3, 3);  // the last block, fixed code
    std::vector<int> last(1 << 15, -1);
    const int n = static_cast<int>(data.size());
    for (int i = 0; i < n;) {
      int length = 0, from = -1;
      if (i + 3 < n) {
        const unsigned word = data[i] | data[i + 1] << 8 | data[i + 2] << 16 | unsigned(data[i + 3]) << 24;
        int& place = last[word * 2654435761u >> 17];
        from = place;
        place = i;
        if (from >= 0 && i - from <= 32768)
          while (length < 258 && i + length < n && data[from + length] == data[i + length]) ++length;
      }
      if (length < 4) {
        symbol(data[i++]);
        continue;
      }
      repeat(length, i - from);
      i += length;
    }
    symbol(256);
    if (count) bits(0, 8 - count);
    unsigned a = 1, b = 0;
    for (const unsigned char c : data) a = (a + c) % 65521, b = (b + a) % 65521;
    for (const unsigned word : {b, a}) out.push_back(word >> 8), out.push_back(word & 255);
  }
  std::vector<unsigned char> out;

 private:
  void bits(unsigned value, int n) {
    for (int i = 0; i < n; ++i) {
      byte |= (value >> i & 1) << count;
      if (++count == 8) out.push_back(static_cast<unsigned char>(byte)), byte = 0, count = 0;
    }
  }
  void code(unsigned value, int n) {  // Huffman's codes begin with their highest bit
    for (int i = n; i-- > 0;) bits(value >> i & 1, 1);
  }
  void symbol(unsigned s) {
    if (s < 144)
      code(0x30 + s, 8);
    else if (s < 256)
      code(0x190 + s - 144, 9);
    else if (s < 280)
      code(s - 256, 7);
    else
      code(0xc0 + s - 280, 8);
  }
  // A length or distance is a step of a scale whose steps double every `each` ones, and bits within the step.
  static int scale(int value, int each, int& more) {
    more = 0;
    while (value >> more >= 2 * each) ++more;
    return more * each + (value >> more);
  }
  void repeat(int length, int distance) {
    int more = 0;
    const int at = length == 258 ? 28 : scale(length - 3, 4, more);
    symbol(257 + at);
    if (length < 258) bits((length - 3) & ((1 << more) - 1), more);
    const int far = scale(distance - 1, 2, more);
    code(far, 5);
    bits((distance - 1) & ((1 << more) - 1), more);
  }

  unsigned byte = 0;
  int count = 0;
};

inline void chunk(std::ofstream& file, const char* name, const std::vector<unsigned char>& data) {
  auto word = [&file](unsigned v) {
    for (int shift = 24; shift >= 0; shift -= 8) file.put(static_cast<char>(v >> shift));
  };
  unsigned crc = ~0u;
  auto add = [&crc](unsigned char c) {
    crc ^= c;
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  };
  for (int i = 0; i < 4; ++i) add(static_cast<unsigned char>(name[i]));
  for (const unsigned char c : data) add(c);
  word(static_cast<unsigned>(data.size()));
  file.write(name, 4);
  file.write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
  word(~crc);
}

inline std::vector<unsigned char> words(std::initializer_list<unsigned> values) {
  std::vector<unsigned char> bytes;
  for (const unsigned v : values)
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<unsigned char>(v >> shift));
  return bytes;
}

}  // namespace png

/// Writes pictures of one size as a PNG; several are an animation with so many of them a second.
inline void write_png(const std::string& path, const std::vector<Picture>& pictures, int a_second = 10) {
  std::ofstream file(path, std::ios::binary);
  file.write("\x89PNG\r\n\x1a\n", 8);
  const int width = pictures[0].width, height = pictures[0].height;
  const unsigned w = unsigned(width), h = unsigned(height), count = unsigned(pictures.size());
  std::vector<unsigned char> head = png::words({w, h});
  head.insert(head.end(), {8, 2, 0, 0, 0});
  png::chunk(file, "IHDR", head);
  if (count > 1) png::chunk(file, "acTL", png::words({count, 0}));
  unsigned number = 0;
  for (const Picture& picture : pictures) {
    std::vector<unsigned char> rows;
    for (int y = 0; y < height; ++y) {
      rows.push_back(1);  // each byte less the pixel's before it
      const unsigned char* const row = &picture.rgb[static_cast<std::size_t>(y) * width * 3];
      for (int i = 0; i < width * 3; ++i)
        rows.push_back(static_cast<unsigned char>(row[i] - (i < 3 ? 0 : row[i - 3])));
    }
    if (count > 1) {
      std::vector<unsigned char> control = png::words({number, w, h, 0, 0});
      control.insert(control.end(), {0, 1, 0, static_cast<unsigned char>(a_second), 0, 0});
      png::chunk(file, "fcTL", control);
      ++number;
    }
    std::vector<unsigned char> packed = png::Deflate(rows).out;
    if (&picture != &pictures[0]) {
      const std::vector<unsigned char> order = png::words({number++});
      packed.insert(packed.begin(), order.begin(), order.end());
    }
    png::chunk(file, &picture == &pictures[0] ? "IDAT" : "fdAT", packed);
  }
  png::chunk(file, "IEND", {});
  if (!file.flush()) refuse("'" + path + "' cannot be written");
}

/// PASSED or FAILED, with a text; gives main's result.
inline int verdict(bool good, const std::string& text) {
  std::cout << (good ? "PASSED: " : "FAILED: ") << text << "\n";
  return good ? 0 : 1;
}

/// The accelerators that run kernels, for a benchmark.
template <class Accelerator>
std::vector<Accelerator> all_devices() {
  std::vector<Accelerator> found;
  for (const Accelerator& a : Accelerator::get_all())
    if (a.get_device_path() != L"cpu") found.push_back(a);
  return found;
}
template <class Accelerator>
std::string name_of(const Accelerator& a) {
  const std::wstring wide = a.get_device_path() + L" (" + a.get_description() + L")";
  return std::string(wide.begin(), wide.end());
}

}  // namespace application
#endif
