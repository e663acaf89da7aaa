/* lockstep methods --model: component x method. */
#include "cli/methods-model.h"

#include "cli/command.h"
#include "cli/json.h"

#include "core/coupling/coupling.h"
#include "core/model/pace.h"
#include "core/text/table.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

/* @infos: LsSystemInfo, in the order of the model */
typedef struct
{
  const LsModel *model;
  GPtrArray *infos;
} Systems;

static gboolean
read_systems (Systems *self, GError **error)
{
  for (guint i = 0; i < ls_model_get_n_components (self->model); i++)
    {
      LsSystemInfo *info = ls_system_info_probe (ls_model_get_component (self->model, i), error);

      if (info == NULL)
        return FALSE;
      g_ptr_array_add (self->infos, info);
    }
  return TRUE;
}

/* "yes", "no", or "instead" with a note below the table. */
static void
fill (const Systems *self, LsTable *table, GString *notes)
{
  for (guint m = 0; m < ls_coupling_method_get_n (); m++)
    {
      const LsCouplingMethod *method = ls_coupling_method_get (m);

      ls_table_set (table, 0, m + 1, g_strdup (ls_coupling_method_get_id (method)));
      for (guint i = 0; i < self->infos->len; i++)
        {
          const LsSystemInfo *info = g_ptr_array_index (self->infos, i);
          gboolean possible = TRUE;
          g_autofree char *instead = ls_coupling_method_explain (method, info, &possible);

          ls_table_set (table, i + 1, m + 1,
                        g_strdup (!possible         ? _ ("no")
                                  : instead != NULL ? _ ("instead")
                                                    : _ ("yes")));
          if (instead != NULL)
            g_string_append_printf (notes, "%s, %s: %s\n", ls_coupling_method_get_id (method),
                                    info->name, instead);
        }
    }
}

static void
append_missing (const LsSystemInfo *info, GString *text)
{
  for (guint k = 0; k < LS_N_CAPABILITIES; k++)
    if (!info->has[k])
      g_string_append_printf (text, _ ("%s has no %s: %s\n"), info->name,
                              ls_capability_name ((LsCapability)k),
                              info->reasons[k] != NULL ? info->reasons[k] : "–");
}

/* Source of polynomial inputs, unless the component supports them itself. */
static void
append_own_steps (const LsSystemInfo *info, GString *text)
{
  if (info->inner_steps == 0)
    g_string_append_printf (text,
                            _ ("%s takes up to %u steps in each macro step, as its inputs vary\n"),
                            info->name, LS_PACE_MOST_INNER);
  else if (info->inner_steps > 1)
    g_string_append_printf (text, _ ("%s takes %u steps in each macro step\n"), info->name,
                            info->inner_steps);
  if (info->own_step > 0.0)
    g_string_append_printf (text, _ ("%s has a step of its own: %g s\n"), info->name,
                            info->own_step);
  else if (isnan (info->own_step))
    g_string_append_printf (text, _ ("%s has a step of its own: several macro steps\n"),
                            info->name);
  if (info->step_degree == 0 && info->input_degree > 0 && info->n_in > 0)
    g_string_append_printf (text, _ ("%s holds its inputs at their mean on each of its steps\n"),
                            info->name);
}

static char *
explain_steps (const Systems *self)
{
  return ls_coupling_explain_steps ((const LsSystemInfo *const *)self->infos->pdata,
                                    self->infos->len);
}

static void
append_steps (const Systems *self, GString *text)
{
  g_autofree char *sentence = explain_steps (self);

  g_string_append_printf (text, "\n%s %s\n", _ ("Step size control with a tolerance:"), sentence);
  for (guint m = 0; m < ls_coupling_method_get_n (); m++)
    {
      const LsCouplingMethod *method = ls_coupling_method_get (m);

      if (ls_coupling_method_get_estimate (method) != NULL)
        /* Translators: method, by what its error is estimated. */
        g_string_append_printf (text, _ ("%s: %s.\n"), ls_coupling_method_get_id (method),
                                ls_coupling_method_get_estimate (method));
    }
}

