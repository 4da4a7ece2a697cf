"""hcpy compiles single-source C++ AMP and HC programs for GPUs, OpenCL devices and the host CPU.

Takes: programs, through the command `hcc` (hcpy.driver.cli).
Gives: executables that link libhcrt; `hcpy.model` names every step between.
"""

__version__ = "0.1.0"
