/* Structure of a model and the runs saved with it. */
#include "cli/command.h"
#include "cli/info.h"
#include "cli/json.h"

#include "core/base/number.h"
#include "core/model/bond.h"
#include "core/model/terminal-wires.h"
#include "core/ssp/ssp.h"
#include "core/run/run-history-file.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static double
get_end (const LsPastRun *run)
{
  const gsize n = ls_trace_get_n_rows (run->trace);

  return n > 0 ? ls_trace_get (run->trace, 0, n - 1) : NAN;
}

static void
add_run (LsJson *json, const LsPastRun *run)
{
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "name", run->name);
  ls_json_add_text (json, "note", run->note);
  ls_json_add_text (json, "origin", run->origin);
  ls_json_add_text (json, "method", run->method);
  ls_json_add_text (json, "state", run->state);
  ls_json_add_text (json, "reference", run->reference);
  ls_json_add_real (json, "step_size", run->step_size);
  ls_json_add_real (json, "stop_time", get_end (run));
  ls_json_add_integer (json, "samples", (gint64)ls_trace_get_n_rows (run->trace));
  ls_json_begin_object (json, "errors_percent");
  for (guint i = 1; i < ls_trace_get_n_columns (run->trace); i++)
    ls_json_add_real (json, ls_trace_get_name (run->trace, i), run->errors[i - 1]);
  ls_json_end (json);
  ls_json_end (json);
}

static void
add_ports (LsJson *json, const char *name, const GPtrArray *variables)
{
  ls_json_begin_array (json, name);
  for (guint i = 0; i < variables->len; i++)
    {
      const LsVariable *variable = variables->pdata[i];

      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "name", variable->name);
      ls_json_add_text (json, "type", ls_type_name (variable->type));
      ls_json_add_text (json, "unit", variable->unit_name);
      ls_json_end (json);
    }
  ls_json_end (json);
}

static void
add_component (LsJson *json, const LsModel *model, const LsComponent *component)
{
  g_autoptr (GPtrArray) inputs = ls_model_list_inputs (model, component);
  g_autoptr (GPtrArray) outputs = ls_model_list_outputs (model, component);

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "name", component->name);
  ls_json_add_text (json, "source", component->source);
  ls_json_add_text (json, "inner_steps", component->inner_steps);
  ls_json_add_text (json, "own_step", component->own_step);
  if (component->step_hint > 0.0)
    ls_json_add_real (json, "step_hint", component->step_hint);
  ls_json_add_text (json, "problem", component->fmu == NULL ? component->problem : NULL);
  add_ports (json, "inputs", inputs);
  add_ports (json, "outputs", outputs);
  ls_json_end (json);
}

static void
add_connection (LsJson *json, const LsModel *model, const LsConnection *connection)
{
  const LsComponent *from = ls_model_find_component (model, connection->from);
  const LsComponent *to = ls_model_find_component (model, connection->to);
  g_autofree char *output = g_strconcat (from->name, ".", connection->output, NULL);
  g_autofree char *input = g_strconcat (to->name, ".", connection->input, NULL);
  double factor, offset;

  ls_model_get_connection_transform (model, connection, &factor, &offset);
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "from", output);
  ls_json_add_text (json, "to", input);
  ls_json_add_real (json, "factor", factor);
  ls_json_add_real (json, "offset", offset);
  ls_json_end (json);
}

static void
add_bonds (LsJson *json, const LsModel *model, const char *name, const GArray *bonds)
{
  ls_json_begin_array (json, name);
  for (guint i = 0; i < bonds->len; i++)
    {
      const LsBond *bond = &g_array_index (bonds, LsBond, i);
      g_autofree char *effort = ls_model_name_bond_end (model, bond->effort);
      g_autofree char *flow = ls_model_name_bond_end (model, bond->flow);

      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "effort", effort);
      ls_json_add_text (json, "flow", flow);
      ls_json_end (json);
    }
  ls_json_end (json);
}

/* A wire between terminals and its connections, which are in the list of all, too. */
static void
add_terminal_wires (LsJson *json, const LsModel *model)
{
  g_autoptr (GArray) wires = ls_model_list_terminal_wires (model);

  ls_json_begin_array (json, "terminal_wires");
  for (guint i = 0; i < wires->len; i++)
    {
      const guint id = g_array_index (wires, guint, i);
      g_autoptr (GArray) members = ls_model_list_wire (model, id);
      g_autofree char *name = ls_model_describe_wire (model, ls_model_find_connection (model, id));

      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "name", name);
      ls_json_begin_array (json, "connections");
      for (guint k = 0; k < members->len; k++)
        add_connection (json, model,
                        ls_model_find_connection (model, g_array_index (members, guint, k)));
      ls_json_end (json);
      ls_json_end (json);
    }
  ls_json_end (json);
}

