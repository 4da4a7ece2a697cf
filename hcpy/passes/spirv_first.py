"""The passes that the targets of SPIR-V IR begin with: OpenCL's and Vulkan's."""

from __future__ import annotations

from hcpy.passes import (
    copy_address_tables,
    export_globals,
    internalise_symbols,
    link_device_library,
    lower_bfloat,
    map_printf,
    move_tile_static,
    narrow_fields,
    place_dynamic_group_memory,
    plain_intrinsics,
    report_ends,
    split_pair_maths,
)

FIRST_PASSES = (
    plain_intrinsics.run,
    lower_bfloat.run,
    narrow_fields.run,
    map_printf.run_spirv,
    link_device_library.run_fortified,
    report_ends.run,
    move_tile_static.run,
    copy_address_tables.run_spirv_early,
    export_globals.run,
    internalise_symbols.run,
    place_dynamic_group_memory.use_argument,
    split_pair_maths.run_spirv,
)
