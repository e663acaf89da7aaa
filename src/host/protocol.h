/* What the core and a helper process share: two memory areas of fixed size, each written by one side
 * only, and the form of the calls in them. C library only.
 *
 * A message is a list of calls of C functions, given by address, with arguments that are numbers or
 * arrays inside the areas; the answer is the list of their results. The helper knows how functions
 * are called on this machine, not what the FMI standard says, so the areas are the same for all
 * versions of it. */
#pragma once

#include <stdint.h>

#if !defined(__x86_64__) && !defined(__aarch64__)
#error "the helper knows the calling conventions of x86-64 and AArch64 only"
#endif

#define HOST_MAGIC 0x54534f484b434f4cu /* "LOCKHOST" */
/* HOST_DIGEST: host/digest.h, another one if anything of the headers of both sides is other. */
#define HOST_VERSION "lockstep-host " LS_VERSION " " HOST_DIGEST

/* Exit status of a helper that is of another version. */
#define HOST_IS_ANOTHER 3

/* Descriptors of the areas in the helper when it starts. */
#define HOST_REQUEST_FD 3
#define HOST_RESPONSE_FD 4

#define HOST_MAX_CALLS 4096u
#define HOST_MAX_WORDS 12u
#define HOST_MAX_REALS 4u
#define HOST_MAX_STARTS 2u
#define HOST_RING_SIZE 65536u
#define HOST_TEXT_SIZE 256u
#define HOST_FOLDERS_SIZE 65536u

/* How a word of a call is to be read: two bits each in HostCall.kinds. */
typedef enum
{
  HOST_WORD_VALUE,
  HOST_WORD_REQUEST,  /* offset into HostRequest.data: an address */
  HOST_WORD_RESPONSE, /* offset into HostResponse.data: an address */
  HOST_WORD_RESULT    /* the result of the call before */
} HostWord;

/* HostCall.flags */
#define HOST_CALL_STATUS 1u /* gives a status of the FMI standard: above Warning the message ends */

/* Followed by @n_words integers or addresses and @n_reals doubles, in the order of the parameters of
 * each class, and @n_starts initial values of eight bytes each, which are copied before the call to
 * the first address in the response. @function: an address, or a HostFunction. */
typedef struct
{
  uint64_t function;
  uint32_t kinds;
  uint8_t n_words, n_reals, flags, n_starts;
} HostCall;

/* Functions of the helper itself, callable like those of an FMU. */
typedef enum
{
  HOST_NOTHING,
  HOST_LOAD,      /* int (const char *path, const char *lent, void **library, char *error, size_t) */
  HOST_FIND,      /* int (void *library, const char *names, size_t n, void **addresses) */
  HOST_UNLOAD,    /* int (void *library) */
  HOST_CALLBACKS, /* void *(uint64_t environment, int asynchronous): fmi2CallbackFunctions */
  HOST_CALLBACK,  /* uint64_t (HostCallback): its address */
  HOST_INPUTS,    /* void *(const HostInputs *, void *): copied to the memory, or to new one */
  HOST_CLOCKS,    /* int (const HostClocks *): copied; of an instance that has none yet */
  HOST_ALLOCATE,  /* void *(size_t) */
  HOST_FREE,      /* void (void *) */
  HOST_COPY,      /* void (void *to, const void *from, size_t) */
  /* const char **(const char *texts, size_t n, const size_t *sizes): released by HOST_FREE; sizes
   * of binary values; NULL: texts with their nulls */
  HOST_POINTERS,
  /* size_t (const char *const *, size_t n, char *texts, size_t, const size_t *sizes): bytes needed */
  HOST_TEXTS,
  HOST_TEXT,      /* void (const char *, char *text, size_t) */
  HOST_QUIT,      /* void (void): leaves by exit() */
  HOST_N_FUNCTIONS
} HostFunction;

/* Callbacks of FMI 3.0. */
typedef enum
{
  HOST_LOG_MESSAGE,
  HOST_INTERMEDIATE_UPDATE,
  HOST_CLOCK_UPDATE,
  HOST_LOCK_PREEMPTION,
  HOST_UNLOCK_PREEMPTION
} HostCallback;

/* HostResponse.phase */
typedef enum
{
  HOST_STARTING,
  HOST_IDLE,
  HOST_BUSY,
  HOST_LEAVING
} HostPhase;

/* HostRecord.cause */
typedef enum
{
  HOST_NO_RECORD,
  HOST_SIGNAL, /* @number: the signal */
  HOST_EXIT,   /* @number: the status; @symbol: the function called */
  HOST_STOPPED /* asked where it is by the core */
} HostCause;

/* HostRequest.permissions */
#define HOST_ALLOW_NETWORK 1u
#define HOST_ALLOW_PROGRAMS 2u
#define HOST_ALLOW_FILES 4u
#define HOST_ALLOW_ALL 8u /* no sandbox */
#define HOST_READ_LIBRARIES 16u /* of files of the system nothing else; larger files are written */

