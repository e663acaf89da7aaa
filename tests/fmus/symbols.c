/* An FMU that brings functions with names of well-known libraries, which it calls by their public
 * names as code does that was linked for the purpose: `solver` and `packer` give what its own
 * functions give, `inner_solver` and `inner_packer` what those of a second library do that lies
 * beside it. Answered by others' functions they are something else. */
#include "model.h"

#include "symbols-inner.h"

#define EXPORT __attribute__ ((visibility ("default")))

/* Of SUNDIALS and of zlib, which this program has too. */
EXPORT int CVode (void *memory, double end, void *y, double *t, int task);
EXPORT int inflate (void *stream, int flush);

int
CVode (void *memory, double end, void *y, double *t, int task)
{
  (void)memory, (void)end, (void)y, (void)t, (void)task;
  return 4711;
}

int
inflate (void *stream, int flush)
{
  (void)stream, (void)flush;
  return 4712;
}

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_OUTPUT },
  { .reference = 2, .role = FMU_OUTPUT, .index = 1 },
  { .reference = 3, .role = FMU_OUTPUT, .index = 2 },
  { .reference = 4, .role = FMU_OUTPUT, .index = 3 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  (void)at;
  y[0] = CVode (NULL, 0, NULL, NULL, 0);
  y[1] = inflate (NULL, 0);
  y[2] = symbols_inner_solve ();
  y[3] = symbols_inner_pack ();
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  (void)at, (void)j;
}

const FmuModel fmu_model = {
  .name = "symbols",
  .guid = "{9f8b2f36-6f06-4f6e-8e4a-3f0a8f0d6b11}",
  FMU_TABLE (reals),
  .n_y = 4,
  .outputs = outputs,
  .jacobian = jacobian,
};
