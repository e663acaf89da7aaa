/* A parameter that is varied, and the values it takes. */
#pragma once

#include "core/model/model.h"

/**
 * LsVaried:
 * @name: "left.k"
 * @low, @high: range, @low < @high
 * @logarithmic: equal factors instead of equal differences; @low > 0
 * @n: number of points on a grid; 0: not given
 * @values: (nullable) (element-type double): the only values, instead of a range
 * @is_logical: they were written as true and false, for 1 and 0
 * @type: of the variable, after ls_varied_resolve(); values of Integer and Enumeration are rounded
 */
typedef struct
{
  char *name;
  double low, high;
  gboolean logarithmic;
  guint n;
  GArray *values;
  gboolean is_logical;
  LsType type;
} LsVaried;

/**
 * ls_varied_parse:
 * @text: "left.k=LOW:HIGH[:log][:N]" or "left.k=V1,V2,…"; values of Boolean may be true and false
 *
 * Returns: (transfer full): %NULL with %LS_ERROR_ARGUMENT naming the mistake.
 */
LsVaried *ls_varied_parse (const char *text, GError **error);
/* Appends all of @texts (nullable) to @parameters (element-type LsVaried); none may be varied twice. */
gboolean ls_varied_parse_all (const char *const *texts, GPtrArray *parameters, GError **error);
/* For a column of a table: values come from there. */
LsVaried *ls_varied_new (const char *name);
void ls_varied_free (LsVaried *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsVaried, ls_varied_free)

/* Whether @model has the parameter and takes the ends of the range; sets the type. %FALSE with
 * %LS_ERROR_MODEL or %LS_ERROR_ARGUMENT. */
gboolean ls_varied_resolve (LsVaried *self, const LsModel *model, GError **error);

/* Whether values are rounded to whole numbers. */
gboolean ls_varied_has_whole_values (const LsVaried *self);
/* Value at a fraction of the range, 0 to 1; of a list, that of the entry there. */
double ls_varied_get_value (const LsVaried *self, double fraction);
/* The inverse for a range. */
double ls_varied_get_fraction (const LsVaried *self, double value);

/* Returns: (transfer full): the text that the model gets for @value. */
char *ls_varied_format (const LsVaried *self, double value);
/* Returns: (transfer full): the text form, as for ls_varied_parse() */
char *ls_varied_to_text (const LsVaried *self);
/* Returns: (transfer full): @text without the number of points of a grid, which calibration has no use for; as
 * it is if it is no range */
char *ls_varied_make_range_text (const char *text);
/* Returns: (transfer full) (nullable): parameter @name from half to twice its value (1 below and above
 * 0), to three digits, within its limits; %NULL with an error if it cannot be varied. */
LsVaried *ls_varied_new_around (const LsModel *model, const char *name, GError **error);

/* Sets values[i] for parameter i. %FALSE with %LS_ERROR_MODEL naming the parameter. */
gboolean ls_varied_apply (const GPtrArray *parameters, const double values[], LsModel *model, GError **error);
