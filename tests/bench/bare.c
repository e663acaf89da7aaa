#include "bare.h"
#include "bench.h"

#include "core/base/dylib.h"
#include "core/fmi/fmi2-api.h"
#include "core/fmi/fmi3-api.h"
#include "core/fmi/fmu.h"

#include <stdlib.h>

/* As the master does it: steps between two saved states. */
#define STEPS_PER_SAVE 64
#define STOP_TIME (LS_BARE_N_STEPS * LS_BARE_STEP)

/* The functions of one FMU that a Jacobi loop calls: of one version. */
typedef struct
{
  LsFmu *fmu;
  LsDylib *library;
  void *instance;
  void *state;
  guint32 input, output;
  fmi2CallbackFunctions callbacks;
  fmi2SetRealTYPE *set_real;
  fmi2GetRealTYPE *get_real;
  fmi2DoStepTYPE *do_step;
  fmi2GetFMUstateTYPE *get_state;
  fmi3SetFloat64TYPE *set_float64;
  fmi3GetFloat64TYPE *get_float64;
  fmi3DoStepTYPE *do_step3;
  fmi3GetFMUStateTYPE *get_state3;
} Bare;

struct LsBare
{
  Bare pair[2];
  double *rows; /* LS_BARE_N_STEPS times: t, both outputs */
};

static void
ignore_message (fmi2ComponentEnvironment environment G_GNUC_UNUSED,
                fmi2String name G_GNUC_UNUSED,
                fmi2Status status G_GNUC_UNUSED,
                fmi2String category G_GNUC_UNUSED,
                fmi2String message G_GNUC_UNUSED,
                ...)
{
}

static void
ignore_message3 (fmi3InstanceEnvironment environment G_GNUC_UNUSED,
                 fmi3Status status G_GNUC_UNUSED,
                 fmi3String category G_GNUC_UNUSED,
                 fmi3String message G_GNUC_UNUSED)
{
}

#define FIND(self, name) ((name##TYPE *)ls_dylib_find ((self)->library, #name))

static gboolean
is_fmi3 (const Bare *self)
{
  return self->do_step3 != NULL;
}

static gboolean
load (Bare *self, const char *folder, const char *file, const char *input, GError **error)
{
  g_autofree char *path = g_build_filename (ls_bench_get_build (), folder, file, NULL);
  const LsDescription *description;
  g_autofree char *binary = NULL;

  if ((self->fmu = ls_fmu_open (path, error)) == NULL)
    return FALSE;
  description = ls_fmu_get_description (self->fmu);
  self->input = ls_description_find (description, input)->value_reference;
  self->output = ls_description_find (description, "population")->value_reference;
  binary = ls_fmu_find_binary (self->fmu, &description->co_simulation, error);
  if (binary == NULL || (self->library = ls_dylib_open (binary, error)) == NULL)
    return FALSE;
  self->set_real = FIND (self, fmi2SetReal);
  self->get_real = FIND (self, fmi2GetReal);
  self->do_step = FIND (self, fmi2DoStep);
  self->get_state = FIND (self, fmi2GetFMUstate);
  self->set_float64 = FIND (self, fmi3SetFloat64);
  self->get_float64 = FIND (self, fmi3GetFloat64);
  self->do_step3 = FIND (self, fmi3DoStep);
  self->get_state3 = FIND (self, fmi3GetFMUState);
  return TRUE;
}

static void
start2 (Bare *self, const char *name)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);
  g_autofree char *resources = ls_fmu_get_resource_uri (self->fmu);

  self->callbacks = (fmi2CallbackFunctions){ ignore_message, calloc, free, NULL, NULL };
  self->instance = FIND (self, fmi2Instantiate) (name, fmi2CoSimulation, description->guid,
                                                 resources, &self->callbacks, fmi2False, fmi2False);
  FIND (self, fmi2SetupExperiment) (self->instance, fmi2False, 0, 0, fmi2True, STOP_TIME);
  FIND (self, fmi2EnterInitializationMode) (self->instance);
  FIND (self, fmi2ExitInitializationMode) (self->instance);
}

static void
start3 (Bare *self, const char *name)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);

  self->instance = FIND (self, fmi3InstantiateCoSimulation) (
      name, description->guid, NULL, fmi3False, fmi3False, fmi3False, fmi3False, NULL, 0, NULL,
      ignore_message3, NULL);
  FIND (self, fmi3EnterInitializationMode) (self->instance, fmi3False, 0, 0, fmi3True, STOP_TIME);
  FIND (self, fmi3ExitInitializationMode) (self->instance);
}

