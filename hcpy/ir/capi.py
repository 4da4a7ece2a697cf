"""LLVM's C API, loaded from the shared library that clang itself is linked to.

Takes the path of libLLVM (`load`; hcpy.tools finds it otherwise); gives the API's functions as attributes of
`C`, without their prefix `LLVM`. Only hcpy/ir calls them. A function is bound at its first use: the table
below is its declaration.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from ctypes import byref, c_char_p, c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p
from pathlib import Path
from typing import Any

_SHORT, _KEPT = 40, 4000

_LETTERS: dict[str, Any] = {
    "p": c_void_p,  # a handle, an array of handles, the place of a result
    "u": c_uint,
    "b": c_int,  # LLVMBool
    "z": c_size_t,
    "q": c_uint64,
    "l": c_int64,
    "s": c_char_p,  # text in, or text that LLVM keeps
    "d": ctypes.c_double,
    "v": None,
}

# Else LLVM verifies each module that it reads, and ends the process where clang has made a broken one: our
# own checks say what is wrong with the source.
_READ_AS_IT_IS = b"-disable-auto-upgrade-debug-info"

# name parameters result
_DECLARATIONS = """
GetVersion ppp v
ContextCreate - p
ContextDispose p v
CreateMemoryBufferWithMemoryRange szsb p
CreateMemoryBufferWithMemoryRangeCopy szs p
CreateMemoryBufferWithContentsOfFile spp b
DisposeMemoryBuffer p v
GetBufferStart p p
GetBufferSize p z
ParseIRInContext pppp b
GetBitcodeModuleInContext2 ppp b
WriteBitcodeToMemoryBuffer p p
ModuleCreateWithNameInContext sp p
CloneModule p p
DisposeModule p v
PrintModuleToString p p
PrintValueToString p p
PrintTypeToString p p
DisposeMessage p v
GetModuleContext p p
GetDataLayoutStr p s
SetDataLayout ps v
GetTarget p s
SetTarget ps v
GetModuleIdentifier pp p
SetModuleIdentifier psz v
SetSourceFileName psz v
VerifyModule pup b
LinkModules2 pp b
StripModuleDebugInfo p b
GetNamedMetadata psz p
GetOrInsertNamedMetadata psz p
GetNamedMetadataNumOperands ps u
GetNamedMetadataOperands psp v
AddNamedMetadataOperand psp v
GetFirstNamedMetadata p p
GetNextNamedMetadata p p
GetNamedMetadataName pp p
GetTypeByName2 ps p
GetTypeContext p p
GetTypeKind p u
GetIntTypeWidth p u
GetElementType p p
GetPointerAddressSpace p u
GetArrayLength2 p q
GetVectorSize p u
GetStructName p s
CountStructElementTypes p u
StructGetTypeAtIndex pu p
IsPackedStruct p b
IsOpaqueStruct p b
IsFunctionVarArg p b
GetReturnType p p
CountParamTypes p u
GetParamTypes pp v
TypeIsSized p b
IntTypeInContext pu p
HalfTypeInContext p p
BFloatTypeInContext p p
FloatTypeInContext p p
DoubleTypeInContext p p
VoidTypeInContext p p
PointerTypeInContext pu p
ArrayType2 pq p
VectorType pu p
StructTypeInContext ppub p
StructCreateNamed ps p
StructSetBody ppub v
FunctionType ppub p
ConstInt pqb p
ConstIntOfArbitraryPrecision pup p
ConstReal pd p
ConstNull p p
GetUndef p p
GetPoison p p
IsPoison p b
ConstIntGetZExtValue p q
ConstIntGetSExtValue p l
ConstRealGetDouble pp d
ConstStringInContext2 pszb p
ConstArray2 ppq p
ConstStructInContext ppub p
ConstNamedStruct ppu p
ConstVector pu p
ConstGEPWithNoWrapFlags pppuu p
ConstPtrToInt pp p
ConstIntToPtr pp p
ConstBitCast pp p
ConstAddrSpaceCast pp p
ConstTrunc pp p
ConstAdd pp p
ConstSub pp p
ConstXor pp p
GetConstOpcode p u
IsConstantString p b
GetAsString pp p
GetAggregateElement pu p
IsNull p b
IsConstant p b
TypeOf p p
GetValueKind p u
GetValueName2 pp p
SetValueName2 psz v
ReplaceAllUsesWith pp v
GetFirstUse p p
GetNextUse p p
GetUser p p
GetUsedValue p p
GetNumOperands p b
GetOperand pu p
GetOperandUse pu p
SetOperand pup v
GetGlobalParent p p
GlobalGetValueType p p
IsDeclaration p b
GetLinkage p u
SetLinkage pu v
GetVisibility p u
SetVisibility pu v
GetUnnamedAddress p u
SetUnnamedAddress pu v
GetSection p s
SetSection ps v
GetAlignment p u
SetAlignment pu v
GetComdat p p
SetComdat pp v
GlobalEraseMetadata pu v
GlobalClearMetadata p v
GlobalSetMetadata pup v
GlobalCopyAllMetadata pp p
GetFirstGlobal p p
GetNextGlobal p p
GetNamedGlobal ps p
AddGlobalInAddressSpace ppsu p
DeleteGlobal p v
GetInitializer p p
SetInitializer pp v
IsGlobalConstant p b
SetGlobalConstant pb v
IsThreadLocal p b
SetThreadLocal pb v
IsExternallyInitialized p b
SetExternallyInitialized pb v
GetFirstGlobalAlias p p
GetNextGlobalAlias p p
GetNamedGlobalAlias psz p
AliasGetAliasee p p
AddAlias2 ppups p
GetFirstFunction p p
GetNextFunction p p
GetNamedFunction ps p
AddFunction psp p
DeleteFunction p v
GetFunctionCallConv p u
SetFunctionCallConv pu v
HasPersonalityFn p b
GetPersonalityFn p p
SetPersonalityFn pp v
GetIntrinsicID p u
LookupIntrinsicID sz u
GetIntrinsicDeclaration pupz p
IntrinsicIsOverloaded u b
CountParams p u
GetParam pu p
GetParamParent p p
SetParamAlignment pu v
GetSubprogram p p
SetSubprogram pp v
CountBasicBlocks p u
GetFirstBasicBlock p p
GetNextBasicBlock p p
GetEntryBasicBlock p p
GetBasicBlockParent p p
GetBasicBlockTerminator p p
GetBasicBlockName p s
AppendBasicBlockInContext pps p
InsertBasicBlockInContext pps p
MoveBasicBlockBefore pp v
MoveBasicBlockAfter pp v
DeleteBasicBlock p v
RemoveBasicBlockFromParent p v
AppendExistingBasicBlock pp v
GetLastBasicBlock p p
GetFirstInstruction p p
GetLastInstruction p p
GetNextInstruction p p
GetPreviousInstruction p p
GetInstructionParent p p
GetInstructionOpcode p u
InstructionClone p p
InstructionEraseFromParent p v
InstructionRemoveFromParent p v
DeleteInstruction p v
GetICmpPredicate p u
GetFCmpPredicate p u
GetNUW p b
SetNUW pb v
GetNSW p b
SetNSW pb v
GetExact p b
SetExact pb v
GetNNeg p b
SetNNeg pb v
GetIsDisjoint p b
SetIsDisjoint pb v
GetICmpSameSign p b
CanValueUseFastMathFlags p b
GetFastMathFlags p u
SetFastMathFlags pu v
GetVolatile p b
SetVolatile pb v
GetOrdering p u
SetOrdering pu v
GetAtomicRMWBinOp p u
SetAtomicRMWBinOp pu v
GetAtomicSyncScopeID p u
SetAtomicSyncScopeID pu v
GetCmpXchgSuccessOrdering p u
GetCmpXchgFailureOrdering p u
GetWeak p b
SetWeak pb v
GetAllocatedType p p
GetGEPSourceElementType p p
GEPGetNoWrapFlags p u
GEPSetNoWrapFlags pu v
GetNumIndices p u
GetIndices p p
GetNumMaskElements p u
GetMaskValue pu b
GetInstructionCallConv p u
SetInstructionCallConv pu v
GetNumArgOperands p u
GetCalledFunctionType p p
GetCalledValue p p
GetTailCallKind p u
SetTailCallKind pu v
GetNumOperandBundles p u
GetNormalDest p p
GetUnwindDest p p
GetInlineAsmAsmString pp p
GetInlineAsmConstraintString pp p
GetInlineAsm pszszbbub p
IsConditional p b
GetCondition p p
SetCondition pp v
GetNumSuccessors p u
GetSuccessor pu p
SetSuccessor pup v
GetSwitchDefaultDest p p
GetSwitchCaseValue pu p
CountIncoming p u
GetIncomingValue pu p
GetIncomingBlock pu p
AddIncoming pppu v
GetMDKindIDInContext psu u
HasMetadata p b
GetMetadata pu p
SetMetadata pup v
InstructionGetAllMetadataOtherThanDebugLoc pp p
DisposeValueMetadataEntries p v
ValueMetadataEntriesGetKind pu u
ValueMetadataEntriesGetMetadata pu p
MetadataAsValue pp p
ValueAsMetadata p p
MDStringInContext2 psz p
MDNodeInContext2 ppz p
TemporaryMDNode ppz p
MetadataReplaceAllUsesWith pp v
ReplaceMDNodeOperandWith pup v
GetMDString pp p
GetMDNodeNumOperands p u
GetMDNodeOperands pp v
IsAMDNode p p
IsAMDString p p
IsAValueAsMetadata p p
GetMetadataKind p u
InstructionGetDebugLoc p p
InstructionSetDebugLoc pp v
DILocationGetLine p u
DILocationGetColumn p u
DILocationGetScope p p
DILocationGetInlinedAt p p
DIScopeGetFile p p
DIFileGetDirectory pp p
DIFileGetFilename pp p
DISubprogramGetLine p u
GetFirstDbgRecord p p
GetEnumAttributeKindForName sz u
CreateEnumAttribute puq p
CreateTypeAttribute pup p
CreateStringAttribute psusu p
GetEnumAttributeKind p u
GetEnumAttributeValue p q
GetTypeAttributeValue p p
GetStringAttributeKind pp p
GetStringAttributeValue pp p
IsEnumAttribute p b
IsStringAttribute p b
IsTypeAttribute p b
AddAttributeAtIndex pup v
GetAttributeCountAtIndex pu u
GetAttributesAtIndex pup v
GetEnumAttributeAtIndex puu p
GetStringAttributeAtIndex pusu p
RemoveEnumAttributeAtIndex puu v
RemoveStringAttributeAtIndex pusu v
AddCallSiteAttribute pup v
GetCallSiteAttributeCount pu u
GetCallSiteAttributes pup v
GetCallSiteEnumAttribute puu p
RemoveCallSiteEnumAttribute puu v
RemoveCallSiteStringAttribute pusu v
CreateBuilderInContext p p
DisposeBuilder p v
PositionBuilderBefore pp v
PositionBuilderAtEnd pp v
SetCurrentDebugLocation2 pp v
InsertIntoBuilder pp v
BuildRetVoid p p
BuildRet pp p
BuildBr pp p
BuildCondBr pppp p
BuildSwitch pppu p
AddCase ppp v
BuildUnreachable p p
BuildBinOp pupps p
BuildFNeg pps p
BuildAlloca pps p
BuildArrayAlloca ppps p
BuildLoad2 ppps p
BuildStore ppp p
BuildGEPWithNoWrapFlags ppppusu p
BuildCast pupps p
BuildICmp pupps p
BuildFCmp pupps p
BuildPhi pps p
BuildCall2 ppppus p
BuildInvoke2 ppppupps p
BuildSelect pppps p
BuildExtractValue ppus p
BuildInsertValue pppus p
BuildExtractElement ppps p
BuildInsertElement pppps p
BuildShuffleVector pppps p
BuildFreeze pps p
BuildFence pubs p
BuildAtomicRMW puppub p
BuildAtomicRMWSyncScope puppuu p
BuildAtomicCmpXchg ppppuub p
GetModuleDataLayout p p
StoreSizeOfType pp q
ABISizeOfType pp q
SizeOfTypeInBits pp q
ABIAlignmentOfType pp u
OffsetOfElement ppu q
CreatePassBuilderOptions - p
DisposePassBuilderOptions p v
PassBuilderOptionsSetVerifyEach pb v
PassBuilderOptionsSetLoopVectorization pb v
PassBuilderOptionsSetSLPVectorization pb v
PassBuilderOptionsSetLoopInterleaving pb v
PassBuilderOptionsSetLoopUnrolling pb v
RunPasses pspp p
GetErrorMessage p p
DisposeErrorMessage p v
InitializeX86TargetInfo - v
InitializeX86Target - v
InitializeX86TargetMC - v
InitializeX86AsmPrinter - v
InitializeX86AsmParser - v
GetTargetFromTriple spp b
CreateTargetMachine psssuuu p
DisposeTargetMachine p v
TargetMachineEmitToMemoryBuffer ppupp b
ParseCommandLineOptions bps v
"""


class _Api:
    """The library's functions by name; found and declared at their first use."""

    def __init__(self) -> None:
        self._table = {
            name: (parameters.strip("-"), result)
            for name, parameters, result in (line.split() for line in _DECLARATIONS.split("\n") if line)
        }
        self._library: ctypes.CDLL | None = None

    def load(self, path: Path) -> None:
        """Opens the library; a second call keeps the first one."""
        if self._library is None:
            self._library = ctypes.CDLL(str(path))
            self.ParseCommandLineOptions(2, (c_char_p * 2)(b"hcpy", _READ_AS_IT_IS), None)

    def bind_all(self) -> None:
        """Declares every function: a process that forks does it for its children."""
        for name in self._table:
            getattr(self, name)

    @property
    def is_loaded(self) -> bool:
        return self._library is not None

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in self._table:
            raise AttributeError(name)
        if self._library is None:
            from hcpy.tools import find_libllvm  # a process that was not told finds it as the driver does

            self.load(find_libllvm())
        function = getattr(self._library, f"LLVM{name}")
        parameters, result = self._table[name]
        function.argtypes = [_LETTERS[letter] for letter in parameters]
        function.restype = _LETTERS[result]
        setattr(self, name, function)
        return function  # type: ignore[no-any-return]


