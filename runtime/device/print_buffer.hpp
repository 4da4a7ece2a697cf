// The ring through which kernels print, as libhcrt and the device library share it. All in 64-bit words.
//
// A record: [words of the record, 32 bits, written last][kind | arguments << 8 | format bytes <<
// 32][format][arguments]. An argument: [kind | text bytes << 8][bits][text]. Texts are padded to whole words.
#ifndef HCRT_DEVICE_PRINT_BUFFER_HPP
#define HCRT_DEVICE_PRINT_BUFFER_HPP

namespace hcrt {
namespace print {

using Word = unsigned long;
static_assert(sizeof(Word) == 8, "words have 64 bits");

enum Kind : unsigned { kind_print = 0, kind_error = 1, kind_abort = 2, kind_braces = 3 };
enum ArgumentKind : unsigned {
  argument_integer = 0,
  argument_real = 1,
  argument_pointer = 2,
  argument_text = 3,
  // Of hc::print alone:
  argument_natural = 4,  // an unsigned integer
  argument_truth = 5,
  argument_letter = 6,
  argument_single = 7,  // a float, as a double
  argument_string = 8,  // the address of what becomes argument_text
  argument_group = 9    // so many of the arguments that follow are one vector
};
enum Result : int { printed = 0, buffer_overflow = 1, text_overflow = 2, unknown_error = 3, no_buffer = 4 };

struct Argument {
  Word kind;
  Word bits;  // an integer's, sign-extended; a double's; an address
};

// Counters are 32 bits wide, and wrap: not all devices have wider atomics.
struct Buffer {
  unsigned capacity;  // words; a power of two
  unsigned head;      // words that kernels have reserved since the start
  unsigned tail;      // words that the host has taken
  unsigned unused;
  Word words[1];  // [capacity]; zero where nothing is written
};

/// The first half of a record's first word.
inline unsigned* size_of_record(Buffer& ring, unsigned place) {
  return reinterpret_cast<unsigned*>(&ring.words[place & (ring.capacity - 1)]);
}

inline Word words_of(Word bytes) { return (bytes + 7) / 8; }

/// Moves past the next conversion of a format; gives its letter, 0 at the end. stars: arguments that it takes
/// for its width and precision.
inline char next_conversion(const char*& at, unsigned& stars) {
  stars = 0;
  for (; *at; ++at) {
    if (*at != '%') continue;
    if (*++at == '%') continue;
    for (; *at; ++at) {
      const char c = *at;
      if (c == '*') ++stars;
      const bool modifier = c == 'h' || c == 'l' || c == 'j' || c == 'z' || c == 't' || c == 'L';
      if (!modifier && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) {
        ++at;
        return c;
      }
    }
    break;
  }
  return 0;
}

}  // namespace print
}  // namespace hcrt
#endif
