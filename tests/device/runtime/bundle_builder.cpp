#include "bundle_builder.hpp"

#include <algorithm>
#include <cstring>

#include "../../../runtime/core/checksum.hpp"

TestUnit::TestUnit(const std::string& unit_id, const std::vector<TestKernel>& kernels,
                   const std::vector<TestImage>& images)
    : kernels_(kernels), images_(images) {
  std::memcpy(unit_id_, unit_id.data(), std::min<std::size_t>(unit_id.size(), sizeof unit_id_));
  build();
}

TestUnit::~TestUnit() { unregister(); }

std::uint32_t TestUnit::string(const std::string& text) {
  if (text.empty()) return 0;
  const auto offset = static_cast<std::uint32_t>(strings_.size());
  strings_ += text;
  strings_ += '\0';
  return offset;
}

void TestUnit::add_global(const std::string& symbol, void* address, std::uint64_t bytes,
                          std::uint32_t place) {
  globals_.push_back({string(symbol), place, bytes});
  global_addresses_.push_back(address);
  build();
}

void TestUnit::build() {
  bytes_.assign(sizeof(hcrt_bundle_header), 0);
  entries_.clear();
  const auto append = [this](const void* data, std::size_t size) {
    while (bytes_.size() % 8) bytes_.push_back(0);
    const auto offset = static_cast<std::uint32_t>(bytes_.size());
    const auto* const source = static_cast<const unsigned char*>(data);
    bytes_.insert(bytes_.end(), source, source + size);
    return offset;
  };
  hcrt_bundle_header header{};
  std::memcpy(header.magic, HCRT_BUNDLE_MAGIC, 8);
  header.version = HCRT_BUNDLE_VERSION;
  header.header_bytes = sizeof header;
  std::memcpy(header.unit_id, unit_id_, sizeof unit_id_);

  std::vector<hcrt_kernel_record> kernels;
  for (const TestKernel& kernel : kernels_)
    kernels.push_back({string(kernel.name), string(kernel.name + " (test)"), string("test.cpp"), 7, 3,
                       kernel.parameter_bytes, 8, kernel.flags});
  std::vector<hcrt_image_record> images;
  std::vector<hcrt_entry_record> entries;
  for (const TestImage& image : images_) {
    const std::uint32_t data = image.data.empty() ? 0 : append(image.data.data(), image.data.size());
    images.push_back({image.kind, string(image.architecture), data, image.data.size(),
                      hcrt::crc32(image.data.data(), image.data.size()), 0});
    for (const TestKernel& kernel : kernels_) {
      const bool host = image.kind == HCRT_IMAGE_HOST;
      const std::string symbol = host ? (kernel.host ? kernel.name : "") : kernel.symbol;
      entries.push_back({string(symbol), kernel.tile_static_bytes,
                         static_cast<std::uint32_t>(entries_.size()), kernel.scratch_fixed,
                         kernel.scratch_per_item, 0, string(kernel.specialized)});
      if (host && kernel.host) entries_.push_back(kernel.host);
    }
  }
  header.kernel_count = static_cast<std::uint32_t>(kernels.size());
  header.kernel_offset = append(kernels.data(), kernels.size() * sizeof kernels[0]);
  header.image_count = static_cast<std::uint32_t>(images.size());
  header.image_offset = append(images.data(), images.size() * sizeof images[0]);
  header.entry_count = static_cast<std::uint32_t>(entries.size());
  header.entry_offset = append(entries.data(), entries.size() * sizeof entries[0]);
  header.global_count = static_cast<std::uint32_t>(globals_.size());
  header.global_offset = append(globals_.data(), globals_.size() * sizeof(hcrt_global_record));
  header.string_bytes = static_cast<std::uint32_t>(strings_.size());
  header.string_offset = append(strings_.data(), strings_.size());
  header.total_bytes = bytes_.size();
  std::memcpy(bytes_.data(), &header, sizeof header);
}

void TestUnit::register_now() {
  registration_ = {
      bytes_.data(),           bytes_.size(), entries_.data(), entries_.size(), global_addresses_.data(),
      global_addresses_.size()};
  hcrt_register(&registration_);
  registered_ = true;
}

void TestUnit::unregister() {
  if (registered_) hcrt_unregister(&registration_);
  registered_ = false;
}
