/* Experiments: plain data, copied and compared by value. */
#include "core/model/experiment.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

LsMethodChoice *
ls_method_choice_new (const char *method)
{
  g_return_val_if_fail (method != NULL, NULL);

  LsMethodChoice *self = g_new0 (LsMethodChoice, 1);

  self->method = g_strdup (method);
  self->options = g_ptr_array_new_with_free_func (g_free);
  return self;
}

LsMethodChoice *
ls_method_choice_copy (const LsMethodChoice *self)
{
  LsMethodChoice *copy;

  g_return_val_if_fail (self != NULL, NULL);
  copy = ls_method_choice_new (self->method);
  for (guint i = 0; i < self->options->len; i++)
    g_ptr_array_add (copy->options, g_strdup (self->options->pdata[i]));
  return copy;
}

void
ls_method_choice_free (LsMethodChoice *self)
{
  if (self == NULL)
    return;
  g_free (self->method);
  g_ptr_array_unref (self->options);
  g_free (self);
}

/* Names of methods and options consist of lower case letters, digits and hyphens. */
static gboolean
is_id (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_islower (text[i]) && !g_ascii_isdigit (text[i]) && text[i] != '-')
      return FALSE;
  return length > 0;
}

static gboolean
is_option (const char *text)
{
  const char *equals = strchr (text, '=');

  return equals != NULL && is_id (text, (gsize)(equals - text)) && equals[1] != '\0';
}

LsMethodChoice *
ls_method_choice_parse (const char *text, GError **error)
{
  g_autoptr (LsMethodChoice) self = NULL;
  g_auto (GStrv) parts = NULL;

  g_return_val_if_fail (text != NULL, NULL);
  parts = g_strsplit (text, ":", -1);
  if (parts[0] == NULL || !is_id (parts[0], strlen (parts[0])))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("“%s” does not name a coupling method; it is written as "
                      "missiles or missiles:affine-term=off"),
                   text);
      return NULL;
    }
  self = ls_method_choice_new (parts[0]);
  for (guint i = 1; parts[i] != NULL; i++)
    {
      if (!is_option (parts[i]))
        {
          g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                       _ ("“%s”: the option “%s” is not of the form name=value"), text, parts[i]);
          return NULL;
        }
      g_ptr_array_add (self->options, g_strdup (parts[i]));
    }
  return g_steal_pointer (&self);
}

char *
ls_method_choice_to_text (const LsMethodChoice *self)
{
  GString *text;

  g_return_val_if_fail (self != NULL, NULL);
  text = g_string_new (self->method);
  for (guint i = 0; i < self->options->len; i++)
    g_string_append_printf (text, ":%s", (const char *)self->options->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
orbit_free (gpointer data)
{
  LsOrbitChoice *orbit = data;

  g_free (orbit->x);
  g_free (orbit->y);
  g_free (orbit);
}

LsExperiment *
ls_experiment_new (void)
{
  LsExperiment *self = g_new0 (LsExperiment, 1);

  self->stop_time = NAN;
  self->step_sizes = g_array_new (FALSE, FALSE, sizeof (double));
  self->methods = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  self->signals = g_ptr_array_new_with_free_func (g_free);
  self->changes = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_timed_change_free);
  self->orbits = g_ptr_array_new_with_free_func (orbit_free);
  self->plots = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_plot_setup_free);
  self->layouts = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_layout_free);
  self->variation = ls_variation_plan_new ();
  return self;
}

static const char *const estimate_choices[] = { "short-runs", "always", "never" };

const char *
ls_estimate_choice_id (LsEstimateChoice choice)
{
  return estimate_choices[choice];
}

gboolean
ls_estimate_choice_find (const char *id, LsEstimateChoice *choice)
{
  for (guint i = 0; i < G_N_ELEMENTS (estimate_choices); i++)
    if (g_strcmp0 (id, estimate_choices[i]) == 0)
      {
        *choice = (LsEstimateChoice)i;
        return TRUE;
      }
  return FALSE;
}

LsExperiment *
ls_experiment_copy (const LsExperiment *self)
{
  LsExperiment *copy;

  g_return_val_if_fail (self != NULL, NULL);
  copy = ls_experiment_new ();
  copy->start_time = self->start_time;
  copy->stop_time = self->stop_time;
  copy->tolerance = self->tolerance;
  copy->estimate = self->estimate;
  copy->reference = g_strdup (self->reference);
  g_array_append_vals (copy->step_sizes, self->step_sizes->data, self->step_sizes->len);
  for (guint i = 0; i < self->methods->len; i++)
    g_ptr_array_add (copy->methods, ls_method_choice_copy (self->methods->pdata[i]));
  for (guint i = 0; i < self->signals->len; i++)
    g_ptr_array_add (copy->signals, g_strdup (self->signals->pdata[i]));
  for (guint i = 0; i < self->changes->len; i++)
    {
      const LsTimedChange *change = self->changes->pdata[i];

      g_ptr_array_add (copy->changes,
                       ls_timed_change_new (change->time, change->signal, change->value));
    }
  for (guint i = 0; i < self->orbits->len; i++)
    {
      const LsOrbitChoice *orbit = self->orbits->pdata[i];

      ls_experiment_add_orbit (copy, orbit->x, orbit->y);
    }
  for (guint i = 0; i < self->plots->len; i++)
    g_ptr_array_add (copy->plots, ls_plot_setup_copy (self->plots->pdata[i]));
  for (guint i = 0; i < self->layouts->len; i++)
    g_ptr_array_add (copy->layouts, ls_layout_copy (self->layouts->pdata[i]));
  ls_variation_plan_free (copy->variation);
  copy->variation = ls_variation_plan_copy (self->variation);
  copy->layout = self->layout;
  return copy;
}

