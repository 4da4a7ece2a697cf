// Writes bundles as hcc does, from hand-written kernels, and registers them while it lives.
#ifndef HCRT_TESTS_BUNDLE_BUILDER_HPP
#define HCRT_TESTS_BUNDLE_BUILDER_HPP

#include <hcrt/abi.h>

#include <hcrt/runtime.hpp>
#include <string>
#include <vector>

struct TestKernel {
  std::string name;
  std::uint32_t parameter_bytes;
  hcrt_host_entry host = nullptr;  // null: no host entry
  std::uint32_t scratch_fixed = 0, scratch_per_item = 0, flags = 0, tile_static_bytes = 0;
  std::string symbol = "";       // in PTX and SPIR-V images; empty: they lack it
  std::string specialized = "";  // hcrt_entry_record::specialized
};

struct TestImage {
  std::uint32_t kind;
  std::string architecture;
  std::string data;
};

class TestUnit {
 public:
  TestUnit(const std::string& unit_id, const std::vector<TestKernel>& kernels,
           const std::vector<TestImage>& images);
  ~TestUnit();
  TestUnit(const TestUnit&) = delete;
  TestUnit& operator=(const TestUnit&) = delete;

  void add_global(const std::string& symbol, void* address, std::uint64_t bytes, std::uint32_t place = 0);
  void register_now();
  void unregister();
  std::vector<unsigned char>& bytes() { return bytes_; }  // to damage them before register_now()
  hcrt::KernelId id(const char* name) const { return {unit_id_, name}; }

 private:
  std::uint32_t string(const std::string&);
  void build();

  unsigned char unit_id_[HCRT_UNIT_ID_BYTES] = {};
  std::vector<TestKernel> kernels_;
  std::vector<TestImage> images_;
  std::vector<hcrt_global_record> globals_;
  std::vector<void*> global_addresses_;
  std::vector<hcrt_host_entry> entries_;
  std::string strings_{'\0'};
  std::vector<unsigned char> bytes_;
  hcrt_registration registration_{};
  bool registered_ = false;
};

#endif
