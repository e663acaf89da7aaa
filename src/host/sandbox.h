/* What an FMU may not do, by the kernel, without the rights of an administrator. */
#pragma once

#include "host/protocol.h"

/* From now on, for this process and all its threads: as far as the kernel can; what holds is in
 * HostResponse.sandbox. */
void host_sandbox_enter (void);

/* Tells the core that the FMU tried something that is denied. @path: (nullable) */
void host_note_denial (HostDenial what, const char *path);
