/* Declarative options of coupling methods and solvers, shared by the command line, the window and
 * files. */
#pragma once

#include <glib.h>

typedef enum
{
  LS_OPTION_SWITCH, /* on | off */
  LS_OPTION_CHOICE,
  LS_OPTION_INTEGER,
  LS_OPTION_REAL,
  LS_OPTION_TEXT /* any non-empty text; validated by its user */
} LsOptionType;

/**
 * LsOption:
 * @name: stable name, written to files and read by the command line ("affine-term")
 * @type: kind of its values
 * @initial: the default, as text in the C locale ("on")
 * @choices: for a choice: the values, %NULL-terminated; else %NULL
 * @minimum: least number allowed, inclusive (numbers only)
 * @maximum: greatest number allowed, inclusive (numbers only)
 * @unit: (nullable): of a number, "" or %NULL when it has none
 * @summary: one sentence, translatable (marked with N_())
 */
typedef struct
{
  const char        *name;
  LsOptionType       type;
  const char        *initial;
  const char *const *choices;
  double             minimum;
  double             maximum;
  const char        *unit;
  const char        *summary;
} LsOption;

/**
 * LsOptions:
 *
 * Values for a list of options, initially the defaults. The list is borrowed and must outlive the
 * values (they are static tables).
 */
typedef struct LsOptions LsOptions;

/* @list: @n records; may be %NULL when @n is 0 */
LsOptions *ls_options_new (const LsOption *list, guint n);
LsOptions *ls_options_copy (const LsOptions *self);
void       ls_options_free (LsOptions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsOptions, ls_options_free)

/**
 * ls_options_set:
 * @name: an option's name
 * @value: its value as text, numbers in the C locale
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT when the name is unknown (the message lists the known
 * ones) or the value is not allowed (the message lists the allowed ones); the values are unchanged
 * then.
 */
gboolean ls_options_set (LsOptions *self, const char *name, const char *value, GError **error);

/* The getters require a listed name with an option of that type. */
gboolean    ls_options_get_switch (const LsOptions *self, const char *name);
int         ls_options_get_integer (const LsOptions *self, const char *name);
double      ls_options_get_real (const LsOptions *self, const char *name);
const char *ls_options_get_text (const LsOptions *self, const char *name);

gboolean        ls_options_is_initial (const LsOptions *self, const char *name);

/* Returns: (transfer full): the values that differ from the defaults as "affine-term=off", joined
 * by @separator in list order; "" if there are none. */
char *ls_options_to_text (const LsOptions *self, const char *separator);
