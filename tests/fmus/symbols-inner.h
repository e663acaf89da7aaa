/* The second library of the FMU symbols. */
#pragma once

/* What its own KINSol() and deflate() give. */
int symbols_inner_solve (void);
int symbols_inner_pack (void);
