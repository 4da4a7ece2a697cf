"""Contexts, modules, linking, target data, passes, code generators: functions of LLVM's C API for capi.py.

A line has the name without `LLVM`, a letter for each parameter and one for the result.
"""

DECLARATIONS = """
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
RunPassesOnFunction pspp p
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
