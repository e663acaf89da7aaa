/* Parts of the helper process. */
#pragma once

#include "host/clocks.h"
#include "host/inputs.h"
#include "host/protocol.h"

#include <stddef.h>

/* The areas, mapped before anything else; never changed. */
extern const HostRequest *host_request;
extern HostResponse *host_response;

/* Waits while *@word is @old, at most @timeout ms (negative: for ever); may return early. */
void host_futex_wait (const uint32_t *word, uint32_t old, int timeout);
void host_futex_wake (const uint32_t *word);

/* call.c: makes the calls of the message; results go to the response. Returns: how many were made */
uint32_t host_make_calls (void);

/* own.c: a HostFunction */
typedef uint64_t (*HostOwn) (uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e);
HostOwn host_find_own (uint64_t function);

/* ring.c: appends a message for the core. On the main thread within a call it waits for room. */
void host_ring_write (HostMessageKind kind, uint64_t environment, int status, double value,
                      const char *category, const char *text);
void host_ring_init (void);

/* callbacks.c */
void *host_make_callbacks (uint64_t environment, int asynchronous);
uint64_t host_get_callback (HostCallback which);
/* Copies @from to @to, or to memory of its own. Returns: the copy; NULL: no memory */
HostInputs *host_take_inputs (const HostInputs *from, HostInputs *to);

/* partitions.c: Scheduled Execution */
int  host_clocks_take (const HostClocks *from);
/* Called by FMUs, with a number as environment. */
void host_clocks_update (void *environment);
void host_clocks_lock (void);
void host_clocks_unlock (void);

/* record.c: from now on deaths by signals and by exit() leave a record. */
void host_record_init (void);
/* Ends the process without a record. */
_Noreturn void host_leave (int status);
