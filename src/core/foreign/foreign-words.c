/* Describes the properties found in a file, in words. */
#include "core/foreign/foreign-impl.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Maximum number of names in a sentence. */
#define MAX_NAMES 6u

static void
add (GString *text, const char *sentence)
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
}

static const char *
name_separator (char separator)
{
  switch (separator)
    {
    case '\t':
      return _ ("Columns are tab separated.");
    case ';':
      return _ ("Columns are semicolon separated.");
    case ',':
      return _ ("Columns are comma separated.");
    case ' ':
      return _ ("Columns are space separated.");
    default:
      return NULL;
    }
}

/* "Decimal commas: “1.234,5” is 1234.5." */
static void
add_comma (GString *text, const char *number)
{
  g_autofree char *plain = ls_number_ungroup (number);
  g_autofree char *sentence = NULL;

  if (plain == NULL)
    return;
  sentence = g_strdup_printf (_ ("Decimal commas: “%s” is %s."), number, plain);
  add (text, sentence);
}

static void
add_time (GString *text, const LsForeign *info)
{
  g_autofree char *sentence = NULL;

  if (info->nameless)
    sentence = g_strdup (_ ("The columns have no names; the first is the time in s."));
  else if (info->time_unit == NULL)
    sentence = g_strdup_printf (_ ("Column %u, “%s”, is the time in s."), info->time_column + 1,
                                info->time_name);
  else
    sentence = g_strdup_printf (_ ("Column %u, “%s”, is the time in %s."), info->time_column + 1,
                                info->time_name, info->time_unit);
  add (text, sentence);
}

static void
add_left_out (GString *text, const GPtrArray *names)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *sentence = NULL;

  for (guint i = 0; i < MIN (names->len, MAX_NAMES); i++)
    g_string_append_printf (list, i == 0 ? "%s" : ", %s",
                            (const char *)g_ptr_array_index (names, i));
  if (names->len > MAX_NAMES)
    g_string_append (list, ", …");
  sentence = g_strdup_printf (_ ("Left out, as there are no numbers: %s."), list->str);
  add (text, sentence);
}

char *
ls_foreign_describe (const LsForeign *info)
{
  g_return_val_if_fail (info != NULL, NULL);

  GString *text = g_string_new (NULL);
  const char *separator = name_separator (info->separator);

  if (separator != NULL)
    add (text, separator);
  if (info->comma != NULL)
    add_comma (text, info->comma);
  add_time (text, info);
  if (info->n_remarks > 0)
    {
      g_autofree char *sentence
          = g_strdup_printf (g_dngettext (NULL, "%u line of remarks was ignored.",
                                          "%u lines of remarks were ignored.", info->n_remarks),
                             info->n_remarks);

      add (text, sentence);
    }
  if (info->left_out != NULL && info->left_out->len > 0)
    add_left_out (text, info->left_out);
  return g_string_free (text, FALSE);
}
