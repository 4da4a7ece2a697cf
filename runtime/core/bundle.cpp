#include "bundle.hpp"

#include <cstring>

#include "checksum.hpp"
#include "log.hpp"

namespace hcrt {
namespace {

class Reader {
 public:
  explicit Reader(const hcrt_registration& registration)
      : registration_(registration), base_(static_cast<const unsigned char*>(registration.bundle)) {
    check(unit_id_of(registration) != nullptr, "the header is cut off or its magic is wrong");
    std::memcpy(&header_, base_, sizeof header_);
    if (header_.version != HCRT_BUNDLE_VERSION)
      fail(text("version %u, this libhcrt reads version %u; compile and link with one hcpy", header_.version,
                HCRT_BUNDLE_VERSION));
    check(header_.header_bytes == sizeof header_, "header_bytes");
    check(header_.total_bytes == registration.bundle_bytes, "total_bytes");
    check_table(header_.string_offset, header_.string_bytes, 1, "string_offset");
    check(header_.string_bytes > 0 && base_[header_.string_offset + header_.string_bytes - 1] == 0,
          "the strings' last byte");
  }

  const hcrt_bundle_header& header() const { return header_; }

  template <class Record>
  std::vector<Record> table(std::uint32_t offset, std::uint64_t count, const char* field) const {
    check_table(offset, count, sizeof(Record), field);
    std::vector<Record> records(count);
    if (count) std::memcpy(records.data(), base_ + offset, count * sizeof(Record));
    return records;
  }

  const char* string(std::uint32_t offset, const char* field) const {
    check(offset < header_.string_bytes, field);
    return reinterpret_cast<const char*>(base_ + header_.string_offset + offset);
  }

  const unsigned char* data(std::uint64_t offset, std::uint64_t bytes) const {
    check_table(offset, bytes, 1, "data_offset");
    return base_ + offset;
  }

  static void check(bool fine, const char* field) {
    if (!fine) fail(field);
  }

 private:
  [[noreturn]] static void fail(const std::string& what) {
    throw Error(Errc::runtime, "malformed bundle: " + what);
  }

  void check_table(std::uint64_t offset, std::uint64_t count, std::uint64_t size, const char* field) const {
    const std::uint64_t total = registration_.bundle_bytes;
    check(offset <= total && count <= (total - offset) / size, field);
  }

  const hcrt_registration& registration_;
  const unsigned char* base_;
  hcrt_bundle_header header_{};
};

void read_images(const Reader& reader, const hcrt_registration& registration, Bundle& bundle) {
  const hcrt_bundle_header& header = reader.header();
  for (const auto& record :
       reader.table<hcrt_image_record>(header.image_offset, header.image_count, "image_offset")) {
    backends::Image image{record.kind,   reader.string(record.architecture, "image architecture"),
                          nullptr,       record.data_bytes,
                          &registration, record.checksum};
    if (record.data_bytes) image.data = reader.data(record.data_offset, record.data_bytes);
    if (record.kind == HCRT_IMAGE_PTX)
      Reader::check(image.bytes > 0 && static_cast<const char*>(image.data)[image.bytes - 1] == 0,
                    "PTX without its final NUL");
    bundle.images.push_back(image);
  }
}

void read_entries(const Reader& reader, const hcrt_registration& registration, Bundle& bundle) {
  const hcrt_bundle_header& header = reader.header();
  const std::uint64_t count = std::uint64_t{header.image_count} * header.kernel_count;
  Reader::check(header.entry_count == count, "entry_count");
  const auto records = reader.table<hcrt_entry_record>(header.entry_offset, count, "entry_offset");
  for (std::size_t i = 0; i < records.size(); ++i) {
    const hcrt_entry_record& record = records[i];
    const Bundle::Kernel& kernel = bundle.kernels[i % header.kernel_count];
    backends::Entry entry{reader.string(record.symbol, "entry symbol"),
                          kernel.display_name,
                          kernel.parameter_bytes,
                          kernel.parameter_align,
                          kernel.flags,
                          record.tile_static_bytes,
                          record.host_entry,
                          record.scratch_fixed,
                          record.scratch_per_item,
                          reader.string(record.specialized, "entry specialized")};
    const backends::Image& image = bundle.images[i / header.kernel_count];
    if (image.kind == HCRT_IMAGE_HOST && *entry.symbol)
      Reader::check(record.host_entry < registration.host_entry_count, "host_entry");
    bundle.entries.push_back(entry);
  }
}

}  // namespace

const unsigned char* unit_id_of(const hcrt_registration& registration) noexcept {
  if (!registration.bundle || registration.bundle_bytes < sizeof(hcrt_bundle_header)) return nullptr;
  const auto* const base = static_cast<const unsigned char*>(registration.bundle);
  if (std::memcmp(base, HCRT_BUNDLE_MAGIC, 8) != 0) return nullptr;
  return base + offsetof(hcrt_bundle_header, unit_id);
}

Bundle parse_bundle(const hcrt_registration& registration) {
  const Reader reader(registration);
  const hcrt_bundle_header& header = reader.header();
  Bundle bundle;
  for (const auto& record :
       reader.table<hcrt_kernel_record>(header.kernel_offset, header.kernel_count, "kernel_offset")) {
    const std::uint32_t align = record.parameter_align;
    Reader::check(align != 0 && (align & (align - 1)) == 0 && align <= 4096, "parameter_align");
    bundle.kernels.push_back({reader.string(record.name, "kernel name"),
                              reader.string(record.display_name, "kernel display_name"),
                              reader.string(record.file, "kernel file"), record.line, record.column,
                              record.parameter_bytes, align, record.flags});
  }
  read_images(reader, registration, bundle);
  read_entries(reader, registration, bundle);
  Reader::check(header.global_count <= registration.global_count, "global_count");
  const auto globals =
      reader.table<hcrt_global_record>(header.global_offset, header.global_count, "global_offset");
  std::uint64_t variable_bytes = 0;
  for (std::size_t i = 0; i < globals.size(); ++i) {
    const hcrt_global_record& record = globals[i];
    bundle.globals.push_back({{reader.string(record.symbol, "global symbol"), record.bytes, record.place},
                              registration.global_addresses[i]});
    if (record.place) variable_bytes = std::max(variable_bytes, record.place - 1 + record.bytes);
  }
  for (backends::Image& image : bundle.images) {
    image.variable_bytes = variable_bytes;
    image.has_globals = !bundle.globals.empty();
  }
  return bundle;
}

void check_image(const backends::Image& image) {
  if (crc32(image.data, image.bytes) != image.checksum)
    throw Error(Errc::runtime, "it is damaged: its checksum differs");
}

const char* image_kind_name(std::uint32_t kind) noexcept {
  switch (kind) {
    case HCRT_IMAGE_HOST:
      return "host";
    case HCRT_IMAGE_SPIRV:
      return "spirv";
    case HCRT_IMAGE_PTX:
      return "ptx";
    case HCRT_IMAGE_NULL:
      return "null";
    case HCRT_IMAGE_VULKAN:
      return "vulkan";
    case HCRT_IMAGE_AMDGCN:
      return "amdgcn";
    default:
      return "unknown";
  }
}

}  // namespace hcrt