static void
start (Bare *self, const char *name)
{
  (is_fmi3 (self) ? start3 : start2) (self, name);
}

static void
end (Bare *self)
{
  if (is_fmi3 (self))
    {
      FIND (self, fmi3Terminate) (self->instance);
      if (self->state != NULL)
        FIND (self, fmi3FreeFMUState) (self->instance, &self->state);
      FIND (self, fmi3FreeInstance) (self->instance);
      return;
    }
  FIND (self, fmi2Terminate) (self->instance);
  if (self->state != NULL)
    FIND (self, fmi2FreeFMUstate) (self->instance, &self->state);
  FIND (self, fmi2FreeInstance) (self->instance);
}

static void
unload (Bare *self)
{
  g_clear_pointer (&self->library, ls_dylib_close);
  g_clear_pointer (&self->fmu, ls_fmu_unref);
}

static void
keep_row (double row[3], guint step, const double y[2])
{
  row[0] = (step + 1) * LS_BARE_STEP;
  row[1] = y[0];
  row[2] = y[1];
}

static void
loop2 (Bare pair[2], gboolean saves, double *rows)
{
  double y[2];

  for (guint k = 0; k < 2; k++)
    pair[k].get_real (pair[k].instance, &pair[k].output, 1, &y[k]);
  for (guint i = 0; i < LS_BARE_N_STEPS; i++)
    {
      const double u[2] = { y[1], y[0] };

      for (guint k = 0; k < 2 && saves && i % STEPS_PER_SAVE == 0; k++)
        pair[k].get_state (pair[k].instance, &pair[k].state);
      for (guint k = 0; k < 2; k++)
        {
          pair[k].set_real (pair[k].instance, &pair[k].input, 1, &u[k]);
          pair[k].do_step (pair[k].instance, i * LS_BARE_STEP, LS_BARE_STEP, !saves);
          pair[k].get_real (pair[k].instance, &pair[k].output, 1, &y[k]);
        }
      keep_row (rows + 3 * i, i, y);
    }
}

static void
loop3 (Bare pair[2], gboolean saves, double *rows)
{
  double y[2];

  for (guint k = 0; k < 2; k++)
    pair[k].get_float64 (pair[k].instance, &pair[k].output, 1, &y[k], 1);
  for (guint i = 0; i < LS_BARE_N_STEPS; i++)
    {
      const double u[2] = { y[1], y[0] };

      for (guint k = 0; k < 2 && saves && i % STEPS_PER_SAVE == 0; k++)
        pair[k].get_state3 (pair[k].instance, &pair[k].state);
      for (guint k = 0; k < 2; k++)
        {
          fmi3Boolean event, terminate, early;
          fmi3Float64 reached;

          pair[k].set_float64 (pair[k].instance, &pair[k].input, 1, &u[k], 1);
          pair[k].do_step3 (pair[k].instance, i * LS_BARE_STEP, LS_BARE_STEP, !saves, &event,
                            &terminate, &early, &reached);
          pair[k].get_float64 (pair[k].instance, &pair[k].output, 1, &y[k], 1);
        }
      keep_row (rows + 3 * i, i, y);
    }
}

double
ls_bare_run (LsBare *self, gboolean saves)
{
  double begin, taken;

  start (&self->pair[0], "prey");
  start (&self->pair[1], "predator");
  begin = ls_bench_cpu_time ();
  (is_fmi3 (&self->pair[0]) ? loop3 : loop2) (self->pair, saves, self->rows);
  taken = ls_bench_cpu_time () - begin;
  end (&self->pair[0]);
  end (&self->pair[1]);
  return taken;
}

LsBare *
ls_bare_new (const char *folder, GError **error)
{
  g_autoptr (LsBare) self = g_new0 (LsBare, 1);

  self->rows = g_new (double, 3 * LS_BARE_N_STEPS);
  if (!load (&self->pair[0], folder, "prey.fmu", "predators", error)
      || !load (&self->pair[1], folder, "predator.fmu", "prey", error))
    return NULL;
  return g_steal_pointer (&self);
}

void
ls_bare_free (LsBare *self)
{
  unload (&self->pair[0]);
  unload (&self->pair[1]);
  g_free (self->rows);
  g_free (self);
}
