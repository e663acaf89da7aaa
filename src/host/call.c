/* Calls of functions by address. Both calling conventions pass integers and addresses in one class
 * of registers and doubles in another, each in order, then integers on the stack in slots of 8
 * bytes; so one type of function serves for all that take no more of each than it has, in whatever
 * order. */
#include "host/host.h"

#include <fenv.h>
#include <string.h>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

typedef uint64_t (*Function) (uint64_t,
                              uint64_t,
                              uint64_t,
                              uint64_t,
                              uint64_t,
                              uint64_t,
                              uint64_t,
                              uint64_t,
                              uint64_t,
                              uint64_t,
                              uint64_t,
                              uint64_t,
                              double,
                              double,
                              double,
                              double);

/* Returns: the bit to be set if the call has changed how this thread computes, which is set back.
 */
static inline uint64_t
mend_floating_point (void)
{
#if defined(__SSE__)
  uint16_t x87;

  __asm__ volatile("fnstcw %0" : "=m"(x87));
  if (__builtin_expect ((_mm_getcsr () & ~0x3fu) == 0x1f80u && (x87 & 0xf3f) == 0x33f, 1))
    return 0;
  fesetenv (FE_DFL_ENV);
  return HOST_MENDED;
#else
  return 0;
#endif
}

static inline void
read_words (const HostCall *call, const uint64_t words[], uint64_t result, uint64_t out[])
{
  const uint64_t bases[4] = { 0, (uint64_t)(uintptr_t)host_request->data,
                              (uint64_t)(uintptr_t)host_response->data, result };
  uint32_t kinds = call->kinds;

  for (unsigned i = 0; i < call->n_words; i++, kinds >>= 2)
    out[i] = bases[kinds & 3] + words[i];
}

/* Initial values of outputs: the function need not write them. */
static inline void
put_starts (const HostCall *call, const uint64_t words[], const void *starts)
{
  uint32_t kinds = call->kinds;

  for (unsigned i = 0; i < call->n_words; i++, kinds >>= 2)
    if ((kinds & 3) == HOST_WORD_RESPONSE)
      {
        memcpy (host_response->data + words[i], starts, 8u * call->n_starts);
        return;
      }
}

static inline uint64_t
make_call (const HostCall *call, uint64_t before)
{
  const uint64_t *words = (const uint64_t *)(const void *)(call + 1);
  const double *reals = (const double *)(const void *)(words + call->n_words);
  uint64_t w[HOST_MAX_WORDS] = { 0 };
  double d[HOST_MAX_REALS] = { 0 };
  Function function;
  uint64_t result;

  read_words (call, words, before, w);
  for (unsigned i = 0; i < call->n_reals; i++)
    d[i] = reals[i];
  if (call->n_starts > 0)
    put_starts (call, words, reals + call->n_reals);
  if (call->function < HOST_N_FUNCTIONS)
    {
      result = host_find_own (call->function) (w[0], w[1], w[2], w[3], w[4]);
      /* Initialisers of a library compiled with -ffast-math change it. */
      if (call->function == HOST_LOAD || call->function == HOST_UNLOAD)
        mend_floating_point ();
      return result;
    }
  function = (Function)(uintptr_t)call->function;
  result = function (w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], d[0],
                     d[1], d[2], d[3]);
  if ((call->flags & HOST_CALL_STATUS) == 0)
    {
      mend_floating_point ();
      return result;
    }
  return (uint32_t)result | mend_floating_point ();
}

uint32_t
host_make_calls (void)
{
  const uint32_t n = host_request->n_calls;
  uint64_t result = 0;

  for (uint32_t i = 0; i < n; i++)
    {
      const HostCall *call
          = (const HostCall *)(const void *)(host_request->data + host_request->calls[i]);

      host_response->current = i;
      host_response->results[i] = result = make_call (call, result);
      if ((call->flags & HOST_CALL_STATUS) != 0 && (uint32_t)result > 1)
        return i + 1;
    }
  return n;
}
