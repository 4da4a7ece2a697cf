/* Made by contracts/make.py from contracts/records.schema: change that. */
#ifndef HCRT_ABI_RECORDS_H
#define HCRT_ABI_RECORDS_H
/* clang-format off */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HCRT_BUNDLE_MAGIC "HCPYBNDL"
#define HCRT_BUNDLE_VERSION 4
#define HCRT_BUNDLE_SECTION "hcpy_bundle"
/* Device code for hcc's link: hcrt_device_header and what follows it, one for each unit, 16-byte aligned. The
 * section is excluded from programs (SHF_EXCLUDE). */
#define HCRT_DEVICE_MAGIC "HCPYDEVC"
#define HCRT_DEVICE_VERSION 1
#define HCRT_DEVICE_SECTION "hcpy_device"
/* The host part's 32-byte slot for the unit's id; the driver fills it once the images are known. */
#define HCRT_UNIT_ID_SECTION "hcpy_unit"
#define HCRT_UNIT_ID_BYTES 32
/* The host part's list of the kernels that it launches: hcrt_host_kernel_record, one after another. */
#define HCRT_HOST_KERNEL_SECTION "hcpy_kernels"
/* What hcrt_entry_record::specialized says of values that stay arguments. */
#define HCRT_SPECIALIZED_PUSHED "pushed"

enum hcrt_kernel_flags {
  HCRT_KERNEL_BY_POINTER = 1,    /* GPU images take the function object's address, not its bytes */
  HCRT_KERNEL_DYNAMIC_GROUP = 2, /* uses dynamic group memory; SPIR-V entries take it as 2nd argument */
  HCRT_KERNEL_BARRIER = 4,       /* reaches a tile barrier */
};

enum hcrt_image_kind {
  HCRT_IMAGE_HOST = 1,
  HCRT_IMAGE_SPIRV = 2,
  HCRT_IMAGE_PTX = 3,
  HCRT_IMAGE_NULL = 4,
  HCRT_IMAGE_AMDGCN = 5,
  HCRT_IMAGE_VULKAN = 6,
};

typedef struct hcrt_bundle_header {
  char magic[8];
  uint32_t version;
  uint32_t header_bytes;               /* sizeof(hcrt_bundle_header) */
  uint64_t total_bytes;
  uint8_t unit_id[HCRT_UNIT_ID_BYTES];
  uint32_t kernel_count;
  uint32_t kernel_offset;              /* hcrt_kernel_record[kernel_count] */
  uint32_t image_count;
  uint32_t image_offset;               /* hcrt_image_record[image_count] */
  uint32_t entry_count;
  uint32_t entry_offset;               /* hcrt_entry_record[image_count * kernel_count], image by image */
  uint32_t global_count;
  uint32_t global_offset;              /* hcrt_global_record[global_count] */
  uint32_t string_offset;
  uint32_t string_bytes;
} hcrt_bundle_header;

typedef struct hcrt_kernel_record {
  uint32_t name;            /* string: the name under which the host part launches it */
  uint32_t display_name;    /* string: for people, e.g. "main()::lambda at saxpy.cpp:12:30" */
  uint32_t file;            /* string: source file of the kernel's call operator */
  uint32_t line;            /* 1-based; 0 where unknown */
  uint32_t column;
  uint32_t parameter_bytes; /* of the launched function object */
  uint32_t parameter_align;
  uint32_t flags;           /* hcrt_kernel_flags */
} hcrt_kernel_record;

typedef struct hcrt_image_record {
  uint32_t kind;         /* hcrt_image_kind */
  uint32_t architecture; /* string: "sm_80", "x86-64-v3", "1.4", ... */
  uint64_t data_offset;
  uint64_t data_bytes;   /* PTX text ends in a NUL that this counts; both are 0 for host */
  uint32_t checksum;     /* CRC-32 of the data, as zlib's; looked at when the image is loaded */
  uint32_t reserved;     /* 0 */
} hcrt_image_record;

