; Kernels for the tests of the OpenCL back end, in the form that hcc's spirv target gives them.
target triple = "spirv64-unknown-unknown"

%AddValue = type { ptr addrspace(4), i32 }
%Large = type { ptr addrspace(4), [1023 x i32] }

%Launch = type { ptr addrspace(1), i64, i64, i64, i64, i64 }

declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z14get_local_sizej(i32)
declare i64 @_Z12get_group_idj(i32)
declare i32 @_Z22get_max_sub_group_sizev()
declare i32 @_Z22get_sub_group_local_idv()
declare i32 @_Z17sub_group_shufflejj(i32, i32)
declare <4 x i32> @_Z16sub_group_balloti(i32)
declare i32 @llvm.ctpop.i32(i32)

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

; data[id] = the variable at the end of the first 16 bytes of those of the module
define spir_kernel void @read_global(ptr byval(%AddValue) align 8 %w, ptr byval(%Launch) align 8 %launch) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %data = load ptr addrspace(4), ptr %w
  %variables = load ptr addrspace(1), ptr %launch
  %variable = getelementptr i8, ptr addrspace(1) %variables, i64 16
  %value = load i32, ptr addrspace(1) %variable
  %element = getelementptr i32, ptr addrspace(4) %data, i64 %id
  store i32 %value, ptr addrspace(4) %element
  ret void
}

; data[id] = number of the id's group, which the launch corrects
define spir_kernel void @group_number(ptr byval(%AddValue) align 8 %w, ptr byval(%Launch) align 8 %launch) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %group = call i64 @_Z12get_group_idj(i32 0)
  %data = load ptr addrspace(4), ptr %w
  %place = getelementptr i8, ptr %launch, i64 8
  %first = load i32, ptr %place
  %narrow = trunc i64 %group to i32
  %number = add i32 %narrow, %first
  %element = getelementptr i32, ptr addrspace(4) %data, i64 %id
  store i32 %number, ptr addrspace(4) %element
  ret void
}

; data[id] = the size of its wave, and in bits from 16 on what the last lane of it gives; in bits from 8 on
; the number of lanes that vote
define spir_kernel void @waves(ptr byval(%AddValue) align 8 %w) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %data = load ptr addrspace(4), ptr %w
  %size = call i32 @_Z22get_max_sub_group_sizev()
  %lane = call i32 @_Z22get_sub_group_local_idv()
  %last = sub i32 %size, 1
  %given = call i32 @_Z17sub_group_shufflejj(i32 %lane, i32 %last)
  %votes = call <4 x i32> @_Z16sub_group_balloti(i32 1)
  %low = extractelement <4 x i32> %votes, i32 0
  %count = call i32 @llvm.ctpop.i32(i32 %low)
  %high = shl i32 %given, 16
  %middle = shl i32 %count, 8
  %part = or i32 %high, %middle
  %all = or i32 %part, %size
  %element = getelementptr i32, ptr addrspace(4) %data, i64 %id
  store i32 %all, ptr addrspace(4) %element
  ret void
}
