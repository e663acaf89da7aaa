#include "core/stability/stability.h"

#include "core/base/interrupt.h"
#include "core/base/number.h"
#include "core/coupling/coupling-impl.h"
#include "core/helper/isolation.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

struct LsStability
{
  LsModel *model;
  GPtrArray *methods; /* LsMethodChoice */
  GPtrArray *options; /* LsOptions, of each */
  double *steps;
  guint n_steps;
  char *parameter; /* (nullable) */
  guint component; /* id, of the parameter */
  const char *variable;
  double *values;
  guint n_values;
  double *radii;    /* methods x values x steps */
  double *abscissa; /* n_values */
  gboolean solves_loops;
  int cancelled; /* atomic */
};

void
ls_stability_free (LsStability *self)
{
  if (self == NULL)
    return;
  ls_model_free (self->model);
  g_clear_pointer (&self->methods, g_ptr_array_unref);
  g_clear_pointer (&self->options, g_ptr_array_unref);
  g_free (self->steps);
  g_free (self->parameter);
  g_free (self->values);
  g_free (self->radii);
  g_free (self->abscissa);
  g_free (self);
}

/* "component.variable": names may hold points, so that the longest component is meant. */
static gboolean
find_parameter (LsStability *self, GError **error)
{
  const LsComponent *found = NULL;
  gsize longest = 0;

  for (guint k = 0; k < ls_model_get_n_components (self->model); k++)
    {
      const LsComponent *component = ls_model_get_component (self->model, k);
      const gsize length = strlen (component->name);

      if (length > longest && strncmp (self->parameter, component->name, length) == 0
          && self->parameter[length] == '.')
        {
          found = component;
          longest = length;
        }
    }
  if (found == NULL)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("“%s” is no parameter of the model: it has to be a component and a variable "
                       "of it, with a point between them."),
                    self->parameter);
  self->component = found->id;
  self->variable = self->parameter + longest + 1;
  return TRUE;
}

static gboolean
set_value (LsModel *model, const LsStability *self, double value, GError **error)
{
  char text[LS_NUMBER_SIZE];

  return ls_model_set_value (model, self->component, self->variable, ls_number_format (value, text),
                             error);
}