static void
add_parts (LsJson *json, const LsModel *model)
{
  g_auto (GStrv) signals = ls_model_list_output_signals (model);
  g_autoptr (GArray) bonds = ls_model_list_bonds (model);
  g_autoptr (GArray) possible = ls_model_list_possible_bonds (model);

  ls_json_begin_array (json, "components");
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    add_component (json, model, ls_model_get_component (model, i));
  ls_json_end (json);
  ls_json_begin_array (json, "connections");
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    add_connection (json, model, ls_model_get_connection (model, i));
  ls_json_end (json);
  add_terminal_wires (json, model);
  add_bonds (json, model, "power_bonds", bonds);
  add_bonds (json, model, "possible_power_bonds", possible);
  ls_json_begin_array (json, "signals");
  for (guint i = 0; signals[i] != NULL; i++)
    ls_json_add_text (json, NULL, signals[i]);
  ls_json_end (json);
}

static void
print_json (const LsModel *model, const GPtrArray *runs)
{
  g_autoptr (LsJson) json = ls_json_new ();
  g_autofree char *version = ls_ssp_get_version (model);

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "model", ls_model_get_name (model));
  ls_json_add_text (json, "ssp_version", version);
  add_parts (json, model);
  ls_json_begin_array (json, "saved_runs");
  for (guint i = 0; runs != NULL && i < runs->len; i++)
    add_run (json, g_ptr_array_index (runs, i));
  ls_json_end (json);
  ls_json_end (json);
  ls_json_print (json);
}

static void
print_run (const LsPastRun *run)
{
  char end[LS_NUMBER_SIZE], error[LS_NUMBER_SIZE];
  const char *signal;
  LsErrorFigure figure;

  /* Translators: name of a run, how it ended ("done"), time reached, number of samples. */
  g_print (_ ("  %s: %s, to t = %s s, %.0f samples"), run->name, run->state,
           ls_number_format_short (get_end (run), 5, end),
           (double)ls_trace_get_n_rows (run->trace));
  if (ls_past_run_get_figure (run, &figure, &signal))
    /* Translators: error in per cent, its signal. */
    g_print (figure.is_estimated ? _ (", estimated error %s %% (%s)") : _ (", error %s %% (%s)"),
             ls_number_format_short (figure.percent, LS_ERROR_DIGITS, error), signal);
  g_print ("%s%s\n", *run->note != '\0' ? "; " : "", run->note);
}

/* "x (m), v (m/s), n (Integer)" */
static char *
list_ports (const GPtrArray *variables)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < variables->len; i++)
    {
      const LsVariable *variable = variables->pdata[i];
      const char *what
          = variable->type != LS_TYPE_REAL ? ls_type_name (variable->type) : variable->unit_name;

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", variable->name);
      if (what != NULL && *what != '\0')
        g_string_append_printf (list, " (%s)", what);
    }
  return ls_command_make_printable (list->str, FALSE);
}

static void
print_component (const LsModel *model, const LsComponent *component)
{
  g_autoptr (GPtrArray) inputs = ls_model_list_inputs (model, component);
  g_autoptr (GPtrArray) outputs = ls_model_list_outputs (model, component);
  g_autofree char *in = list_ports (inputs);
  g_autofree char *out = list_ports (outputs);
  g_autofree char *line
      = g_strdup_printf ("%s: %s", component->name,
                         component->fmu == NULL && component->problem != NULL ? component->problem
                         : component->source != NULL                          ? component->source
                                                                              : "");
  g_autofree char *shown = ls_command_make_printable (line, FALSE);

  g_print ("%s\n", shown);
  if (*in != '\0')
    g_print (_ ("  inputs: %s\n"), in);
  if (*out != '\0')
    g_print (_ ("  outputs: %s\n"), out);
  if (component->inner_steps != NULL)
    g_print (_ ("  steps in each macro step: %s\n"), component->inner_steps);
  if (component->own_step != NULL)
    g_print (_ ("  step of its own: %s\n"), component->own_step);
  else if (component->step_hint > 0.0)
    g_print (_ ("  step that the file suggests: %g s\n"), component->step_hint);
}

