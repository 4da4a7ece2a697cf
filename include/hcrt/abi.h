/* The bundle: what the compiler writes into an object and libhcrt reads at start-up.
 *
 * One bundle belongs to one translation unit. It is position independent (offsets, no pointers), little
 * endian, and lies in the section HCRT_BUNDLE_SECTION, so that `hcc --inspect` reads it from any file.
 * What needs an address (host kernels, host globals) stands beside it in an hcrt_registration, which a
 * constructor of the object hands to hcrt_register().
 *
 * This header is the only definition of the layout; hcpy/objects/bundle.py mirrors it field by field.
 * Offsets count bytes from the bundle's first byte. String offsets count from string_offset; every string
 * ends in a NUL; string 0 is empty.
 */
#ifndef HCRT_ABI_H
#define HCRT_ABI_H

#include <stdint.h>

#define HCRT_BUNDLE_MAGIC "HCPYBNDL"
#define HCRT_BUNDLE_VERSION 2
#define HCRT_BUNDLE_SECTION "hcpy_bundle"
/* Device code for hcc's link: hcrt_device_header and what follows it, one for each unit, 16-byte aligned. The
 * section is excluded from programs (SHF_EXCLUDE); hcpy/objects/device_record.py mirrors it. */
#define HCRT_DEVICE_MAGIC "HCPYDEVC"
#define HCRT_DEVICE_VERSION 1
#define HCRT_DEVICE_SECTION "hcpy_device"
/* The host part's 32-byte slot for the unit's id; the driver fills it once the images are known. */
#define HCRT_UNIT_ID_SECTION "hcpy_unit"
#define HCRT_UNIT_ID_BYTES 32
/* The host part's list of the kernels that it launches: hcrt_host_kernel_record, one after another. */
#define HCRT_HOST_KERNEL_SECTION "hcpy_kernels"
/* Function objects larger than this many bytes reach GPU kernels through a pointer (flag
 * HCRT_KERNEL_BY_POINTER). PTX 8.0 allows 4,352 bytes of parameters, Intel's OpenCL runtime 3,840. */
#define HCRT_MAX_PARAMETER_BYTES 3584

