/* JSON functions shared by the commands. */
#include "cli/json.h"

#include <stdio.h>

void
ls_json_add_counts (LsJson *json, const LsHybridCounts *counts)
{
  ls_json_begin_object (json, "counts");
  ls_json_add_integer (json, "steps", (gint64)counts->ode.steps);
  ls_json_add_integer (json, "rejected_steps", (gint64)counts->ode.rejected);
  ls_json_add_integer (json, "evaluations", (gint64)counts->ode.evaluations);
  ls_json_add_integer (json, "jacobians", (gint64)counts->ode.jacobians);
  ls_json_add_integer (json, "indicators", (gint64)counts->indicators);
  ls_json_add_integer (json, "events", (gint64)counts->events);
  ls_json_add_integer (json, "state_events", (gint64)counts->state_events);
  ls_json_add_integer (json, "time_events", (gint64)counts->time_events);
  ls_json_add_integer (json, "step_events", (gint64)counts->step_events);
  ls_json_add_integer (json, "input_events", (gint64)counts->external_events);
  ls_json_end (json);
}

void
ls_json_print (const LsJson *json)
{
  g_autofree char *text = ls_json_to_text (json);

  fputs (text, stdout);
}
