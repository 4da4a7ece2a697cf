"""LLVM's IR as typed objects over LLVM's own C API: what passes read and change.

A module is parsed once, changed in place and passed on as bitcode; its text is for dumps and messages alone.
"""

from hcpy.ir.attributes import Attribute, Attributes
from hcpy.ir.builder import Builder
from hcpy.ir.capi import load, load_for_children
from hcpy.ir.content import content
from hcpy.ir.enums import (
    BINARY,
    CALLS,
    CASTS,
    LOCAL,
    POINTER_ACCESSES,
    POINTER_CASTS,
    SIGNED_ORDERS,
    UNSIGNED_ORDERS,
    AtomicOperation,
    CallingConvention,
    FastMath,
    IntPredicate,
    Linkage,
    MetadataKind,
    NoWrap,
    Opcode,
    Ordering,
    RealPredicate,
    TypeKind,
    ValueKind,
)
from hcpy.ir.functions import Block, Function
from hcpy.ir.instructions import Instruction
from hcpy.ir.machine import Machine, Tuning, run_passes, set_options
from hcpy.ir.metadata import Frame, Node
from hcpy.ir.module import Context, IrError, Layout, Module
from hcpy.ir.references import (
    References,
    TypeSearch,
    has_expression,
    instructions_using,
    with_constant_expressions,
)
from hcpy.ir.retype import Change, Site, change_types
from hcpy.ir.symbols import Alias, Symbol, Variable
from hcpy.ir.types import Type, Types
from hcpy.ir.values import Argument, Constant, Data, Expression, InlineAssembler, Integer, Real, Use, Value
from hcpy.ir.walk import CallGraph, base_of, callers, named_by, reached, symbols_in

__all__ = [
    "BINARY",
    "CALLS",
    "CASTS",
    "LOCAL",
    "POINTER_ACCESSES",
    "POINTER_CASTS",
    "SIGNED_ORDERS",
    "UNSIGNED_ORDERS",
    "Alias",
    "Argument",
    "AtomicOperation",
    "Attribute",
    "Attributes",
    "Block",
    "Builder",
    "CallGraph",
    "CallingConvention",
    "Change",
    "Constant",
    "Context",
    "Data",
    "Expression",
    "FastMath",
    "Frame",
    "Function",
    "InlineAssembler",
    "Instruction",
    "IntPredicate",
    "Integer",
    "IrError",
    "Layout",
    "Linkage",
    "Machine",
    "MetadataKind",
    "Module",
    "NoWrap",
    "Node",
    "Opcode",
    "Ordering",
    "Real",
    "RealPredicate",
    "References",
    "Site",
    "Symbol",
    "Tuning",
    "Type",
    "TypeKind",
    "TypeSearch",
    "Types",
    "Use",
    "Value",
    "ValueKind",
    "Variable",
    "base_of",
    "callers",
    "change_types",
    "content",
    "has_expression",
    "instructions_using",
    "load",
    "load_for_children",
    "named_by",
    "reached",
    "run_passes",
    "set_options",
    "symbols_in",
    "with_constant_expressions",
]