typedef struct hcrt_entry_record {
  uint32_t symbol;            /* string: the entry's name in the image; empty: this image lacks it */
  uint32_t tile_static_bytes; /* static group memory */
  uint32_t host_entry;        /* index into hcrt_registration::host_entries (host images only) */
  uint32_t scratch_fixed;     /* host: bytes of scratch for a work-group, tile_static included */
  uint32_t scratch_per_item;  /* host: further bytes for each work-item of the group */
  uint32_t required_group;    /* work-items a group must have; 0: any */
  uint32_t specialized;       /* string: a constant's "NUMBER:OFFSET:BYTES" in the function object each; SPECIALIZED_PUSHED */
} hcrt_entry_record;

typedef struct hcrt_global_record {
  uint32_t symbol; /* string: the variable's name in the GPU images */
  uint32_t place;  /* 1 + its offset among hcrt_opencl_launch::variables; 0: it is none of them */
  uint64_t bytes;
} hcrt_global_record;

/* The last argument, by value, of SPIR-V entries that ask for it. Where a device cannot have groups that are
 * smaller at the edge, a launch is several parts, each with groups of one size. */
typedef struct hcrt_opencl_launch {
  uint64_t variables;      /* address of the plain globals of the kernel's image */
  uint32_t first_group[3]; /* of this part; dimension 0 is the fastest */
  uint32_t num_groups[3];  /* of all parts together; 0: there is one part, and the device knows */
  uint32_t global_size[3]; /* likewise */
  uint32_t reserved;       /* 0 */
} hcrt_opencl_launch;

/* After it: description_bytes of zlib-compressed JSON (the unit, its kernels, the device functions that it
 * defines and needs), then code_bytes of zlib-compressed LLVM bitcode, one module for each kind of target.
 * Only hcc reads them; a change in them changes the version. */
typedef struct hcrt_device_header {
  char magic[8];
  uint32_t version;
  uint32_t header_bytes;               /* sizeof(hcrt_device_header) */
  uint64_t total_bytes;                /* with padding to 16 */
  uint8_t unit_id[HCRT_UNIT_ID_BYTES];
  uint32_t description_bytes;
  uint32_t reserved;                   /* 0 */
  uint64_t code_bytes;
} hcrt_device_header;

/* One element of HCRT_HOST_KERNEL_SECTION. */
typedef struct hcrt_host_kernel_record {
  const char* name;
  uint64_t parameter_bytes;
} hcrt_host_kernel_record;

/* What a host kernel gets of its launch. Dimension 0 is the fastest. Groups at the upper edge are
 * smaller where group_size does not divide global_size. */
typedef struct hcrt_host_launch {
  uint32_t global_size[3];
  uint32_t group_size[3];
  uint32_t num_groups[3];  /* ceil(global_size / group_size) */
  uint32_t dynamic_bytes;  /* dynamic group memory */
  void* state;             /* the runtime's own */
} hcrt_host_launch;

/* Runs the work-groups first <= g < last (linear, dimension 0 fastest) of a launch on the calling thread.
 * argument: the function object. scratch: 64-byte aligned, scratch_fixed rounded up to 64, plus
 * scratch_per_item * items of a full group, private to this call. dynamic: 64-byte aligned, dynamic_bytes,
 * private to this call, valid for one group at a time. */
typedef void (*hcrt_host_entry)(const void* argument, const hcrt_host_launch* launch, uint64_t first,
                                uint64_t last, void* scratch, void* dynamic);

typedef struct hcrt_registration {
  const void* bundle;
  uint64_t bundle_bytes;
  const hcrt_host_entry* host_entries;
  uint64_t host_entry_count;
  void* const* global_addresses;       /* [global_count]: the host variable of each hcrt_global_record */
  uint64_t global_count;
} hcrt_registration;

/* libhcrt hides what is not marked. */
#pragma GCC visibility push(default)

/* Called by each object's constructor and destructor. A malformed bundle is reported at the first launch
 * that needs it, never here. */
void hcrt_register(const hcrt_registration* registration);
void hcrt_unregister(const hcrt_registration* registration);

#pragma GCC visibility pop

#ifdef __cplusplus
}

