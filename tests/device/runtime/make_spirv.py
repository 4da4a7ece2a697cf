"""Makes the SPIR-V module of opencl_test: `python make_spirv.py kernels.ll kernels.spv`."""

from __future__ import annotations

import sys
from pathlib import Path

import llvmlite.binding as binding

binding.initialize_all_targets()
binding.initialize_all_asmprinters()
machine = binding.Target.from_triple("spirv64v1.4-unknown-unknown").create_target_machine(opt=2)
module = binding.parse_assembly(Path(sys.argv[1]).read_text())
Path(sys.argv[2]).write_bytes(machine.emit_object(module))
