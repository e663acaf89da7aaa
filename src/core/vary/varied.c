#include "core/vary/varied.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_POINTS 1000000u

void
ls_varied_free (LsVaried *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_clear_pointer (&self->values, g_array_unref);
  g_free (self);
}

LsVaried *
ls_varied_new (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  LsVaried *self = g_new0 (LsVaried, 1);

  self->name = g_strdup (name);
  return self;
}

static gboolean
read_number (const LsVaried *self, const char *text, double *value, GError **error)
{
  if (ls_number_parse (text, value))
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s: “%s” is not a number"), self->name, text);
}

static gboolean
read_value (LsVaried *self, const char *text, double *value, GError **error)
{
  *value = strcmp (text, "true") == 0;
  if (*value == 0 && strcmp (text, "false") != 0)
    return read_number (self, text, value, error);
  self->is_logical = TRUE;
  return TRUE;
}

static gboolean
read_list (LsVaried *self, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  if (parts[0] == NULL)
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s: neither values nor a range follow “=”"),
                    self->name);
  self->values = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; parts[i] != NULL; i++)
    {
      double value;

      if (!read_value (self, parts[i], &value, error))
        return FALSE;
      g_array_append_val (self->values, value);
    }
  return TRUE;
}

/* "log" or a number of points. */
static gboolean
read_suffix (LsVaried *self, const char *text, GError **error)
{
  const gboolean log = strcmp (text, "log") == 0;
  guint64 n = 0;

  if (!log && !g_ascii_string_to_unsigned (text, 10, 2, MAX_POINTS, &n, NULL))
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("%s: “%s” is neither “log” nor a number of points, 2 to %u"), self->name,
                    text, MAX_POINTS);
  if (log ? self->logarithmic : self->n > 0)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("%s: “%s” is too much: “log” and a number of points follow LOW:HIGH once "
                       "at most"),
                    self->name, text);
  self->logarithmic |= log;
  self->n = log ? self->n : (guint)n;
  return TRUE;
}

static gboolean
read_range (LsVaried *self, char *const *parts, GError **error)
{
  if (!read_number (self, parts[0], &self->low, error)
      || !read_number (self, parts[1], &self->high, error))
    return FALSE;
  for (guint i = 2; parts[i] != NULL; i++)
    if (!read_suffix (self, parts[i], error))
      return FALSE;
  if (!(self->low < self->high))
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                 _ ("%s: a range goes from the lower to the higher value, and %s:%s does not"),
                 self->name, parts[0], parts[1]);
  else if (self->logarithmic && self->low <= 0)
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                 _ ("%s: a logarithmic range begins above 0, not at %s"), self->name, parts[0]);
  else
    return TRUE;
  return FALSE;
}

LsVaried *
ls_varied_parse (const char *text, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);

  const char *equals = strrchr (text, '=');
  g_autoptr (LsVaried) self = NULL;
  g_auto (GStrv) parts = NULL;

  if (equals == NULL || equals == text)
    return ls_fail_null (
        error, LS_ERROR_ARGUMENT,
        _ ("“%s” has to be COMPONENT.PARAMETER=LOW:HIGH[:log][:N], or values separated "
           "by commas"),
        text);
  self = g_new0 (LsVaried, 1);
  self->name = g_strndup (text, (gsize)(equals - text));
  parts = g_strsplit (equals + 1, ":", -1);
  if (g_strv_length (parts) < 2 ? read_list (self, equals + 1, error)
                                : read_range (self, parts, error))
    return g_steal_pointer (&self);
  return NULL;
}

static gboolean
check_new (const GPtrArray *parameters, const LsVaried *varied, GError **error)
{
  for (guint i = 0; i < parameters->len; i++)
    if (strcmp (varied->name, ((const LsVaried *)parameters->pdata[i])->name) == 0)
      return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s is varied twice"), varied->name);
  return TRUE;
}

gboolean
ls_varied_parse_all (const char *const *texts, GPtrArray *parameters, GError **error)
{
  g_return_val_if_fail (parameters != NULL, FALSE);

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      g_autoptr (LsVaried) varied = ls_varied_parse (texts[i], error);

      if (varied == NULL || !check_new (parameters, varied, error))
        return FALSE;
      g_ptr_array_add (parameters, g_steal_pointer (&varied));
    }
  return TRUE;
}

gboolean
ls_varied_has_whole_values (const LsVaried *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->type == LS_TYPE_INTEGER || self->type == LS_TYPE_ENUMERATION
         || self->type == LS_TYPE_BOOLEAN;
}

char *
ls_varied_format (const LsVaried *self, double value)
{
  g_return_val_if_fail (self != NULL, NULL);

  char text[LS_NUMBER_SIZE];

  if (self->type == LS_TYPE_BOOLEAN)
    return g_strdup (value != 0 ? "true" : "false");
  return g_strdup (ls_number_format (value, text));
}