static_assert(sizeof(hcrt_bundle_header) == 96, "hcrt_bundle_header");
static_assert(offsetof(hcrt_bundle_header, magic) == 0, "hcrt_bundle_header::magic");
static_assert(offsetof(hcrt_bundle_header, version) == 8, "hcrt_bundle_header::version");
static_assert(offsetof(hcrt_bundle_header, header_bytes) == 12, "hcrt_bundle_header::header_bytes");
static_assert(offsetof(hcrt_bundle_header, total_bytes) == 16, "hcrt_bundle_header::total_bytes");
static_assert(offsetof(hcrt_bundle_header, unit_id) == 24, "hcrt_bundle_header::unit_id");
static_assert(offsetof(hcrt_bundle_header, kernel_count) == 56, "hcrt_bundle_header::kernel_count");
static_assert(offsetof(hcrt_bundle_header, kernel_offset) == 60, "hcrt_bundle_header::kernel_offset");
static_assert(offsetof(hcrt_bundle_header, image_count) == 64, "hcrt_bundle_header::image_count");
static_assert(offsetof(hcrt_bundle_header, image_offset) == 68, "hcrt_bundle_header::image_offset");
static_assert(offsetof(hcrt_bundle_header, entry_count) == 72, "hcrt_bundle_header::entry_count");
static_assert(offsetof(hcrt_bundle_header, entry_offset) == 76, "hcrt_bundle_header::entry_offset");
static_assert(offsetof(hcrt_bundle_header, global_count) == 80, "hcrt_bundle_header::global_count");
static_assert(offsetof(hcrt_bundle_header, global_offset) == 84, "hcrt_bundle_header::global_offset");
static_assert(offsetof(hcrt_bundle_header, string_offset) == 88, "hcrt_bundle_header::string_offset");
static_assert(offsetof(hcrt_bundle_header, string_bytes) == 92, "hcrt_bundle_header::string_bytes");

static_assert(sizeof(hcrt_kernel_record) == 32, "hcrt_kernel_record");
static_assert(offsetof(hcrt_kernel_record, name) == 0, "hcrt_kernel_record::name");
static_assert(offsetof(hcrt_kernel_record, display_name) == 4, "hcrt_kernel_record::display_name");
static_assert(offsetof(hcrt_kernel_record, file) == 8, "hcrt_kernel_record::file");
static_assert(offsetof(hcrt_kernel_record, line) == 12, "hcrt_kernel_record::line");
static_assert(offsetof(hcrt_kernel_record, column) == 16, "hcrt_kernel_record::column");
static_assert(offsetof(hcrt_kernel_record, parameter_bytes) == 20, "hcrt_kernel_record::parameter_bytes");
static_assert(offsetof(hcrt_kernel_record, parameter_align) == 24, "hcrt_kernel_record::parameter_align");
static_assert(offsetof(hcrt_kernel_record, flags) == 28, "hcrt_kernel_record::flags");

static_assert(sizeof(hcrt_image_record) == 32, "hcrt_image_record");
static_assert(offsetof(hcrt_image_record, kind) == 0, "hcrt_image_record::kind");
static_assert(offsetof(hcrt_image_record, architecture) == 4, "hcrt_image_record::architecture");
static_assert(offsetof(hcrt_image_record, data_offset) == 8, "hcrt_image_record::data_offset");
static_assert(offsetof(hcrt_image_record, data_bytes) == 16, "hcrt_image_record::data_bytes");
static_assert(offsetof(hcrt_image_record, checksum) == 24, "hcrt_image_record::checksum");
static_assert(offsetof(hcrt_image_record, reserved) == 28, "hcrt_image_record::reserved");

static_assert(sizeof(hcrt_entry_record) == 28, "hcrt_entry_record");
static_assert(offsetof(hcrt_entry_record, symbol) == 0, "hcrt_entry_record::symbol");
static_assert(offsetof(hcrt_entry_record, tile_static_bytes) == 4, "hcrt_entry_record::tile_static_bytes");
static_assert(offsetof(hcrt_entry_record, host_entry) == 8, "hcrt_entry_record::host_entry");
static_assert(offsetof(hcrt_entry_record, scratch_fixed) == 12, "hcrt_entry_record::scratch_fixed");
static_assert(offsetof(hcrt_entry_record, scratch_per_item) == 16, "hcrt_entry_record::scratch_per_item");
static_assert(offsetof(hcrt_entry_record, required_group) == 20, "hcrt_entry_record::required_group");
static_assert(offsetof(hcrt_entry_record, specialized) == 24, "hcrt_entry_record::specialized");