static void
print_connections (const LsModel *model)
{
  if (ls_model_get_n_connections (model) > 0)
    g_print (_ ("Connections:\n"));
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (model, i);
      g_autofree char *text = ls_model_describe_connection (model, connection);
      g_autofree char *way = ls_model_describe_transform (model, connection);
      g_autofree char *shown = ls_command_make_printable (text, FALSE);

      g_print ("  %s%s%s\n", shown, way != NULL ? ": " : "", way != NULL ? way : "");
    }
}

static void
print_terminal_wires (const LsModel *model)
{
  g_autoptr (GArray) wires = ls_model_list_terminal_wires (model);

  if (wires->len > 0)
    g_print ("%s\n", _ ("Wires between terminals:"));
  for (guint i = 0; i < wires->len; i++)
    {
      const guint id = g_array_index (wires, guint, i);
      g_autoptr (GArray) members = ls_model_list_wire (model, id);
      g_autofree char *text = ls_model_describe_wire (model, ls_model_find_connection (model, id));
      g_autofree char *shown = ls_command_make_printable (text, FALSE);

      g_print (
          g_dngettext (GETTEXT_PACKAGE, "  %s: %u member\n", "  %s: %u members\n", members->len),
          shown, members->len);
    }
}

static void
print_bond_list (const LsModel *model, const GArray *bonds, const char *heading)
{
  if (bonds->len > 0)
    g_print ("%s\n", heading);
  for (guint i = 0; i < bonds->len; i++)
    {
      const LsBond *bond = &g_array_index (bonds, LsBond, i);
      g_autofree char *effort
          = ls_model_describe_connection (model, ls_model_find_connection (model, bond->effort));
      g_autofree char *flow
          = ls_model_describe_connection (model, ls_model_find_connection (model, bond->flow));
      /* Translators: two connections. */
      g_autofree char *text = g_strdup_printf (_ ("effort %s, flow %s"), effort, flow);
      g_autofree char *shown = ls_command_make_printable (text, FALSE);

      g_print ("  %s\n", shown);
    }
}

static void
print_bonds (const LsModel *model)
{
  g_autoptr (GArray) marked = ls_model_list_bonds (model);
  g_autoptr (GArray) possible = ls_model_list_possible_bonds (model);

  print_bond_list (model, marked, _ ("Power bonds:"));
  print_bond_list (model, possible, _ ("Possible power bonds, by their units:"));
}

static void
print_signals (const LsModel *model)
{
  g_auto (GStrv) signals = ls_model_list_output_signals (model);
  g_autofree char *list = g_strjoinv (", ", signals);
  g_autofree char *shown = ls_command_make_printable (list, FALSE);

  if (signals[0] == NULL)
    return;
  g_print (_ ("Signals, for --signal: %s\n"), shown);
  g_print (_ ("Other variables of a component (lockstep info FILE.fmu) are called "
              "COMPONENT.VARIABLE.\n"));
}

static void
print_text (const LsModel *model, const GPtrArray *runs)
{
  g_autofree char *version = ls_ssp_get_version (model);

  g_print (_ ("%s: %u components, %u connections\n"), ls_model_get_name (model),
           ls_model_get_n_components (model), ls_model_get_n_connections (model));
  if (version != NULL)
    g_print (_ ("Format: SSP %s\n"), version);
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    print_component (model, ls_model_get_component (model, i));
  print_connections (model);
  print_terminal_wires (model);
  print_bonds (model);
  print_signals (model);
  if (runs == NULL || runs->len == 0)
    g_print (_ ("No runs are saved with it.\n"));
  else
    g_print (_ ("Runs saved with it, in %s:\n"), LS_MODEL_RESULTS);
  for (guint i = 0; runs != NULL && i < runs->len; i++)
    print_run (g_ptr_array_index (runs, i));
}

gboolean
ls_info_print_model (const char *path, gboolean json, GError **error)
{
  g_autoptr (LsModel) model = ls_ssp_read (path, error);
  g_autoptr (GError) problem = NULL;
  g_autoptr (GPtrArray) runs = NULL;

  if (model == NULL)
    return FALSE;
  runs = ls_run_history_load (model, &problem);
  if (problem != NULL)
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&problem), "%s: ", path);
      return FALSE;
    }
  if (json)
    print_json (model, runs);
  else
    print_text (model, runs);
  return TRUE;
}
