/* The implementation that a component of a model calls for. */
#include "core/system/system-clocked.h"
#include "core/system/system-fmu.h"
#include "core/system/system-paced.h"

static LsSystemMakeFunc maker;
static gpointer maker_data;

void
ls_system_set_maker (LsSystemMakeFunc make, gpointer user_data)
{
  maker = make;
  maker_data = user_data;
}

LsSystem *
ls_system_new (const LsComponent *component,
               double start_time,
               double stop_time,
               double tolerance,
               LsLog *log,
               GError **error)
{
  if (maker != NULL)
    return maker (component, start_time, stop_time, tolerance, log, maker_data, error);
  return ls_system_new_here (component, start_time, stop_time, tolerance, log, error);
}

LsSystem *
ls_system_new_here (const LsComponent *component,
                    double start_time,
                    double stop_time,
                    double tolerance,
                    LsLog *log,
                    GError **error)
{
  LsSystem *self;
  LsPace pace;

  if (!ls_component_get_pace (component, &pace, error))
    return NULL;
  if (ls_component_uses_model_exchange (component))
    self = ls_system_me_new (component, start_time, stop_time, tolerance, log, error);
  else
    self = ls_system_cs_new (component, start_time, stop_time, tolerance, log, error);
  if (self == NULL || pace.kind == LS_PACE_MACRO)
    return self;
  return pace.kind == LS_PACE_INNER ? ls_system_paced_new (self, &pace)
                                    : ls_system_clocked_new (self, &pace);
}