static_assert(sizeof(hcrt_global_record) == 16, "hcrt_global_record");
static_assert(offsetof(hcrt_global_record, symbol) == 0, "hcrt_global_record::symbol");
static_assert(offsetof(hcrt_global_record, place) == 4, "hcrt_global_record::place");
static_assert(offsetof(hcrt_global_record, bytes) == 8, "hcrt_global_record::bytes");

static_assert(sizeof(hcrt_opencl_launch) == 48, "hcrt_opencl_launch");
static_assert(offsetof(hcrt_opencl_launch, variables) == 0, "hcrt_opencl_launch::variables");
static_assert(offsetof(hcrt_opencl_launch, first_group) == 8, "hcrt_opencl_launch::first_group");
static_assert(offsetof(hcrt_opencl_launch, num_groups) == 20, "hcrt_opencl_launch::num_groups");
static_assert(offsetof(hcrt_opencl_launch, global_size) == 32, "hcrt_opencl_launch::global_size");
static_assert(offsetof(hcrt_opencl_launch, reserved) == 44, "hcrt_opencl_launch::reserved");

static_assert(sizeof(hcrt_device_header) == 72, "hcrt_device_header");
static_assert(offsetof(hcrt_device_header, magic) == 0, "hcrt_device_header::magic");
static_assert(offsetof(hcrt_device_header, version) == 8, "hcrt_device_header::version");
static_assert(offsetof(hcrt_device_header, header_bytes) == 12, "hcrt_device_header::header_bytes");
static_assert(offsetof(hcrt_device_header, total_bytes) == 16, "hcrt_device_header::total_bytes");
static_assert(offsetof(hcrt_device_header, unit_id) == 24, "hcrt_device_header::unit_id");
static_assert(offsetof(hcrt_device_header, description_bytes) == 56, "hcrt_device_header::description_bytes");
static_assert(offsetof(hcrt_device_header, reserved) == 60, "hcrt_device_header::reserved");
static_assert(offsetof(hcrt_device_header, code_bytes) == 64, "hcrt_device_header::code_bytes");

static_assert(sizeof(hcrt_host_kernel_record) == 16, "hcrt_host_kernel_record");
static_assert(offsetof(hcrt_host_kernel_record, name) == 0, "hcrt_host_kernel_record::name");
static_assert(offsetof(hcrt_host_kernel_record, parameter_bytes) == 8, "hcrt_host_kernel_record::parameter_bytes");

static_assert(sizeof(hcrt_host_launch) == 48, "hcrt_host_launch");
static_assert(offsetof(hcrt_host_launch, global_size) == 0, "hcrt_host_launch::global_size");
static_assert(offsetof(hcrt_host_launch, group_size) == 12, "hcrt_host_launch::group_size");
static_assert(offsetof(hcrt_host_launch, num_groups) == 24, "hcrt_host_launch::num_groups");
static_assert(offsetof(hcrt_host_launch, dynamic_bytes) == 36, "hcrt_host_launch::dynamic_bytes");
static_assert(offsetof(hcrt_host_launch, state) == 40, "hcrt_host_launch::state");

static_assert(sizeof(hcrt_registration) == 48, "hcrt_registration");
static_assert(offsetof(hcrt_registration, bundle) == 0, "hcrt_registration::bundle");
static_assert(offsetof(hcrt_registration, bundle_bytes) == 8, "hcrt_registration::bundle_bytes");
static_assert(offsetof(hcrt_registration, host_entries) == 16, "hcrt_registration::host_entries");
static_assert(offsetof(hcrt_registration, host_entry_count) == 24, "hcrt_registration::host_entry_count");
static_assert(offsetof(hcrt_registration, global_addresses) == 32, "hcrt_registration::global_addresses");
static_assert(offsetof(hcrt_registration, global_count) == 40, "hcrt_registration::global_count");

#endif

/* clang-format on */
#endif
