// CRC-32 (IEEE 802.3, as in zlib), by which a damaged image is detected before a driver's compiler reads it.
#ifndef HCRT_CORE_CHECKSUM_HPP
#define HCRT_CORE_CHECKSUM_HPP

#include <array>
#include <cstddef>
#include <cstdint>

namespace hcrt {

constexpr std::array<std::uint32_t, 256> make_crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = value & 1 ? 0xEDB88320u ^ (value >> 1) : value >> 1;
    table[i] = value;
  }
  return table;
}

inline std::uint32_t crc32(const void* data, std::size_t bytes) noexcept {
  static constexpr std::array<std::uint32_t, 256> table = make_crc_table();
  const auto* const from = static_cast<const unsigned char*>(data);
  std::uint32_t value = 0xFFFFFFFFu;
  for (std::size_t i = 0; i < bytes; ++i) value = table[(value ^ from[i]) & 0xFF] ^ (value >> 8);
  return ~value;
}

}  // namespace hcrt
#endif
