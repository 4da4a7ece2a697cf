// __hcrt_print: a kernel's printf. It copies the format, the arguments and their texts into the ring.
#include "library.hpp"
#include "print_buffer.hpp"

namespace {

using namespace hcrt::print;

constexpr unsigned most_texts = 64;
constexpr Word longest_text = 65536;  // the rest is cut off

// Volatile: Intel's OpenCL compiler was seen to crash on plain loops over texts (loop-idiom, LICM).
char character(const char* text, Word i) { return static_cast<const volatile char*>(text)[i]; }

Word length_of(const char* text) {
  Word length = 0;
  while (length < longest_text && character(text, length)) ++length;
  return length;
}

// Bit i: argument i is printed by %s, or is a string of hc::print.
Word texts_among(unsigned kind, const char* format, unsigned count, const Argument* arguments) {
  Word texts = 0;
  if (kind == kind_braces) {
    for (unsigned i = 0; i < count && i < most_texts; ++i)
      if (arguments[i].kind == argument_string && arguments[i].bits) texts |= Word{1} << i;
    return texts;
  }
  unsigned next = 0, stars = 0;
  while (const char conversion = next_conversion(format, stars)) {
    next += stars;
    if (conversion == 's' && next < count && next < most_texts && arguments[next].kind == argument_pointer &&
        arguments[next].bits)
      texts |= Word{1} << next;
    ++next;
  }
  return texts;
}

bool is_text(Word texts, unsigned argument) { return argument < most_texts && (texts >> argument & 1) != 0; }

const char* text_of(const Argument& argument) { return reinterpret_cast<const char*>(argument.bits); }

struct Writer {
  Buffer* buffer;
  unsigned at;

  void put(Word word) { buffer->words[at++ & (buffer->capacity - 1)] = word; }
  void put_text(const char* text, Word length) {
    for (Word i = 0; i < length; i += 8) {
      Word word = 0;
      for (Word k = 0; k < 8 && i + k < length; ++k)
        word |= static_cast<Word>(static_cast<unsigned char>(character(text, i + k))) << (8 * k);
      put(word);
    }
  }
};

// Atomics say where the ring is: Intel's OpenCL runtime has no compare-and-exchange on generic pointers.
using GlobalWord = __attribute__((opencl_global)) unsigned;
GlobalWord* global(unsigned* word) { return (GlobalWord*)word; }

// The ring's place for so many words, in `place`; false: it is full.
bool reserve(Buffer* buffer, unsigned words, unsigned& place) {
  place = __scoped_atomic_load_n(global(&buffer->head), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  do {
    const unsigned tail =  // the words before it are zero again
        __scoped_atomic_load_n(global(&buffer->tail), __ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM);
    if (place + words - tail > buffer->capacity) return false;
  } while (!__scoped_atomic_compare_exchange_n(global(&buffer->head), &place, place + words, false,
                                               __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE));
  return true;
}

}  // namespace

HCRT_LIBRARY int __hcrt_print(void* ring, unsigned kind, const char* format, unsigned count,
                              const Argument* arguments) {
  Buffer* const buffer = static_cast<Buffer*>(ring);
  if (!buffer) return no_buffer;
  const Word format_bytes = length_of(format), texts = texts_among(kind, format, count, arguments);
  Word text_words = 0;
  for (unsigned i = 0; i < count; ++i)
    if (is_text(texts, i)) text_words += words_of(length_of(text_of(arguments[i])));
  const Word plain_words = 2 + words_of(format_bytes) + 2 * Word{count};
  const Word words = plain_words + text_words;
  unsigned place = 0;
  if (words > buffer->capacity || !reserve(buffer, static_cast<unsigned>(words), place))
    return text_words ? text_overflow : buffer_overflow;
  Writer writer{buffer, place + 1};
  writer.put(kind | Word{count} << 8 | format_bytes << 32);
  writer.put_text(format, format_bytes);
  for (unsigned i = 0; i < count; ++i) {
    const bool text = is_text(texts, i);
    const Word length = text ? length_of(text_of(arguments[i])) : 0;
    writer.put((text ? Word{argument_text} : arguments[i].kind) | length << 8);
    writer.put(arguments[i].bits);
    if (text) writer.put_text(text_of(arguments[i]), length);
  }
  __scoped_atomic_store_n(global(size_of_record(*buffer, place)), static_cast<unsigned>(words),
                          __ATOMIC_RELEASE, __MEMORY_SCOPE_SYSTEM);
  return printed;
}
