; Kernels for the tests of the OpenCL back end, in the form that hcc's spirv target gives them.
target triple = "spirv64-unknown-unknown"

%AddValue = type { ptr addrspace(4), i32 }
%Large = type { ptr addrspace(4), [1023 x i32] }

@plain_global = addrspace(1) externally_initialized global i32 0

declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z14get_local_sizej(i32)

; data[id] += value
define spir_kernel void @add_value(ptr byval(%AddValue) align 8 %w) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %data = load ptr addrspace(4), ptr %w
  %place = getelementptr %AddValue, ptr %w, i64 0, i32 1
  %value = load i32, ptr %place
  %element = getelementptr i32, ptr addrspace(4) %data, i64 %id
  %old = load i32, ptr addrspace(4) %element
  %new = add i32 %old, %value
  store i32 %new, ptr addrspace(4) %element
  ret void
}

; data[id] = size of the id's group; its last element is at the edge of the grid
define spir_kernel void @group_size(ptr byval(%AddValue) align 8 %w) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %size = call i64 @_Z14get_local_sizej(i32 0)
  %data = load ptr addrspace(4), ptr %w
  %element = getelementptr i32, ptr addrspace(4) %data, i64 %id
  %narrow = trunc i64 %size to i32
  store i32 %narrow, ptr addrspace(4) %element
  ret void
}

; a function object that is too large for a parameter: data[id] = its last word
define spir_kernel void @large(ptr addrspace(1) %w) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %data = load ptr addrspace(4), ptr addrspace(1) %w
  %place = getelementptr %Large, ptr addrspace(1) %w, i64 0, i32 1, i64 1022
  %value = load i32, ptr addrspace(1) %place
  %element = getelementptr i32, ptr addrspace(4) %data, i64 %id
  store i32 %value, ptr addrspace(4) %element
  ret void
}

; dynamic group memory: data[id] = id, by way of the group's memory
define spir_kernel void @dynamic(ptr byval(%AddValue) align 8 %w, ptr addrspace(3) %group) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %local = call i64 @_Z12get_local_idj(i32 0)
  %data = load ptr addrspace(4), ptr %w
  %place = getelementptr i32, ptr addrspace(3) %group, i64 %local
  %narrow = trunc i64 %id to i32
  store volatile i32 %narrow, ptr addrspace(3) %place
  %again = load volatile i32, ptr addrspace(3) %place
  %element = getelementptr i32, ptr addrspace(4) %data, i64 %id
  store i32 %again, ptr addrspace(4) %element
  ret void
}

; data[id] = plain_global
define spir_kernel void @read_global(ptr byval(%AddValue) align 8 %w) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %data = load ptr addrspace(4), ptr %w
  %value = load i32, ptr addrspace(1) @plain_global
  %element = getelementptr i32, ptr addrspace(4) %data, i64 %id
  store i32 %value, ptr addrspace(4) %element
  ret void
}