static void
print_text (const Systems *self)
{
  g_autoptr (LsTable) table
      = ls_table_new (1 + ls_coupling_method_get_n (), 1 + self->infos->len, 1);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) notes = g_string_new (NULL);

  ls_table_set (table, 0, 0, g_strdup (_ ("Component")));
  for (guint i = 0; i < self->infos->len; i++)
    ls_table_set (table, i + 1, 0,
                  g_strdup (((LsSystemInfo *)g_ptr_array_index (self->infos, i))->name));
  fill (self, table, notes);
  ls_table_append_text (table, text);
  if (notes->len > 0)
    g_string_append_printf (text, "\n%s\n%s", _ ("What is done instead:"), notes->str);
  append_steps (self, text);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < self->infos->len; i++)
    {
      append_own_steps (g_ptr_array_index (self->infos, i), text);
      append_missing (g_ptr_array_index (self->infos, i), text);
    }
  fputs (text->str, stdout);
}

static void
add_component (LsJson *json, const LsSystemInfo *info)
{
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "name", info->name);
  ls_json_add_integer (json, "inputs", info->n_in);
  ls_json_add_integer (json, "outputs", info->n_out);
  ls_json_add_integer (json, "states", info->n_state);
  if (info->inner_steps == 0)
    ls_json_add_text (json, "inner_steps", "auto");
  else
    ls_json_add_integer (json, "inner_steps", info->inner_steps);
  if (info->own_step > 0.0)
    ls_json_add_real (json, "own_step", info->own_step);
  ls_json_add_text (json, "end_outputs", ls_end_way_id (info->end_way));
  ls_json_begin_array (json, "capabilities");
  for (guint k = 0; k < LS_N_CAPABILITIES; k++)
    {
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "id", ls_capability_id ((LsCapability)k));
      ls_json_add_text (json, "name", ls_capability_name ((LsCapability)k));
      ls_json_add_boolean (json, "present", info->has[k]);
      ls_json_add_text (json, "reason", info->reasons[k]);
      if (k == LS_CAPABILITY_POLYNOMIAL_INPUTS)
        {
          ls_json_add_integer (json, "degree", info->input_degree);
          ls_json_add_integer (json, "degree_of_each_step", info->step_degree);
        }
      ls_json_end (json);
    }
  ls_json_end (json);
  ls_json_end (json);
}

static void
add_cell (LsJson *json, const LsCouplingMethod *method, const LsSystemInfo *info)
{
  gboolean possible = TRUE;
  g_autofree char *instead = ls_coupling_method_explain (method, info, &possible);

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "name", info->name);
  ls_json_add_boolean (json, "possible", possible);
  ls_json_add_text (json, "instead", instead);
  ls_json_end (json);
}

static void
print_json (const Systems *self)
{
  g_autoptr (LsJson) json = ls_json_new ();
  g_autofree char *steps = explain_steps (self);

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "model", ls_model_get_name (self->model));
  ls_json_add_text (json, "steps", steps);
  ls_json_begin_array (json, "components");
  for (guint i = 0; i < self->infos->len; i++)
    add_component (json, g_ptr_array_index (self->infos, i));
  ls_json_end (json);
  ls_json_begin_array (json, "methods");
  for (guint m = 0; m < ls_coupling_method_get_n (); m++)
    {
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "id", ls_coupling_method_get_id (ls_coupling_method_get (m)));
      ls_json_add_text (json, "estimate",
                        ls_coupling_method_get_estimate (ls_coupling_method_get (m)));
      ls_json_begin_array (json, "components");
      for (guint i = 0; i < self->infos->len; i++)
        add_cell (json, ls_coupling_method_get (m), g_ptr_array_index (self->infos, i));
      ls_json_end (json);
      ls_json_end (json);
    }
  ls_json_end (json);
  ls_json_end (json);
  ls_json_print (json);
}

static int
print_systems (LsJob *job, gconstpointer user_data, GError **error)
{
  const gboolean *json = user_data;
  g_autoptr (GPtrArray) infos
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_system_info_free);
  Systems systems = { .model = job->model, .infos = infos };

  if (!read_systems (&systems, error))
    return 1;
  if (*json)
    print_json (&systems);
  else
    print_text (&systems);
  return 0;
}

int
ls_methods_print_model (const char *path, const LsJobOptions *options, gboolean json)
{
  return ls_job_do (path, options, print_systems, &json);
}