C = _Api()


def load(path: Path) -> None:
    """Opens libLLVM, before anything else of hcpy.ir is used."""
    C.load(path)


def load_for_children(path: Path) -> None:
    """The same for a process that forks: all functions are bound once."""
    C.load(path)
    C.bind_all()


def handles(items: Sequence[Any]) -> Any:
    """An array of the handles of wrapped objects."""
    return (c_void_p * len(items))(*[item.handle for item in items])


def sized_text(function: Callable[..., Any], *arguments: Any) -> str:
    """The result of a function that gives a pointer and stores the length."""
    return sized_bytes(function, *arguments).decode("utf-8", "surrogateescape")


def sized_bytes(function: Callable[..., Any], *arguments: Any, length: Any = c_size_t) -> bytes:
    size = length()
    start = function(*arguments, byref(size))
    return ctypes.string_at(start, size.value) if start else b""


def short_text(function: Callable[..., Any], *arguments: Any) -> str:
    """The same where the length is an `unsigned`."""
    return sized_bytes(function, *arguments, length=c_uint).decode("utf-8", "surrogateescape")


def taken_text(pointer: int) -> str:
    """A text that LLVM made for its caller, who disposes of it."""
    text = ctypes.string_at(pointer).decode("utf-8", "surrogateescape")
    C.DisposeMessage(pointer)
    return text


_encoded: dict[str, bytes] = {}


def encoded(text: str) -> bytes:
    """Kept for short ones: most are the names of values, which are asked for again and again."""
    found = _encoded.get(text)
    if found is None:
        found = text.encode("utf-8", "surrogateescape")
        if len(text) < _SHORT and len(_encoded) < _KEPT:
            _encoded[text] = found
    return found
