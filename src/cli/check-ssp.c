/* lockstep check, of models and their parameter files: schema, connections, what methods and
 * platforms need. */
#include "cli/check-files.h"

#include "core/coupling/coupling.h"
#include "core/fmi/finding.h"
#include "core/model/bond.h"
#include "core/model/feed-through.h"
#include "core/run/run.h"
#include "core/ssp/ssp.h"
#include "core/ssp/ssp-schema.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
ls_file_add_failure (GPtrArray *findings, const char *path, GError *error)
{
  LsFinding *finding = g_new0 (LsFinding, 1);
  const char *message = error->message, *colon;

  if (g_str_has_prefix (message, path) && (colon = strchr (message + strlen (path), ':')) != NULL)
    {
      char *end;

      message = colon + 1;
      finding->line = (int)g_ascii_strtoull (message, &end, 10);
      message = finding->line > 0 && *end == ':' ? end + 1 : message;
    }
  finding->level = LS_FINDING_ERROR;
  finding->rule = "readable";
  finding->message = g_strdup (message + strspn (message, " "));
  g_ptr_array_add (findings, finding);
  g_error_free (error);
}

static void
add_remark (GPtrArray *findings, const LsRemark *remark)
{
  LsFinding *finding = g_new0 (LsFinding, 1);

  finding->level = remark->error || remark->schema ? LS_FINDING_ERROR
                   : remark->info                  ? LS_FINDING_NOTE
                                                   : LS_FINDING_WARNING;
  finding->rule = remark->schema ? "ssp-schema" : "ssp";
  finding->line = (int)remark->line;
  finding->message = g_strdup (remark->text);
  g_ptr_array_add (findings, finding);
}

/* Algebraic loops are solved at the start and make some methods diverge: a note, not an error. */
static void
add_loops (GPtrArray *findings, const LsModel *model)
{
  g_autoptr (LsFeed) feed = ls_feed_new (model);

  for (guint i = 0; i < feed->loops->len; i++)
    {
      LsFinding *finding = g_new0 (LsFinding, 1);

      finding->level = LS_FINDING_NOTE;
      finding->rule = "algebraic-loop";
      finding->subject = g_strdup (feed->loops->pdata[i]);
      finding->message
          = g_strdup (_ ("these outputs depend on each other without delay: an algebraic loop"));
      g_ptr_array_add (findings, finding);
    }
}

/* Pairs of connections whose units multiply to a power and that are not marked as a power bond. */
static void
add_bonds (GPtrArray *findings, const LsModel *model)
{
  g_autoptr (GArray) possible = ls_model_list_possible_bonds (model);

  for (guint i = 0; i < possible->len; i++)
    {
      const LsBond *bond = &g_array_index (possible, LsBond, i);
      g_autofree char *effort = ls_model_name_bond_end (model, bond->effort);
      g_autofree char *flow = ls_model_name_bond_end (model, bond->flow);
      g_autofree char *subject = g_strdup_printf ("%s, %s", effort, flow);
      g_autofree char *element
          = g_markup_printf_escaped ("<bond effort=\"%s\" flow=\"%s\"/>", effort, flow);

      ls_finding_add (findings, LS_FINDING_NOTE, "power-bond", 0, subject,
                      /* Translators: element of the model file. */
                      _ ("effort and flow by their units: can be marked as a power bond beside the "
                         "diagram (Power bond with) or by %s in the experiment of the model's "
                         "annotation"),
                      element);
    }
}

/* (nullable) */
static const LsVariable *
find_end (const LsModel *model, guint component, const char *name)
{
  const LsComponent *owner = ls_model_find_component (model, component);

  return owner != NULL ? ls_component_find_variable (owner, name) : NULL;
}

/* Connections between Reals with an end that is declared discrete: what is continuous all the same,
 * as vendors declare it, is coupled worse than it could be. */
static void
add_discrete (GPtrArray *findings, const LsModel *model)
{
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (model, i);
      const LsVariable *output = find_end (model, connection->from, connection->output);
      const LsVariable *input = find_end (model, connection->to, connection->input);
      g_autofree char *subject = NULL;
      gboolean first;

      if (output == NULL || input == NULL || output->type != LS_TYPE_REAL
          || input->type != LS_TYPE_REAL
          || (output->variability != LS_VARIABILITY_DISCRETE
              && input->variability != LS_VARIABILITY_DISCRETE))
        continue;
      first = output->variability == LS_VARIABILITY_DISCRETE;
      subject = g_strdup_printf (
          "%s.%s", ls_model_find_component (model, first ? connection->from : connection->to)->name,
          first ? output->name : input->name);
      ls_finding_add (
          findings, LS_FINDING_NOTE, "discrete", 0, subject,
          _ ("declared discrete: excluded from balance and from the correction of direct "
             "feed-through, and held over each step by most methods. Correct only if it "
             "changes at samples; otherwise ask the vendor to declare it continuous"));
    }
}