/* HostResponse.sandbox: what holds */
#define HOST_HOLDS_FILES 1u   /* Landlock */
#define HOST_HOLDS_CALLS 2u   /* a filter of system calls: network, programs, processes */
#define HOST_HOLDS_TCP 4u     /* Landlock from version 4 */
#define HOST_HOLDS_SIGNALS 8u /* Landlock from version 6 */

/* Bits of HostResponse.denied: what an FMU has tried. */
typedef enum
{
  HOST_DENIED_NETWORK,
  HOST_DENIED_PROGRAM,
  HOST_DENIED_FILE,
  HOST_DENIED_PROCESS, /* signals to others, their memory */
  HOST_DENIED_SYSTEM,
  HOST_N_DENIALS
} HostDenial;

/* Where a helper was when it died, written by its signal handler. */
typedef struct
{
  uint32_t cause;
  int32_t number, code;
  uint32_t call; /* index in the message */
  uint32_t no_memory; /* the limit of the address space was all but reached */
  uint64_t address, offset;
  char symbol[HOST_TEXT_SIZE], module[HOST_TEXT_SIZE]; /* "" if unknown */
} HostRecord;

/* In HostResponse.ring, in multiples of 8 bytes; followed by category and text, each with a null. */
typedef struct
{
  uint32_t size; /* of all */
  int32_t status;
  uint64_t environment;
  uint32_t kind, unused;
  double value;
} HostMessage;

typedef enum
{
  HOST_MESSAGE_LOG,
  HOST_MESSAGE_STEP_FINISHED,
  HOST_MESSAGE_INPUTS, /* setting inputs in an intermediate update was not OK */
  HOST_MESSAGE_TICK,     /* @status: which of HostClocks.n_outs has ticked */
  HOST_MESSAGE_INTERVAL, /* @status: which of HostClocks.n_countdowns ticks @value s from now */
  HOST_MESSAGE_CLOCKS    /* asking for them was not OK; category: the function */
} HostMessageKind;

/**
 * HostRequest: written by the core, read-only for the helper.
 * @word: number of the last message, times 2; the helper waits for it. Written at once with @n_calls:
 * who waits asks for this line of the cache over and over again, and each write costs a way there
 * @sleeping: the core may be waiting by futex
 * @spin: how long the helper waits before it sleeps, pauses of the processor
 * @taken: bytes of the ring that have been read
 * @calls: offsets of HostCall in @data
 */
typedef struct
{
  uint64_t magic;
  char version[64];
  uint64_t request_size, response_size; /* of the areas */
  int32_t parent;
  uint32_t permissions;
  uint64_t memory_limit; /* bytes that may be written to, without the areas and files */
  char scratch[HOST_TEXT_SIZE * 4]; /* may be written; the working folder */
  char folders[HOST_FOLDERS_SIZE];  /* may be read: texts, each with its null; "": the end */
  char writable[HOST_TEXT_SIZE * 16]; /* may be read and written; the same */
  _Alignas (64) uint32_t word;
  uint32_t n_calls;
  uint32_t sleeping;
  uint32_t spin;
  _Alignas (64) uint64_t taken;
  _Alignas (64) uint32_t calls[HOST_MAX_CALLS];
  _Alignas (64) unsigned char data[];
} HostRequest;

/**
 * HostResponse: written by the helper and by the FMU in it, so nothing in it can be trusted.
 * @word: HostRequest.word of the last answer; one less: the ring is full. Written at once with @n_done
 * @sleeping: the helper may be waiting by futex
 * @written: bytes written to the ring so far
 * @lost: messages for which there was no room
 * @results: of the calls; of a status, bit 32: the floating-point control was set back after it
 */
typedef struct
{
  _Alignas (64) uint32_t word;
  uint32_t n_done; /* calls made for it */
  uint32_t sleeping;
  uint32_t lost;
  uint32_t sandbox; /* what holds of it */
  uint32_t denied;  /* what was tried, bits */
  uint64_t written;
  _Alignas (64) uint32_t phase; /* what the core looks at only when the helper has ended */
  uint32_t current; /* index of the call being made */
  _Alignas (64) HostRecord record;
  char denied_path[HOST_TEXT_SIZE * 4];
  _Alignas (64) unsigned char ring[HOST_RING_SIZE];
  _Alignas (64) uint64_t results[HOST_MAX_CALLS];
  _Alignas (64) unsigned char data[];
} HostResponse;

#define HOST_MENDED (UINT64_C (1) << 32)

typedef uint64_t __attribute__ ((may_alias)) HostBoth;

/* @word and what follows it, in one. */
static inline void
host_write_word (uint32_t *word, uint32_t number, uint32_t more)
{
  __atomic_store_n ((HostBoth *)(void *)word, number | (uint64_t)more << 32, __ATOMIC_SEQ_CST);
}
