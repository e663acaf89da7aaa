/* What the reader may not do. */
#pragma once

/* From now on no files but libraries, no network, no programs, little memory; only the system calls
 * that reading takes. */
void reader_confine (void);