#ifdef __cplusplus
extern "C" {
#endif
/* libhcrt is built with hidden visibility; what these two headers declare is what it exports. */
#pragma GCC visibility push(default)

enum hcrt_image_kind {
  HCRT_IMAGE_HOST = 1,
  HCRT_IMAGE_SPIRV = 2,
  HCRT_IMAGE_PTX = 3,
  HCRT_IMAGE_NULL = 4,
  HCRT_IMAGE_AMDGCN = 5,
  HCRT_IMAGE_VULKAN = 6
};

enum hcrt_kernel_flags {
  HCRT_KERNEL_BY_POINTER = 1,    /* GPU images take the function object's address, not its bytes */
  HCRT_KERNEL_DYNAMIC_GROUP = 2, /* uses dynamic group memory; SPIR-V entries take it as 2nd argument */
  HCRT_KERNEL_BARRIER = 4        /* reaches a tile barrier */
};

typedef struct hcrt_bundle_header {
  char magic[8];
  uint32_t version;
  uint32_t header_bytes; /* sizeof(hcrt_bundle_header) */
  uint64_t total_bytes;
  uint8_t unit_id[HCRT_UNIT_ID_BYTES];
  uint32_t kernel_count, kernel_offset; /* hcrt_kernel_record[kernel_count] */
  uint32_t image_count, image_offset;   /* hcrt_image_record[image_count] */
  uint32_t entry_count, entry_offset;   /* hcrt_entry_record[image_count * kernel_count], image by image */
  uint32_t global_count, global_offset; /* hcrt_global_record[global_count] */
  uint32_t string_offset, string_bytes;
} hcrt_bundle_header;

typedef struct hcrt_kernel_record {
  uint32_t name;         /* string: the name under which the host part launches it */
  uint32_t display_name; /* string: for people, e.g. "main()::lambda at saxpy.cpp:12:30" */
  uint32_t file;         /* string: source file of the kernel's call operator */
  uint32_t line, column; /* 1-based; 0 where unknown */
  uint32_t parameter_bytes, parameter_align; /* of the launched function object */
  uint32_t flags;                            /* hcrt_kernel_flags */
} hcrt_kernel_record;

typedef struct hcrt_image_record {
  uint32_t kind;                    /* hcrt_image_kind */
  uint32_t architecture;            /* string: "sm_80", "x86-64-v3", "1.4", ... */
  uint64_t data_offset, data_bytes; /* PTX text ends in a NUL that data_bytes counts; 0, 0 for host */
  uint32_t checksum;                /* CRC-32 of the data, as zlib's; looked at when the image is loaded */
  uint32_t reserved;                /* 0 */
} hcrt_image_record;

typedef struct hcrt_entry_record {
  uint32_t symbol;            /* string: the entry's name in the image; empty: this image lacks it */
  uint32_t tile_static_bytes; /* static group memory */
  uint32_t host_entry;        /* index into hcrt_registration::host_entries (host images only) */
  uint32_t scratch_fixed;     /* host: bytes of scratch for a work-group, tile_static included */
  uint32_t scratch_per_item;  /* host: further bytes for each work-item of the group */
  uint32_t required_group;    /* work-items a group must have; 0: any */
} hcrt_entry_record;

typedef struct hcrt_global_record {
  uint32_t symbol; /* string: the variable's name in the GPU images */
  uint32_t flags;  /* 0 */
  uint64_t bytes;
} hcrt_global_record;

/* Behind it: description_bytes of zlib-compressed JSON (the unit, its kernels, the device functions that it
 * defines and needs), then code_bytes of zlib-compressed LLVM bitcode, one module for each kind of target.
 * Only hcc reads them; a change in them changes the version. */
typedef struct hcrt_device_header {
  char magic[8];
  uint32_t version;
  uint32_t header_bytes; /* sizeof(hcrt_device_header) */
  uint64_t total_bytes;  /* with padding to 16 */
  uint8_t unit_id[HCRT_UNIT_ID_BYTES];
  uint32_t description_bytes;
  uint32_t reserved; /* 0 */
  uint64_t code_bytes;
} hcrt_device_header;

/* One element of HCRT_HOST_KERNEL_SECTION. */
typedef struct hcrt_host_kernel_record {
  const char* name;
  uint64_t parameter_bytes;
} hcrt_host_kernel_record;

/* What a host kernel is told about its launch. Dimension 0 is the fastest. Groups at the upper edge are
 * smaller where group_size does not divide global_size. */
typedef struct hcrt_host_launch {
  uint32_t global_size[3];
  uint32_t group_size[3];
  uint32_t num_groups[3]; /* ceil(global_size / group_size) */
  uint32_t dynamic_bytes; /* dynamic group memory */
  void* state;            /* the runtime's own */
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
  void* const* global_addresses; /* [global_count]: the host variable of each hcrt_global_record */
  uint64_t global_count;
} hcrt_registration;

/* Called by each object's constructor and destructor. A malformed bundle is reported at the first launch
 * that needs it, never here. */
void hcrt_register(const hcrt_registration* registration);
void hcrt_unregister(const hcrt_registration* registration);

typedef struct hcrt_print_argument {
  uint64_t kind; /* 0: an integer, sign-extended; 1: a double; 2: an address */
  uint64_t bits;
} hcrt_print_argument;

/* What kernels on the host call, besides the C library.
 * __hcrt_print: printf; ring is for GPUs. kind 0: printf, 1: direct3d_errorf, 2: direct3d_abort, whose text
 * the launch throws. Gives hc::PrintfError.
 * __hcrt_host_group_bytes: group memory of the running kernel, 0: static, 1: dynamic.
 * __hcrt_host_clock: nanoseconds. */
int __hcrt_print(void* ring, unsigned kind, const char* format, unsigned count,
                 const hcrt_print_argument* arguments);
uint32_t __hcrt_host_group_bytes(int which);
uint64_t __hcrt_host_clock(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