/* Missing capabilities of components for a method of the experiment, and its fallback. */
static void
add_instead (GPtrArray *findings, const LsModel *model, const LsMethodChoice *choice)
{
  g_autoptr (LsRun) run = ls_run_new (model, choice, 0.0, 1.0, 1.0, NULL, NULL);

  for (guint i = 0; run != NULL && i < ls_run_get_n_components (run); i++)
    {
      const char *name;
      g_autofree char *instead = ls_run_explain_component (run, i, &name);
      g_autofree char *method = instead != NULL ? ls_method_choice_to_text (choice) : NULL;

      if (instead != NULL)
        ls_finding_add (findings, LS_FINDING_NOTE, "capability", 0, method, "%s: %s", name,
                        instead);
    }
}

/* Invalid methods of the experiment. */
static void
add_methods (GPtrArray *findings, const LsModel *model)
{
  const LsExperiment *experiment = ls_model_get_experiment ((LsModel *)model);

  for (guint i = 0; i < experiment->methods->len; i++)
    {
      g_autoptr (GError) error = NULL;
      LsFinding *finding;

      if (ls_coupling_method_check_choice (experiment->methods->pdata[i], model, &error))
        {
          add_instead (findings, model, experiment->methods->pdata[i]);
          continue;
        }
      finding = g_new0 (LsFinding, 1);
      finding->level = LS_FINDING_ERROR;
      finding->rule = "experiment";
      finding->subject = ls_method_choice_to_text (experiment->methods->pdata[i]);
      finding->message = g_strdup (error->message);
      g_ptr_array_add (findings, finding);
    }
}

/* FMUs of the model without a binary that can be loaded here. */
static void
add_platforms (GPtrArray *findings, const LsModel *model)
{
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      const LsDescription *description
          = component->fmu != NULL ? ls_fmu_get_description (component->fmu) : NULL;
      const LsInterface *interface = NULL;
      const char *message, *path;
      g_autofree char *binary = NULL;
      g_autoptr (GError) error = NULL;

      if (description != NULL)
        interface = description->co_simulation.present ? &description->co_simulation
                                                       : &description->model_exchange;
      if (interface == NULL || !interface->present
          || (binary = ls_fmu_find_binary (component->fmu, interface, &error)) != NULL)
        continue;
      message = error->message;
      path = ls_fmu_get_path (component->fmu);
      /* The path is a temporary folder if the FMU is in an archive. */
      if (g_str_has_prefix (message, path) && g_str_has_prefix (message + strlen (path), ": "))
        message += strlen (path) + 2;
      ls_finding_add (findings, LS_FINDING_ERROR, "ssp-binary", (int)component->line, NULL,
                      "%s: %s: %s", component->name, component->source, message);
    }
}

GPtrArray *
ls_file_check_ssp (const char *path, GError **error)
{
  GError *local_error = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (LsModel) model = ls_ssp_read_checked (path, &faults, &local_error);
  g_autoptr (GPtrArray) problems = NULL;
  GPtrArray *findings;

  if (model == NULL && (faults == NULL || faults->len == 0))
    {
      g_propagate_error (error, local_error);
      return NULL;
    }
  problems = model != NULL ? ls_model_list_problems (model) : g_steal_pointer (&faults);
  findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
  for (guint i = 0; i < problems->len; i++)
    add_remark (findings, problems->pdata[i]);
  if (model != NULL)
    {
      add_platforms (findings, model);
      add_methods (findings, model);
      add_loops (findings, model);
      add_bonds (findings, model);
      add_discrete (findings, model);
    }
  else
    ls_file_add_failure (findings, path, local_error);
  return findings;
}

GPtrArray *
ls_file_check_part (const char *path, GError **error)
{
  g_autofree char *data = NULL;
  gsize size = 0;
  g_autoptr (xmlDoc) document = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  GPtrArray *findings;

  if (!ls_xml_load (path, &data, &size, error)
      || (document = ls_xml_read_memory (data, size, path, NULL, error)) == NULL)
    return NULL;
  faults = ls_ssp_check_document (document, data, size, G_MAXUINT);
  if (faults == NULL)
    return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s: the element %s begins no document of SSP"),
                         path, (const char *)xmlDocGetRootElement (document)->name);
  findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
  for (guint i = 0; i < faults->len; i++)
    {
      const LsSchemaFault *fault = faults->pdata[i];
      LsFinding *finding = g_new0 (LsFinding, 1);

      finding->level = LS_FINDING_ERROR;
      finding->rule = "ssp-schema";
      finding->line = (int)fault->line;
      finding->message = g_strdup_printf ("%s: %s", fault->subject, fault->text);
      g_ptr_array_add (findings, finding);
    }
  return findings;
}
