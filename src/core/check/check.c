/* Checks a description against rules of the FMI standard: rules for the model as a whole. */
#include "core/check/check-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Whether @text is a C identifier. */
static gboolean
is_identifier (const char *text)
{
  if (!g_ascii_isalpha (*text) && *text != '_')
    return FALSE;
  while (g_ascii_isalnum (*text) || *text == '_')
    text++;
  return *text == '\0';
}

static void
check_interface (const LsInterface *self, const char *kind, GPtrArray *findings)
{
  if (!self->present)
    return;
  if (!is_identifier (self->model_identifier))
    ls_finding_add (findings, LS_FINDING_ERROR, "model-identifier", self->line, kind,
                    _ ("modelIdentifier “%s” is not an identifier of C"), self->model_identifier);
  if (self->can_serialize_state && !self->can_get_and_set_state)
    ls_finding_add (findings, LS_FINDING_ERROR, "serialize-needs-state", self->line, kind,
                    _ ("canSerializeFMUstate needs canGetAndSetFMUstate"));
}

static void
check_interfaces (const LsDescription *self, GPtrArray *findings)
{
  if (!self->model_exchange.present && !self->co_simulation.present
      && !self->scheduled_execution.present)
    ls_finding_add (findings, LS_FINDING_ERROR, "interface-present", 0, NULL,
                    _ ("there is neither ModelExchange nor CoSimulation"));
  check_interface (&self->model_exchange, "ModelExchange", findings);
  if (!self->co_simulation.is_scheduled)
    check_interface (&self->co_simulation, "CoSimulation", findings);
  check_interface (&self->scheduled_execution, "ScheduledExecution", findings);
}

static void
check_head (const LsDescription *self, GPtrArray *findings)
{
  if (*self->guid == '\0')
    ls_finding_add (findings, LS_FINDING_ERROR, "guid-not-empty", 0, "guid",
                    _ ("the fingerprint of the model is empty"));
  if (*self->model_name == '\0')
    ls_finding_add (findings, LS_FINDING_WARNING, "model-name-not-empty", 0, "modelName",
                    _ ("the name of the model is empty"));
}

static void
check_experiment (const LsDescription *self, GPtrArray *findings)
{
  const LsDefaultExperiment *experiment = &self->experiment;
  double start = experiment->has_start_time ? experiment->start_time : 0;

  if (!isfinite (start) || (experiment->has_stop_time && !isfinite (experiment->stop_time)))
    ls_finding_add (findings, LS_FINDING_ERROR, "experiment-finite", experiment->line,
                    "DefaultExperiment", _ ("start and stop time have to be finite"));
  else if (experiment->has_stop_time && experiment->stop_time <= start)
    ls_finding_add (findings, LS_FINDING_ERROR, "experiment-interval", experiment->line,
                    "DefaultExperiment", _ ("the stop time %g is not after the start time %g"),
                    experiment->stop_time, start);
  if (experiment->has_tolerance && !(experiment->tolerance > 0 && isfinite (experiment->tolerance)))
    ls_finding_add (findings, LS_FINDING_ERROR, "experiment-tolerance", experiment->line,
                    "DefaultExperiment", _ ("the tolerance %g is not positive"),
                    experiment->tolerance);
  if (experiment->has_step_size && !(experiment->step_size > 0 && isfinite (experiment->step_size)))
    ls_finding_add (findings, LS_FINDING_ERROR, "experiment-step-size", experiment->line,
                    "DefaultExperiment", _ ("the step size %g is not positive"),
                    experiment->step_size);
}

static void
check_lists (const LsDescription *self, GPtrArray *findings)
{
  g_autoptr (GHashTable) categories = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) tools = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->n_log_categories; i++)
    if (!g_hash_table_add (categories, self->log_categories[i]))
      ls_finding_add (findings, LS_FINDING_ERROR, "log-category-unique", 0, self->log_categories[i],
                      _ ("the log category is there twice"));
  /* In FMI 3.0 several annotations may be of one type. */
  for (guint i = 0; i < self->n_vendor_annotations && ls_description_get_major (self) < 3; i++)
    if (!g_hash_table_add (tools, self->vendor_annotations[i].name))
      ls_finding_add (findings, LS_FINDING_ERROR, "vendor-annotation-unique", 0,
                      self->vendor_annotations[i].name,
                      _ ("there are two annotations of this tool"));
}

GPtrArray *
ls_check_description (const LsDescription *description)
{
  g_return_val_if_fail (description != NULL, NULL);

  GPtrArray *findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);

  for (guint i = 0; i < description->remarks->len; i++)
    {
      const LsFinding *remark = g_ptr_array_index (description->remarks, i);

      ls_finding_add (findings, remark->level, remark->rule, remark->line, remark->subject, "%s",
                      remark->message);
    }
  check_head (description, findings);
  check_interfaces (description, findings);
  check_experiment (description, findings);
  check_lists (description, findings);
  ls_check_definitions (description, findings);
  ls_check_variables (description, findings);
  /* In FMI 3.0 a value reference that is there twice is refused by the reader. */
  if (ls_description_get_major (description) < 3)
    ls_check_aliases (description, findings);
  /* FMI 1.0 has no ModelStructure. */
  if (ls_description_get_major (description) > 1)
    ls_check_structure (description, findings);
  return findings;
}

static char *
find_violation (LsFmu *self)
{
  g_autoptr (GPtrArray) findings = ls_check_description (ls_fmu_get_description (self));
  const LsFinding *first = NULL;
  guint n = 0;

  for (guint i = 0; i < findings->len; i++)
    {
      const LsFinding *finding = findings->pdata[i];

      if (finding->level != LS_FINDING_ERROR)
        continue;
      first = first != NULL ? first : finding;
      n++;
    }
  if (first == NULL)
    return NULL;
  /* Translators: FMU file, number, then the first error: variable and what is wrong with it. */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%s breaks %u rule of the FMI standard: %s%s%s",
                                       "%s breaks %u rules of the FMI standard, first: %s%s%s", n),
                          ls_fmu_get_path (self), n, first->subject != NULL ? first->subject : "",
                          first->subject != NULL ? ": " : "", first->message);
}

const char *
ls_check_get_violation (LsFmu *fmu)
{
  g_return_val_if_fail (fmu != NULL, NULL);
  return ls_fmu_judge_once (fmu, find_violation);
}