/* So that what can be known to fail fails before the work. */
static gboolean
check_values (LsStability *self, GError **error)
{
  g_autoptr (LsModel) trial = ls_model_copy (self->model);

  for (guint i = 0; i < self->n_values; i++)
    if (!set_value (trial, self, self->values[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
check_steps (const LsStability *self, GError **error)
{
  double before = 0.0;

  for (guint i = 0; i < self->n_steps; i++)
    {
      if (!isfinite (self->steps[i]) || self->steps[i] <= before)
        return ls_fail (error, LS_ERROR_ARGUMENT,
                        _ ("The step sizes have to be positive and increasing; %g s is not."),
                        self->steps[i]);
      before = self->steps[i];
    }
  return TRUE;
}

gboolean
ls_stability_check_method (const LsMethodChoice *choice, const LsModel *model, GError **error)
{
  g_return_val_if_fail (choice != NULL, FALSE);

  g_autoptr (LsOptions) options = NULL;

  if (!ls_coupling_method_check_choice (choice, model, error))
    return FALSE;
  options = ls_coupling_method_read_options (choice, error);
  return options != NULL
         && ls_amplification_check (ls_coupling_method_find (choice->method, NULL), options, error);
}

static gboolean
read_methods (LsStability *self, GPtrArray *methods, GError **error)
{
  for (guint m = 0; m < methods->len; m++)
    {
      const LsMethodChoice *choice = g_ptr_array_index (methods, m);
      LsOptions *options;

      if (!ls_stability_check_method (choice, self->model, error))
        return FALSE;
      options = ls_coupling_method_read_options (choice, error);
      g_ptr_array_add (self->methods, ls_method_choice_copy (choice));
      g_ptr_array_add (self->options, options);
    }
  return TRUE;
}

static void
make_results (LsStability *self)
{
  const gsize n = (gsize)self->methods->len * self->n_values * self->n_steps;

  self->radii = g_new (double, n + 1);
  self->abscissa = g_new (double, self->n_values + 1);
  for (gsize i = 0; i < n; i++)
    self->radii[i] = NAN;
  for (guint i = 0; i < self->n_values; i++)
    self->abscissa[i] = NAN;
}

LsStability *
ls_stability_new (const LsModel *model,
                  GPtrArray *methods,
                  const double steps[],
                  guint n_steps,
                  const char *parameter,
                  const double values[],
                  guint n_values,
                  GError **error)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autoptr (LsStability) self = g_new0 (LsStability, 1);

  self->model = ls_model_copy (model);
  self->methods = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  self->options = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_options_free);
  self->n_steps = n_steps;
  self->steps = g_memdup2 (steps, n_steps * sizeof (double));
  self->parameter = g_strdup (parameter);
  self->n_values = parameter != NULL ? n_values : 1;
  self->values = parameter != NULL ? g_memdup2 (values, n_values * sizeof (double)) : NULL;
  if (self->values == NULL)
    {
      self->values = g_new (double, 1);
      self->values[0] = NAN;
    }
  if (!check_steps (self, error) || !read_methods (self, methods, error))
    return NULL;
  if (parameter != NULL && (!find_parameter (self, error) || !check_values (self, error)))
    return NULL;
  make_results (self);
  return g_steal_pointer (&self);
}

static double *
get_radii (const LsStability *self, guint method, guint value)
{
  return self->radii + ((gsize)method * self->n_values + value) * self->n_steps;
}

/* One method over all step sizes, with one value of the parameter. */
static gboolean
measure (LsStability *self, const LsLinearModel *linear, guint m, guint value, GError **error)
{
  const LsMethodChoice *choice = g_ptr_array_index (self->methods, m);
  const LsCouplingMethod *method = ls_coupling_method_find (choice->method, error);
  g_autoptr (LsAmplification) amplification = NULL;
  double *radii = get_radii (self, m, value);

  if (method == NULL)
    return FALSE;
  amplification
      = ls_amplification_new (linear, method, g_ptr_array_index (self->options, m), error);
  if (amplification == NULL)
    return FALSE;
  for (guint i = 0; i < self->n_steps && !g_atomic_int_get (&self->cancelled); i++)
    {
      if (ls_amplification_get_radius (amplification, self->steps[i], &radii[i]) != LS_OK)
        radii[i] = NAN;
      if (ls_amplification_get_problem (amplification) != NULL)
        return ls_fail (error, LS_ERROR_ARGUMENT, "%s",
                        ls_amplification_get_problem (amplification));
    }
  return TRUE;
}

/* What went wrong, with the value of the parameter it did with. */
static void
name_value (const LsStability *self, double value, GError **error)
{
  if (self->parameter != NULL)
    g_prefix_error (error, "%s = %g: ", self->parameter, value);
}

static gboolean
take_value (
    LsStability *self, guint value, double start_time, double stop_time, LsLog *log, GError **error)
{
  g_autoptr (LsModel) model = ls_model_copy (self->model);
  g_autoptr (LsLinearModel) linear = NULL;

  if (self->parameter != NULL && !set_value (model, self, self->values[value], error))
    return FALSE;
  linear = ls_linear_model_new (model, start_time, stop_time, log, error);
  if (linear == NULL || !ls_linear_model_get_abscissa (linear, &self->abscissa[value], error))
    return FALSE;
  self->solves_loops = linear->solves_loops;
  for (guint m = 0; m < self->methods->len && !g_atomic_int_get (&self->cancelled); m++)
    if (!measure (self, linear, m, value, error))
      return FALSE;
  return TRUE;
}

static gboolean
is_cancelled (gpointer user_data)
{
  LsStability *self = user_data;

  return g_atomic_int_get (&self->cancelled) != 0;
}

static gboolean
take_values (LsStability *self,
             double start_time,
             double stop_time,
             LsLog *log,
             LsStabilityProgressFunc progress,
             gpointer user_data,
             GError **error)
{
  for (guint i = 0; i < self->n_values && !g_atomic_int_get (&self->cancelled); i++)
    {
      if (!take_value (self, i, start_time, stop_time, log, error))
        {
          name_value (self, self->values[i], error);
          return FALSE;
        }
      if (progress != NULL)
        progress (self, (i + 1.0) / self->n_values, user_data);
    }
  return TRUE;
}

gboolean
ls_stability_execute (LsStability *self,
                      double start_time,
                      double stop_time,
                      LsLog *log,
                      LsStabilityProgressFunc progress,
                      gpointer user_data,
                      GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  LsInterrupt interrupt = { .is_wanted = is_cancelled, .user_data = self };
  gboolean done;

  ls_interrupt_enter (&interrupt);
  ls_isolation_keep_helpers ();
  done = take_values (self, start_time, stop_time, log, progress, user_data, error);
  ls_isolation_let_helpers_go ();
  ls_interrupt_leave (&interrupt);
  if (!is_cancelled (self))
    return done;
  g_clear_error (error);
  return ls_fail (error, LS_ERROR_CANCELLED, "%s", _ ("cancelled"));
}

void
ls_stability_cancel (LsStability *self)
{
  g_return_if_fail (self != NULL);
  g_atomic_int_set (&self->cancelled, 1);
}

guint
ls_stability_get_n_methods (const LsStability *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->methods->len;
}

const LsMethodChoice *
ls_stability_get_method (const LsStability *self, guint method)
{
  g_return_val_if_fail (self != NULL && method < self->methods->len, NULL);
  return g_ptr_array_index (self->methods, method);
}

char *
ls_stability_make_name (const LsStability *self, guint method)
{
  g_return_val_if_fail (self != NULL && method < self->methods->len, NULL);

  const LsMethodChoice *choice = g_ptr_array_index (self->methods, method);

  /* Known: the options have been read for it. */
  return ls_coupling_method_make_name (ls_coupling_method_find (choice->method, NULL),
                                       g_ptr_array_index (self->options, method));
}

char *
ls_stability_describe_loops (const LsStability *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autoptr (GString) names = g_string_new (NULL);

  for (guint m = 0; m < self->methods->len && self->solves_loops; m++)
    {
      const LsMethodChoice *choice = g_ptr_array_index (self->methods, m);
      const LsCouplingMethod *method = ls_coupling_method_find (choice->method, NULL);

      if (method->lags)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                                ls_coupling_method_get_name (method));
    }
  if (names->len == 0)
    return NULL;
  /* Translators: coupling methods. */
  return g_strdup_printf (_ ("%s: runs solve the algebraic loops before every step, since all "
                             "components use Model Exchange; this analysis does not."),
                          names->str);
}

const double *
ls_stability_get_steps (const LsStability *self, guint *n)
{
  g_return_val_if_fail (self != NULL, NULL);

  *n = self->n_steps;
  return self->steps;
}

const char *
ls_stability_get_parameter (const LsStability *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->parameter;
}

const double *
ls_stability_get_values (const LsStability *self, guint *n)
{
  g_return_val_if_fail (self != NULL, NULL);

  *n = self->n_values;
  return self->values;
}

double
ls_stability_get_radius (const LsStability *self, guint method, guint value, guint step)
{
  g_return_val_if_fail (self != NULL && step < self->n_steps, NAN);
  return get_radii (self, method, value)[step];
}

gboolean
ls_stability_is_stable (const LsStability *self, guint method, guint value, guint step)
{
  g_return_val_if_fail (self != NULL && step < self->n_steps, FALSE);
  return get_radii (self, method, value)[step] <= 1.0 + LS_STABILITY_MARGIN;
}

double
ls_stability_get_abscissa (const LsStability *self, guint value)
{
  g_return_val_if_fail (self != NULL && value < self->n_values, NAN);
  return self->abscissa[value];
}

double
ls_stability_get_limit (const LsStability *self, guint method, guint value)
{
  g_return_val_if_fail (self != NULL && method < self->methods->len, NAN);

  guint n = 0;

  while (n < self->n_steps && ls_stability_is_stable (self, method, value, n))
    n++;
  return n > 0 ? self->steps[n - 1] : 0.0;
}

static gboolean
read_range (const char *text, double ends[2], guint *n, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);
  const guint n_parts = g_strv_length (parts);
  double count = *n;

  if ((n_parts == 2 || n_parts == 3) && ls_number_parse (parts[0], &ends[0])
      && ls_number_parse (parts[1], &ends[1])
      && (n_parts == 2 || ls_number_parse (parts[2], &count)) && ends[0] < ends[1] && count >= 2
      && count <= LS_STABILITY_MAX_POINTS && count == floor (count))
    {
      *n = (guint)count;
      return TRUE;
    }
  g_set_error (
      error, LS_ERROR, LS_ERROR_ARGUMENT,
      _ ("“%s” is no range: it has to be FROM:TO or FROM:TO:N, with FROM less than TO and N "
         "from 2 to %u."),
      text, LS_STABILITY_MAX_POINTS);
  return FALSE;
}

double *
ls_stability_make_range (
    const char *text, guint n_default, guint *n, gboolean *logarithmic, GError **error)
{
  double ends[2], *range;
  gboolean is_logarithmic;

  g_return_val_if_fail (n != NULL, NULL);
  *n = n_default;
  if (!read_range (text, ends, n, error))
    return NULL;
  is_logarithmic
      = ends[0] * ends[1] > 0.0
        && fmax (fabs (ends[0]), fabs (ends[1])) >= 10.0 * fmin (fabs (ends[0]), fabs (ends[1]));
  range = g_new (double, *n);
  for (guint i = 0; i < *n; i++)
    {
      const double share = i / (*n - 1.0);

      range[i] = is_logarithmic ? ends[0] * pow (ends[1] / ends[0], share)
                                : ends[0] + share * (ends[1] - ends[0]);
    }
  range[0] = ends[0];
  range[*n - 1] = ends[1];
  if (logarithmic != NULL)
    *logarithmic = is_logarithmic;
  return range;
}
