#include "print.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>

#include "../device/print_buffer.hpp"
#include "exit.hpp"
#include "format.hpp"
#include "hcc_environment.hpp"
#include "lasting.hpp"
#include "log.hpp"
#include "memory.hpp"

namespace hcrt {
namespace {

using PrintBuffer = print::Buffer;
using print::Word;

constexpr unsigned ring_words = 1u << 19;  // 4 MiB

using HostArgument = PrintArgument;

// One conversion of a format as the host's printf takes it: "%-8" and "d" become "%-8lld".
std::string conversion(std::string flags, const char* length, char letter) {
  flags.append(length);
  flags.push_back(letter);
  return flags;
}

std::string print_integer(const std::string& flags, const std::string& length, char letter, Word bits) {
  long long value = static_cast<long long>(bits);
  const bool is_signed = letter == 'd' || letter == 'i';
  if (letter == 'c') return text(conversion(flags, "", 'c').c_str(), static_cast<int>(value));
  if (length == "hh")
    value = is_signed ? static_cast<signed char>(value) : static_cast<unsigned char>(value);
  else if (length == "h")
    value = is_signed ? static_cast<short>(value) : static_cast<unsigned short>(value);
  else if (length.empty())
    value = is_signed ? static_cast<int>(value) : static_cast<long long>(static_cast<unsigned>(value));
  return text(conversion(flags, "ll", letter).c_str(), value);
}

double real_of(const HostArgument& argument) {
  double value;
  std::memcpy(&value, &argument.bits, sizeof value);
  return argument.kind == print::argument_real ? value
                                               : static_cast<double>(static_cast<long long>(argument.bits));
}

// Of others the host's printf may take arguments that there are none of: "%S", "%2$d".
bool is_printable(const std::string& flags, char letter) {
  return std::strchr("diuoxXcpsnaAeEfFgG", letter) &&
         flags.find_first_not_of("%-+ #0'123456789.") == std::string::npos;
}

std::string print_one(const std::string& flags, const std::string& length, char letter,
                      const HostArgument& argument) {
  switch (letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'c':
      return print_integer(flags, length, letter,
                           argument.kind == print::argument_real
                               ? static_cast<Word>(static_cast<long long>(real_of(argument)))
                               : argument.bits);
    case 'p':
      return text(conversion(flags, "", 'p').c_str(), reinterpret_cast<void*>(argument.bits));
    case 's':
      return text(conversion(flags, "", 's').c_str(),
                  argument.kind == print::argument_text ? argument.text.c_str() : "(null)");
    case 'n':
      return {};
    default:  // a real one
      return text(conversion(flags, "", letter).c_str(), real_of(argument));
  }
}

// printf over arguments that were noted. A conversion that is none of C's, or without an argument, stays as
// it is.
std::string formatted(const std::string& format, const std::vector<HostArgument>& arguments) {
  std::string result;
  std::size_t next = 0;
  const char* at = format.c_str();
  while (*at) {
    if (*at != '%' || at[1] == '%') {
      result.push_back(*at);
      at += *at == '%' ? 2 : 1;
      continue;
    }
    const char* const begin = at;
    unsigned stars = 0;
    const char letter = print::next_conversion(at, stars);
    if (!letter || next + stars >= arguments.size()) {
      if (!letter) at = begin + std::strlen(begin);
      result.append(begin, at);
      continue;
    }
    std::string flags, length;
    for (const char* c = begin; c + 1 < at; ++c) {
      if (*c == '*')
        flags += std::to_string(static_cast<int>(arguments[next++].bits));
      else if (std::strchr("hljztL", *c))
        length.push_back(*c);
      else
        flags.push_back(*c);
    }
    const HostArgument& argument = arguments[next++];
    if (is_printable(flags, letter)) {
      result += print_one(flags, length, letter, argument);
    } else {
      result.append(begin, at);
    }
  }
  return result;
}

// What one record says, on stdout; errors are returned.
std::string emit(unsigned kind, const std::string& format, const std::vector<HostArgument>& arguments) {
  const bool braces = kind == print::kind_braces;
  const std::string line = braces ? format_braces(format, arguments) : formatted(format, arguments);
  std::fwrite(line.data(), 1, line.size(), stdout);
  return kind == print::kind_print || braces ? std::string() : line;
}

struct Ring {
  std::mutex mutex;
  Block block;
  std::string error;  // of direct3d_errorf, until it is reported

  PrintBuffer* buffer() const { return static_cast<PrintBuffer*>(block.host); }
  void drain();
  void take(const PrintBuffer& ring, unsigned place);
};

// Of all devices; the last one's is of kernels on the host, which print directly: for errors.
struct Rings {
  static constexpr std::size_t count = max_devices + 1;
  Ring rings[count];

