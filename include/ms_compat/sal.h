// Microsoft's annotations of parameters: for its own checkers only.
#ifndef HCPY_MS_COMPAT_SAL_H
#define HCPY_MS_COMPAT_SAL_H

#define _In_
#define _In_opt_
#define _In_z_
#define _In_reads_(n)
#define _In_reads_bytes_(n)
#define _In_range_(a, b)
#define _Inout_
#define _Inout_opt_
#define _Inout_updates_(n)
#define _Out_
#define _Out_opt_
#define _Out_writes_(n)
#define _Out_writes_bytes_(n)
#define _Outptr_
#define _Ret_maybenull_
#define _Ret_notnull_
#define _Check_return_
#define _Must_inspect_result_
#define _Pre_
#define _Post_
#define _Success_(x)
#define _Use_decl_annotations_
#define _Analysis_assume_(x) ((void)0)

#endif
