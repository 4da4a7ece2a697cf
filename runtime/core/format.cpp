#include "format.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

#include "../device/print_buffer.hpp"

namespace hcrt {
namespace {

using namespace print;

/// [[fill]align][sign][#][0][width][.precision][type]
struct Spec {
  char fill = ' ', align = 0, sign = '-', type = 0;
  bool alternative = false, zeros = false;
  int width = 0, precision = -1;
};

bool is_align(char c) { return c == '<' || c == '>' || c == '^'; }

/// A number of at most four digits; 0 where there is none.
int number(const char*& at, const char* end) {
  int value = 0;
  for (int digits = 0; at < end && std::isdigit(static_cast<unsigned char>(*at)) && digits < 4; ++digits)
    value = value * 10 + (*at++ - '0');
  return value;
}

std::optional<Spec> parse(const char* at, const char* end) {
  Spec spec;
  if (end - at >= 2 && is_align(at[1])) {
    spec.fill = at[0], spec.align = at[1], at += 2;
  } else if (at < end && is_align(*at)) {
    spec.align = *at++;
  }
  if (at < end && (*at == '+' || *at == '-' || *at == ' ')) spec.sign = *at++;
  if (at < end && *at == '#') spec.alternative = true, ++at;
  if (at < end && *at == '0') spec.zeros = true, ++at;
  spec.width = number(at, end);
  if (at < end && *at == '.') spec.precision = number(++at, end);
  if (at < end && std::strchr("dxXobBcaAeEfFgGsp", *at)) spec.type = *at++;
  return at == end ? std::optional<Spec>(spec) : std::nullopt;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// To the width: `head`, a sign or a prefix, comes before zeros.
std::string padded(const Spec& spec, const std::string& head, const std::string& body, bool is_number) {
  const std::size_t size = head.size() + body.size(), width = static_cast<std::size_t>(spec.width);
  if (size >= width) return head + body;
  const std::size_t rest = width - size;
  if (is_number && spec.zeros && !spec.align) return head + std::string(rest, '0') + body;
  const char align = spec.align ? spec.align : is_number ? '>' : '<';
  const std::size_t before = align == '<' ? 0 : align == '>' ? rest : rest / 2;
  return std::string(before, spec.fill) + head + body + std::string(rest - before, spec.fill);
}

std::string sign_of(const Spec& spec, bool negative) {
  return negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
}

std::string integer(const Spec& spec, Word bits, bool is_signed) {
  if (spec.type == 'c') return padded(spec, "", std::string(1, static_cast<char>(bits)), false);
  const bool negative = is_signed && static_cast<long>(bits) < 0;
  const Word size = negative ? 0 - bits : bits;
  const char kind = static_cast<char>(std::tolower(static_cast<unsigned char>(spec.type)));
  const int base = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 10;
  char digits[64];
  std::string body(digits, std::to_chars(digits, digits + sizeof digits, size, base).ptr);
  std::string head = sign_of(spec, negative);
  if (spec.alternative && base != 10 && (base != 8 || size != 0))
    head += base == 16 ? "0x" : base == 2 ? "0b" : "0";
  if (spec.type == 'X' || spec.type == 'B') head = upper(head), body = upper(body);
  return padded(spec, head, body, true);
}

template <class T>
std::string real(const Spec& spec, T value) {
  char digits[512];
  char* const end = digits + sizeof digits;
  const T size = std::fabs(value);
  const char kind = static_cast<char>(std::tolower(static_cast<unsigned char>(spec.type)));
  const std::chars_format form = kind == 'e'   ? std::chars_format::scientific
                                 : kind == 'f' ? std::chars_format::fixed
                                 : kind == 'a' ? std::chars_format::hex
                                               : std::chars_format::general;
  const int precision = spec.precision >= 0 || kind == 0 || kind == 'a' ? spec.precision : 6;
  const std::to_chars_result made = precision >= 0
                                        ? std::to_chars(digits, end, size, form, std::min(precision, 150))
                                    : kind == 'a' ? std::to_chars(digits, end, size, form)
                                                  : std::to_chars(digits, end, size);
  std::string body(digits, made.ptr);
  if (std::isupper(static_cast<unsigned char>(spec.type))) body = upper(body);
  Spec own = spec;
  own.zeros = spec.zeros && std::isfinite(value);
  return padded(own, sign_of(spec, std::signbit(value)), body, true);
}

/// Nothing: the type does not fit the argument.
std::optional<std::string> one(const Spec& spec, const PrintArgument& argument) {
  const bool wants_integer = spec.type && std::strchr("dxXobBc", spec.type);
  const bool wants_text = spec.type == 0 || spec.type == 's';
  double value;
  switch (argument.kind) {
    case argument_integer:
    case argument_natural:
      if (spec.type && !wants_integer) return std::nullopt;
      return integer(spec, argument.bits, argument.kind == argument_integer);
    case argument_truth:
      if (wants_text) return padded(spec, "", argument.bits ? "true" : "false", false);
      return wants_integer ? std::optional<std::string>(integer(spec, argument.bits, false)) : std::nullopt;
    case argument_letter:
      if (spec.type == 0 || spec.type == 'c')
        return padded(spec, "", std::string(1, static_cast<char>(argument.bits)), false);
      return wants_integer ? std::optional<std::string>(integer(spec, argument.bits, true)) : std::nullopt;
    case argument_real:
    case argument_single:
      if (spec.type && !std::strchr("aAeEfFgG", spec.type)) return std::nullopt;
      std::memcpy(&value, &argument.bits, sizeof value);
      return argument.kind == argument_real ? real(spec, value) : real(spec, static_cast<float>(value));
    case argument_text:
      if (!wants_text) return std::nullopt;
      return padded(spec, "", argument.text.substr(0, static_cast<std::size_t>(spec.precision)), false);
    case argument_string:  // a null pointer
      return padded(spec, "", "(null)", false);
    default: {  // an address
      if (spec.type && spec.type != 'p') return std::nullopt;
      Spec own = spec;
      own.type = 'x', own.alternative = true;
      return integer(own, argument.bits, false);
    }
  }
}

/// The argument at `next`, or the whole vector that begins there; `next` is after it then.
std::optional<std::string> field(const std::optional<Spec>& spec, const std::vector<PrintArgument>& arguments,
                                 std::size_t& next) {
  if (next >= arguments.size()) return std::nullopt;
  const PrintArgument& first = arguments[next++];
  if (first.kind != argument_group) return spec ? one(*spec, first) : std::nullopt;
  const std::size_t begin = next, count = std::min<std::size_t>(first.bits, arguments.size() - begin);
  next += count;
  std::string text = "(";
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<std::string> part = spec ? one(*spec, arguments[begin + i]) : std::nullopt;
    if (!part) return std::nullopt;
    text += (i ? ", " : "") + *part;
  }
  return text + ")";
}

}  // namespace

std::string format_braces(const std::string& format, const std::vector<PrintArgument>& arguments) {
  std::string result;
  std::size_t next = 0;
  for (std::size_t at = 0; at < format.size(); ++at) {
    const char c = format[at];
    if ((c == '{' || c == '}') && at + 1 < format.size() && format[at + 1] == c) {
      result.push_back(c), ++at;
      continue;
    }
    const std::size_t close = c == '{' ? format.find('}', at) : std::string::npos;
    if (close == std::string::npos) {
      result.push_back(c);
      continue;
    }
    std::optional<Spec> spec;
    if (close == at + 1)
      spec = Spec();
    else if (format[at + 1] == ':')
      spec = parse(&format[at + 2], &format[close]);
    const std::optional<std::string> text = field(spec, arguments, next);
    result += text ? *text : format.substr(at, close + 1 - at);
    at = close;
  }
  return result;
}

}  // namespace hcrt