gboolean
ls_varied_apply (const GPtrArray *parameters, const double values[], LsModel *model, GError **error)
{
  g_return_val_if_fail (parameters != NULL, FALSE);
  g_return_val_if_fail (model != NULL, FALSE);

  for (guint i = 0; i < parameters->len; i++)
    {
      const LsVaried *self = parameters->pdata[i];
      g_autofree char *text = ls_varied_format (self, values[i]);
      const LsComponent *component = NULL;
      const LsVariable *variable = NULL;

      if (!ls_model_find_signal (model, self->name, &component, &variable, error)
          || !ls_model_set_value (model, component->id, variable->name, text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_value (LsVaried *self, const LsModel *model, double value, GError **error)
{
  g_autoptr (LsModel) copy = ls_model_copy (model);
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();

  g_ptr_array_add (parameters, self);
  return ls_varied_apply (parameters, &value, copy, error);
}

/* Inputs may be varied by their start values, which a connection overrides. */
static gboolean
check_free (const LsVaried *self,
            const LsModel *model,
            const LsComponent *component,
            const LsVariable *variable,
            GError **error)
{
  const LsConnection *source = ls_model_find_source (model, component->id, variable->name);
  g_autofree char *connection = NULL;

  if (source == NULL)
    return TRUE;
  connection = ls_model_describe_connection (model, source);
  return ls_fail (error, LS_ERROR_ARGUMENT,
                  _ ("%s cannot be varied: it gets its value by the connection %s"), self->name,
                  connection);
}

/* Any number but 0 would be true, so that rows would be the same. */
static gboolean
check_logical (const LsVaried *self, GError **error)
{
  gboolean fits
      = self->values != NULL || self->low == self->high || (self->low == 0 && self->high == 1);

  if (self->type != LS_TYPE_BOOLEAN && self->is_logical)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("%s is not of type Boolean: its values are numbers, not true and false"),
                    self->name);
  for (guint i = 0; self->values != NULL && i < self->values->len; i++)
    {
      const double value = g_array_index (self->values, double, i);

      fits = fits && (value == 0 || value == 1);
    }
  return self->type != LS_TYPE_BOOLEAN || fits
         || ls_fail (error, LS_ERROR_ARGUMENT,
                     _ ("%s is of type Boolean: its values are false and true, or 0 and 1"),
                     self->name);
}

gboolean
ls_varied_resolve (LsVaried *self, const LsModel *model, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (model != NULL, FALSE);

  const LsComponent *component = NULL;
  const LsVariable *variable = NULL;

  if (!ls_model_find_signal (model, self->name, &component, &variable, error)
      || !check_free (self, model, component, variable, error))
    return FALSE;
  self->type = variable->type;
  if (variable->type == LS_TYPE_STRING)
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s is text, which cannot be varied"), self->name);
  if (!check_logical (self, error))
    return FALSE;
  for (guint i = 0; self->values != NULL && i < self->values->len; i++)
    if (!check_value (self, model, g_array_index (self->values, double, i), error))
      return FALSE;
  return self->low == self->high
         || (check_value (self, model, ls_varied_get_value (self, 0), error)
             && check_value (self, model, ls_varied_get_value (self, 1), error));
}

static const char *
format_value (const LsVaried *self, double value, char text[LS_NUMBER_SIZE])
{
  return !self->is_logical ? ls_number_format (value, text) : value != 0 ? "true" : "false";
}

char *
ls_varied_to_text (const LsVaried *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  GString *text = g_string_new (self->name);
  char a[LS_NUMBER_SIZE], b[LS_NUMBER_SIZE];

  g_string_append_c (text, '=');
  if (self->values != NULL)
    for (guint i = 0; i < self->values->len; i++)
      g_string_append_printf (text, "%s%s", i > 0 ? "," : "",
                              format_value (self, g_array_index (self->values, double, i), a));
  else
    g_string_append_printf (text, "%s:%s%s", ls_number_format (self->low, a),
                            ls_number_format (self->high, b), self->logarithmic ? ":log" : "");
  if (self->n > 0)
    g_string_append_printf (text, ":%u", self->n);
  return g_string_free (text, FALSE);
}

char *
ls_varied_make_range_text (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  g_autoptr (LsVaried) varied = ls_varied_parse (text, NULL);

  if (varied == NULL || varied->n == 0)
    return g_strdup (text);
  varied->n = 0;
  return ls_varied_to_text (varied);
}

/* To three digits, which fit where they are typed. */
static double
round_end (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_ascii_strtod (g_ascii_formatd (text, sizeof text, "%.2e", value), NULL);
}

LsVaried *
ls_varied_new_around (const LsModel *model, const char *name, GError **error)
{
  g_return_val_if_fail (model != NULL && name != NULL, NULL);

  g_autoptr (LsVaried) self = ls_varied_new (name);
  const LsComponent *component = NULL;
  const LsVariable *variable = NULL;
  const char *text;
  double value = 0, least;

  if (!ls_model_find_signal (model, name, &component, &variable, error))
    return NULL;
  text = ls_model_get_value (model, component->id, variable->name);
  if (variable->type == LS_TYPE_BOOLEAN)
    self->high = 1;
  else
    {
      if (text != NULL)
        ls_number_parse (text, &value);
      least = fmin (value / 2, value * 2);
      self->low = fmax (value != 0 ? round_end (least) : -1, variable->min);
      self->high = fmin (value != 0 ? round_end (value / 2 + value * 2 - least) : 1, variable->max);
    }
  if (!(self->low < self->high))
    {
      self->low = value;
      self->high = nextafter (value, INFINITY);
    }
  return ls_varied_resolve (self, model, error) ? g_steal_pointer (&self) : NULL;
}

double
ls_varied_get_value (const LsVaried *self, double fraction)
{
  g_return_val_if_fail (self != NULL, NAN);

  double value;

  if (self->values != NULL)
    {
      const guint at = (guint)MAX (fraction * self->values->len, 0);

      return g_array_index (self->values, double, MIN (at, self->values->len - 1));
    }
  /* The ends exactly. */
  value = fraction >= 1       ? self->high
          : fraction <= 0     ? self->low
          : self->logarithmic ? self->low * pow (self->high / self->low, fraction)
                              : self->low + fraction * (self->high - self->low);
  return ls_varied_has_whole_values (self) ? round (value) : value;
}

double
ls_varied_get_fraction (const LsVaried *self, double value)
{
  g_return_val_if_fail (self != NULL, NAN);

  return self->logarithmic ? log (value / self->low) / log (self->high / self->low)
                           : (value - self->low) / (self->high - self->low);
}
