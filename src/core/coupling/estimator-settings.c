/* The options of the estimator. */
#include "core/coupling/estimator.h"

#include "core/num/laplace.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define PUBLISHED "as-published"
#define STEHFEST "gaver-stehfest"

const char *const ls_estimator_presets[] = { "complete", PUBLISHED, NULL };
const char *const ls_estimator_inversions[] = { "exact", STEHFEST, NULL };
const char *const ls_estimator_control_parts[] = { "zero", "first", "flexible", NULL };

static gboolean
read_switch (const LsOptions *options, const char *name, gboolean published)
{
  /* An option that is set explicitly overrides the preset. */
  return ls_options_get_switch (options, name)
         && !(published && ls_options_is_initial (options, name));
}

static gboolean
read_terms (LsEstimatorSettings *self, const LsOptions *options, gboolean published, GError **error)
{
  int terms = ls_options_get_integer (options, "stehfest-terms");
  gboolean inverts = published || strcmp (ls_options_get_text (options, "laplace"), STEHFEST) == 0;

  if (terms % 2 != 0)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("stehfest-terms=%d: the number of terms has to be even, from %u to %u"),
                   terms, LS_STEHFEST_MIN, LS_STEHFEST_MAX);
      return FALSE;
    }
  self->stehfest_terms = inverts ? (guint)terms : 0;
  return TRUE;
}

gboolean
ls_estimator_is_published (const LsOptions *options)
{
  return strcmp (ls_options_get_text (options, "preset"), PUBLISHED) == 0;
}

gboolean
ls_estimator_has_trials (const LsOptions *options)
{
  const gboolean published = ls_estimator_is_published (options);

  return read_switch (options, "trials", published)
         && read_switch (options, "affine-term", published);
}

gboolean
ls_estimator_settings_read (LsEstimatorSettings *self, const LsOptions *options, GError **error)
{
  gboolean published = ls_estimator_is_published (options);
  const char *control = ls_options_get_text (options, "control-part");

  g_return_val_if_fail (self != NULL, FALSE);
  self->affine_term = read_switch (options, "affine-term", published);
  self->time_derivative = read_switch (options, "time-derivative", published);
  self->defect = read_switch (options, "defect", published);
  self->start_derivatives = read_switch (options, "start-slopes", published);
  self->trials = ls_estimator_has_trials (options);
  self->control_part = LS_CONTROL_PART_ZERO;
  for (guint i = 0; ls_estimator_control_parts[i] != NULL; i++)
    if (strcmp (ls_estimator_control_parts[i], control) == 0)
      self->control_part = (LsControlPart)i;
  return read_terms (self, options, published, error);
}

const char *
ls_estimator_explain_nonlinear (const LsOptions *options)
{
  return strcmp (ls_options_get_text (options, "control-part"), "flexible") == 0
             ? _ ("with a flexible order it chooses by the values, so that it is not linear")
             : NULL;
}