  static Rings& instance() { return lasting<Rings>(); }
  Rings() {
    static const ForkActions actions{[] {
                                       for (Ring& ring : instance().rings) ring.mutex.lock();
                                     },
                                     [](bool) {
                                       for (Ring& ring : instance().rings) ring.mutex.unlock();
                                     }};
    around_fork(ForkPart::prints, &actions);
  }
};

Ring& ring_of(Device* device) { return Rings::instance().rings[device->slot()]; }

std::atomic<unsigned> rings_in_use{0};
Ring& host_ring() { return Rings::instance().rings[max_devices]; }

bool enabled() { return hcc_environment().enable_printf; }

class RecordReader {
 public:
  RecordReader(const PrintBuffer& ring, unsigned at) : ring_(ring), at_(at) {}
  Word next() { return ring_.words[at_++ & (ring_.capacity - 1)]; }
  std::string text(Word bytes) {
    std::string result;
    for (Word i = 0; i < bytes; i += sizeof(Word)) {
      const Word word = next();
      result.append(reinterpret_cast<const char*>(&word), std::min<Word>(bytes - i, sizeof word));
    }
    return result;
  }

 private:
  const PrintBuffer& ring_;
  unsigned at_;
};

void Ring::take(const PrintBuffer& ring, unsigned place) {
  RecordReader reader(ring, place + 1);
  const Word head = reader.next();
  const std::string format = reader.text(head >> 32);
  std::vector<HostArgument> arguments(head >> 8 & 0xffffff);
  for (HostArgument& argument : arguments) {
    const Word kind = reader.next();
    argument.kind = kind & 0xff;
    argument.bits = reader.next();
    argument.text = reader.text(kind >> 8);
  }
  std::string message = emit(head & 0xff, format, arguments);
  if (error.empty()) error = std::move(message);
}

// All records that are complete; the caller holds the lock.
void Ring::drain() {
  PrintBuffer* const ring = buffer();
  if (!ring) return;
  bool any = false;
  for (;;) {
    const unsigned words = __atomic_load_n(print::size_of_record(*ring, ring->tail), __ATOMIC_ACQUIRE);
    if (!words) break;
    any = true;
    take(*ring, ring->tail);
    for (unsigned i = 0; i < words; ++i) ring->words[(ring->tail + i) & (ring->capacity - 1)] = 0;
    __atomic_store_n(&ring->tail, ring->tail + words, __ATOMIC_RELEASE);
  }
  if (any) std::fflush(stdout);
}

}  // namespace

void* print_ring(Device* device) {
  if (!enabled()) return nullptr;
  Ring& ring = ring_of(device);
  const std::lock_guard<std::mutex> lock(ring.mutex);
  if (ring.block.address) return ring.block.address;
  drain_at_exit();
  const std::size_t bytes = sizeof(PrintBuffer) + ring_words * sizeof(Word);
  ring.block = allocate_visible(device, bytes);
  std::memset(ring.block.host, 0, bytes);
  ring.buffer()->capacity = ring_words;
  rings_in_use.fetch_add(1, std::memory_order_release);
  return ring.block.address;
}

void flush_prints(Device* device) {
  if (rings_in_use.load(std::memory_order_acquire) == 0) return;
  Ring& ring = device->info().backend == Backend::host ? host_ring() : ring_of(device);
  std::string message;
  {
    const std::lock_guard<std::mutex> lock(ring.mutex);
    ring.drain();
    message.swap(ring.error);
  }
  if (!message.empty()) throw Error(Errc::runtime, message);
}

void flush_all_prints() noexcept {
  if (rings_in_use.load(std::memory_order_acquire) == 0) return;
  for (Device* device : opened_devices()) {
    Ring& ring = ring_of(device);
    const std::lock_guard<std::mutex> lock(ring.mutex);
    ring.drain();
  }
}

}  // namespace hcrt

// Kernels on the host, and host code, print at once.
extern "C" int __hcrt_print(void*, unsigned kind, const char* format, unsigned count,
                            const hcrt_print_argument* arguments) {
  using namespace hcrt;
  if (!enabled()) return print::no_buffer;
  std::vector<HostArgument> noted(count);
  for (unsigned i = 0; i < count; ++i)
    noted[i] = {static_cast<unsigned>(arguments[i].kind), arguments[i].bits, {}};
  for (HostArgument& argument : noted)
    if (argument.kind == print::argument_string && argument.bits) {
      argument.kind = print::argument_text;
      argument.text = reinterpret_cast<const char*>(argument.bits);
    }
  const char* at = format;
  unsigned next = 0, stars = 0;
  while (const char letter = kind == print::kind_braces ? '\0' : print::next_conversion(at, stars)) {
    next += stars;
    if (next < count && letter == 's' && noted[next].kind == print::argument_pointer && noted[next].bits) {
      noted[next].kind = print::argument_text;
      noted[next].text = reinterpret_cast<const char*>(noted[next].bits);
    }
    ++next;
  }
  Ring& ring = host_ring();
  const std::lock_guard<std::mutex> lock(ring.mutex);
  std::string message = emit(kind, format, noted);
  if (ring.error.empty()) ring.error = std::move(message);
  if (kind != print::kind_print && kind != print::kind_braces)
    rings_in_use.fetch_or(1u << 31, std::memory_order_release);
  return print::printed;
}