void
ls_experiment_free (LsExperiment *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->step_sizes);
  g_ptr_array_unref (self->methods);
  g_ptr_array_unref (self->signals);
  g_ptr_array_unref (self->changes);
  g_ptr_array_unref (self->orbits);
  g_ptr_array_unref (self->plots);
  g_ptr_array_unref (self->layouts);
  ls_variation_plan_free (self->variation);
  g_free (self->reference);
  g_free (self);
}

void
ls_experiment_add_orbit (LsExperiment *self, const char *x, const char *y)
{
  LsOrbitChoice *orbit;

  g_return_if_fail (self != NULL && x != NULL && y != NULL);
  orbit = g_new (LsOrbitChoice, 1);
  orbit->x = g_strdup (x);
  orbit->y = g_strdup (y);
  g_ptr_array_add (self->orbits, orbit);
}

static LsPlotSetup *
find_exactly (const LsExperiment *self, const char *kind, guint place)
{
  for (guint i = 0; i < self->plots->len; i++)
    {
      LsPlotSetup *setup = self->plots->pdata[i];

      if (strcmp (setup->kind, kind) == 0 && setup->place == place)
        return setup;
    }
  return NULL;
}

LsPlotSetup *
ls_experiment_find_plot (const LsExperiment *self, const char *kind, guint place)
{
  g_return_val_if_fail (self != NULL && kind != NULL, NULL);

  LsPlotSetup *own = find_exactly (self, kind, place);

  return own != NULL ? own : find_exactly (self, kind, 0);
}

void
ls_experiment_set_plot (LsExperiment *self, LsPlotSetup *setup)
{
  g_return_if_fail (self != NULL && setup != NULL);

  LsPlotSetup *old = find_exactly (self, setup->kind, setup->place);

  if (old != NULL)
    g_ptr_array_remove (self->plots, old);
  g_ptr_array_add (self->plots, setup);
}

void
ls_experiment_remove_plots (LsExperiment *self, guint place)
{
  g_return_if_fail (self != NULL);

  for (guint i = self->plots->len; i-- > 0;)
    if (((LsPlotSetup *)self->plots->pdata[i])->place == place)
      g_ptr_array_remove_index (self->plots, i);
}

GPtrArray *
ls_experiment_ensure_layouts (LsExperiment *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->layouts->len == 0)
    g_ptr_array_add (self->layouts, ls_layout_new_from (&ls_layout_templates[0], 1));
  self->layout = MIN (self->layout, self->layouts->len - 1);
  return self->layouts;
}

LsLayout *
ls_experiment_copy_layout (const LsExperiment *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->layouts->len == 0
             ? ls_layout_new_from (&ls_layout_templates[0], 1)
             : ls_layout_copy (self->layouts->pdata[MIN (self->layout, self->layouts->len - 1)]);
}

guint
ls_experiment_next_place (const LsExperiment *self)
{
  g_return_val_if_fail (self != NULL, 0);

  guint last = 0;

  for (guint i = 0; i < self->layouts->len; i++)
    {
      g_autoptr (GPtrArray) plots = ls_layout_list_plots (self->layouts->pdata[i]);

      for (guint k = 0; k < plots->len; k++)
        last = MAX (last, ((const LsLayoutNode *)plots->pdata[k])->place);
    }
  return last + 1;
}

static gboolean
arrays_equal (const GPtrArray *a, const GPtrArray *b, GEqualFunc equal)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!equal (a->pdata[i], b->pdata[i]))
      return FALSE;
  return TRUE;
}

static gboolean
methods_equal (gconstpointer a, gconstpointer b)
{
  const LsMethodChoice *x = a, *y = b;

  return g_str_equal (x->method, y->method) && arrays_equal (x->options, y->options, g_str_equal);
}

static gboolean
orbits_equal (gconstpointer a, gconstpointer b)
{
  const LsOrbitChoice *x = a, *y = b;

  return g_str_equal (x->x, y->x) && g_str_equal (x->y, y->y);
}

static gboolean
changes_equal (gconstpointer a, gconstpointer b)
{
  return ls_timed_change_equal (a, b);
}

static gboolean
plots_equal (gconstpointer a, gconstpointer b)
{
  return ls_plot_setup_equal (a, b);
}

static gboolean
layouts_equal (gconstpointer a, gconstpointer b)
{
  return ls_layout_equal (a, b);
}

/* Unset times (NaN) are equal. */
static gboolean
times_equal (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

gboolean
ls_experiment_equal (const LsExperiment *a, const LsExperiment *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);
  if (a->step_sizes->len != b->step_sizes->len)
    return FALSE;
  for (guint i = 0; i < a->step_sizes->len; i++)
    if (g_array_index (a->step_sizes, double, i) != g_array_index (b->step_sizes, double, i))
      return FALSE;
  return times_equal (a->start_time, b->start_time) && times_equal (a->stop_time, b->stop_time)
         && a->tolerance == b->tolerance && a->estimate == b->estimate
         && g_strcmp0 (a->reference, b->reference) == 0
         && arrays_equal (a->methods, b->methods, methods_equal)
         && arrays_equal (a->signals, b->signals, g_str_equal)
         && arrays_equal (a->changes, b->changes, changes_equal)
         && arrays_equal (a->orbits, b->orbits, orbits_equal)
         && arrays_equal (a->plots, b->plots, plots_equal)
         && arrays_equal (a->layouts, b->layouts, layouts_equal)
         && ls_variation_plan_equal (a->variation, b->variation);
}
