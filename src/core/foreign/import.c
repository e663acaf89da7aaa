#include "core/foreign/import.h"

#include "core/foreign/foreign-parts.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Maximum number of names in a message. */
#define MAX_NAMES 8u

/* Quality of the match of a column and a signal, best first. LONGER: the column has a longer path
 * than the signal; LOOSE: ignoring case and separators. */
typedef enum
{
  FIT_EQUAL,
  FIT_LONGER,
  FIT_SHORTER,
  FIT_LOOSE_EQUAL,
  FIT_LOOSE_LONGER,
  FIT_LOOSE_SHORTER,
  FIT_NONE
} Fit;

typedef struct
{
  const LsModel *model;
  const LsTrace *file;
  const char *component; /* (nullable): component of the columns */
  const char *const *signals;
  const char *const *wanted; /* (nullable): "signal=column" for each signal, or its name alone */
  guint n_signals;
  GHashTable *columns; /* last part of a name, loosened: GArray of guint */
  GHashTable *endings; /* every ending of a signal after a point, loosened: number of signals */
  guint *found;        /* column of each signal, 0: none */
  gboolean *ambiguous, renamed;
  double *factors, *offsets;
  GString *words;
} Matching;

void
ls_import_free (LsImport *self)
{
  if (self == NULL)
    return;
  if (self->trace != NULL)
    ls_trace_unref (self->trace);
  g_free (self->words);
  g_ptr_array_unref (self->missing);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->unused);
  g_free (self);
}

/* Removes differences of case and separators. (transfer full) */
static char *
loosen (const char *name)
{
  g_autofree char *text = g_utf8_casefold (name, -1);

  return g_strdelimit (g_steal_pointer (&text), "/:", '.');
}

static const char *
get_last_part (const char *name)
{
  const char *point = strrchr (name, '.');

  return point != NULL ? point + 1 : name;
}

static gboolean
ends_behind_point (const char *name, const char *end)
{
  const gsize n = strlen (name), m = strlen (end);

  return n > m + 1 && name[n - m - 1] == '.' && strcmp (name + n - m, end) == 0;
}

static void
free_array (gpointer array)
{
  g_array_unref (array);
}

static void
index_columns (Matching *self)
{
  self->columns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_array);
  for (guint i = 1; i < ls_trace_get_n_columns (self->file); i++)
    {
      g_autofree char *loose = loosen (ls_trace_get_name (self->file, i));
      const char *last = get_last_part (loose);
      GArray *same = g_hash_table_lookup (self->columns, last);

      if (same == NULL)
        {
          same = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (self->columns, g_strdup (last), same);
        }
      g_array_append_val (same, i);
    }
}

static void
index_endings (Matching *self)
{
  self->endings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < self->n_signals; i++)
    {
      g_autofree char *loose = loosen (self->signals[i]);

      for (const char *point = strchr (loose, '.'); point != NULL; point = strchr (point + 1, '.'))
        {
          const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->endings, point + 1));

          g_hash_table_insert (self->endings, g_strdup (point + 1), GUINT_TO_POINTER (n + 1));
        }
    }
}

/* @loose: whether both names have been loosened */
static Fit
compare (const Matching *self, const char *signal, const char *column, gboolean loose)
{
  g_autofree char *key = loose ? g_strdup (column) : loosen (column);
  const Fit base = loose ? FIT_LOOSE_EQUAL : FIT_EQUAL;

  if (strcmp (signal, column) == 0)
    return base;
  if (ends_behind_point (column, signal))
    return base + 1;
  if (ends_behind_point (signal, column)
      && GPOINTER_TO_UINT (g_hash_table_lookup (self->endings, key)) == 1)
    return base + 2;
  return FIT_NONE;
}

static Fit
get_fit (const Matching *self, const char *signal, const char *name)
{
  const Fit fit = compare (self, signal, name, FALSE);
  g_autofree char *loose_signal = NULL, *loose_name = NULL;

  if (fit != FIT_NONE)
    return fit;
  loose_signal = loosen (signal);
  loose_name = loosen (name);
  return compare (self, loose_signal, loose_name, TRUE);
}

static Fit
get_column_fit (const Matching *self, const char *signal, guint column)
{
  const char *name = ls_trace_get_name (self->file, column);
  g_autofree char *full = NULL;

  if (self->component == NULL)
    return get_fit (self, signal, name);
  full = g_strdup_printf ("%s.%s", self->component, name);
  return MIN (get_fit (self, signal, full), get_fit (self, signal, name));
}

/* Returns: (nullable): the column that is given for a signal */
static const char *
get_wanted (const Matching *self, guint index)
{
  const char *text = self->wanted != NULL ? self->wanted[index] : NULL;

  return text != NULL && text[strlen (self->signals[index])] == '='
             ? text + strlen (self->signals[index]) + 1
             : NULL;
}

static void
take_wanted (Matching *self, guint index, const char *column)
{
  const int found = ls_trace_find (self->file, column);

  self->found[index] = found > 0 ? (guint)found : 0;
  self->renamed |= found > 0 && strcmp (column, self->signals[index]) != 0;
}

static void
match (Matching *self, guint index)
{
  g_autofree char *loose = loosen (self->signals[index]);
  const GArray *candidates = g_hash_table_lookup (self->columns, get_last_part (loose));
  Fit best = FIT_NONE;

  for (guint i = 0; candidates != NULL && i < candidates->len; i++)
    {
      const guint column = g_array_index (candidates, guint, i);
      const Fit fit = get_column_fit (self, self->signals[index], column);

      if (fit < best)
        {
          best = fit;
          self->found[index] = column;
          self->ambiguous[index] = FALSE;
        }
      else if (fit == best && fit != FIT_NONE)
        self->ambiguous[index] = TRUE;
    }
  if (self->ambiguous[index])
    self->found[index] = 0;
  self->renamed |= self->found[index] > 0 && best != FIT_EQUAL;
}

/* Adds a line on the match of the signal. */
static void
tell_signal (Matching *self, guint index)
{
  const char *signal = self->signals[index];
  const guint column = self->found[index];
  const char *unit, *own = "";
  const LsVariable *variable = NULL;

  self->factors[index] = 1.0;
  if (column == 0)
    {
      g_string_append_printf (self->words,
                              self->ambiguous[index]
                                  ? _ ("%s: several columns match, none is used\n")
                                  : _ ("%s: no column\n"),
                              signal);
      return;
    }
  unit = ls_trace_get_unit (self->file, column);
  if (self->model != NULL && ls_model_find_signal (self->model, signal, NULL, &variable, NULL)
      && variable->unit_name != NULL)
    own = variable->unit_name;
  /* Translators: a signal of the model, a column of the file. */
  g_string_append_printf (self->words, _ ("%s: column “%s”"), signal,
                          ls_trace_get_name (self->file, column));
  if (self->model == NULL)
    ;
  else if (!ls_model_find_unit_conversion (self->model, signal, unit, &self->factors[index],
                                           &self->offsets[index]))
    /* Translators: two units. */
    g_string_append_printf (self->words,
                            _ (", used unchanged: the conversion from %s to %s is unknown"), unit,
                            *own != '\0' ? own : _ ("no unit"));
  else if (self->factors[index] != 1.0 || self->offsets[index] != 0.0)
    g_string_append_printf (self->words, _ (", converted from %s to %s"), unit, own);
  g_string_append_c (self->words, '\n');
}

static LsTrace *
take (const Matching *self, const char *path, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) units = g_ptr_array_new ();
  g_autofree double *row = g_new (double, self->n_signals + 1);
  LsTrace *trace;

  for (guint i = 0; i < self->n_signals; i++)
    {
      const LsVariable *variable = NULL;

      if (self->found[i] == 0)
        continue;
      if (self->model != NULL)
        ls_model_find_signal (self->model, self->signals[i], NULL, &variable, NULL);
      g_ptr_array_add (names, (gpointer)self->signals[i]);
      g_ptr_array_add (units, variable != NULL
                                  ? variable->unit_name
                                  : (gpointer)ls_trace_get_unit (self->file, self->found[i]));
    }
  trace = ls_trace_new (names->len, (const char *const *)names->pdata,
                        (const char *const *)units->pdata);
  for (gsize k = 0; k < ls_trace_get_n_rows (self->file); k++)
    {
      guint n = 0;

      row[n++] = ls_trace_get (self->file, 0, k);
      for (guint i = 0; i < self->n_signals; i++)
        if (self->found[i] > 0)
          row[n++]
              = self->factors[i] * ls_trace_get (self->file, self->found[i], k) + self->offsets[i];
      if (ls_trace_append (trace, row))
        continue;
      g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: there is not enough memory for it"),
                   path);
      ls_trace_unref (trace);
      return NULL;
    }
  return trace;
}

/* "a, b and 3 more" (transfer full) */
char *
ls_import_join (const GPtrArray *names)
{
  g_return_val_if_fail (names != NULL, NULL);

  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < names->len && i < MAX_NAMES; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            (const char *)g_ptr_array_index (names, i));
  if (names->len > MAX_NAMES)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, " and %u more", " and %u more", names->len - MAX_NAMES),
        names->len - MAX_NAMES);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
list_rest (const Matching *self, LsImport *import)
{
  g_autofree gboolean *used = g_new0 (gboolean, ls_trace_get_n_columns (self->file));

  for (guint i = 0; i < self->n_signals; i++)
    {
      used[self->found[i]] = TRUE;
      if (self->found[i] == 0)
        g_ptr_array_add (import->missing, g_strdup (self->signals[i]));
    }
  for (guint i = 1; i < ls_trace_get_n_columns (self->file); i++)
    {
      const char *name = ls_trace_get_name (self->file, i);

      g_ptr_array_add (import->columns, g_strdup (name));
      if (!used[i])
        g_ptr_array_add (import->unused, g_strdup (name));
    }
}

/* Adds the lines that concern all signals. */
static void
tell_rest (Matching *self, const LsImport *import, const LsForeign *info)
{
  if (import->unused->len > 0)
    {
      g_autofree char *names = ls_import_join (import->unused);

      g_string_append_printf (self->words, _ ("Columns that match no signal: %s\n"), names);
    }
  if (info->left_out->len > 0)
    {
      g_autofree char *names = ls_import_join (info->left_out);

      g_string_append_printf (self->words, _ ("Columns without numbers: %s\n"), names);
    }
  if (info->time_unit != NULL && strcmp (info->time_unit, "s") != 0)
    g_string_append_printf (self->words, _ ("Time: “%s”, converted from %s to s\n"),
                            info->time_name, info->time_unit);
}

static gboolean
check_any (const Matching *self, const LsImport *import, const char *path, GError **error)
{
  g_autofree char *names = NULL, *signals = NULL;

  if (import->missing->len < self->n_signals)
    return TRUE;
  names = ls_import_join (import->unused);
  signals = ls_import_join (import->missing);
  g_set_error (
      error, LS_ERROR, LS_ERROR_ARGUMENT,
      _ ("%s: no column is a signal of the model; its columns are: %s; the signals are: %s"), path,
      names, signals);
  return FALSE;
}

static LsImport *
match_all (Matching *self, const char *path, const LsForeign *info, GError **error)
{
  g_autoptr (LsImport) import = g_new0 (LsImport, 1);

  import->tool = info->tool;
  import->missing = g_ptr_array_new_with_free_func (g_free);
  import->columns = g_ptr_array_new_with_free_func (g_free);
  import->unused = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->n_signals; i++)
    {
      const char *column = get_wanted (self, i);

      if (column != NULL)
        take_wanted (self, i, column);
      else
        match (self, i);
      tell_signal (self, i);
    }
  import->is_foreign = self->renamed || (info->tool != NULL && !info->is_own);
  list_rest (self, import);
  tell_rest (self, import, info);
  import->words = g_strchomp (g_strdup (self->words->str));
  if (!check_any (self, import, path, error) || (import->trace = take (self, path, error)) == NULL)
    return NULL;
  return g_steal_pointer (&import);
}

static void
matching_clear (Matching *self)
{
  g_hash_table_unref (self->columns);
  g_hash_table_unref (self->endings);
  g_free (self->found);
  g_free (self->ambiguous);
  g_free (self->factors);
  g_free (self->offsets);
  g_string_free (self->words, TRUE);
}

/* The signals of "signal=column". (transfer full) */
static char **
list_signals (const char *const *wanted)
{
  char **signals = g_strdupv ((char **)wanted);

  for (guint i = 0; signals[i] != NULL; i++)
    if (strchr (signals[i], '=') != NULL)
      *strchr (signals[i], '=') = '\0';
  return signals;
}

/* Matches the columns of a file, or of several merged files, with the signals.
 * @file: (transfer full) (nullable) */
static LsImport *
import_trace (LsTrace *file,
              LsForeign *info,
              const char *path,
              const LsModel *model,
              const char *const *signals,
              GError **error)
{
  g_auto (GStrv) names
      = signals == NULL ? ls_model_list_output_signals (model) : list_signals (signals);
  Matching matching = { .model = model, .signals = (const char *const *)names, .wanted = signals };
  LsImport *import = NULL;

  if (file != NULL)
    {
      matching.file = file;
      matching.component = info->component;
      matching.n_signals = g_strv_length ((char **)matching.signals);
      matching.found = g_new0 (guint, matching.n_signals + 1);
      matching.ambiguous = g_new0 (gboolean, matching.n_signals + 1);
      matching.factors = g_new0 (double, matching.n_signals + 1);
      matching.offsets = g_new0 (double, matching.n_signals + 1);
      matching.words = g_string_new (NULL);
      index_columns (&matching);
      index_endings (&matching);
      import = match_all (&matching, path, info, error);
      matching_clear (&matching);
      ls_trace_unref (file);
    }
  ls_foreign_clear (info);
  return import;
}

/* Adds the description of the files before that of the signals. */
static void
tell_parts (LsImport *import, const char *const *paths, gboolean interpolated)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL, *old = import->words;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; paths[i] != NULL; i++)
    g_ptr_array_add (names, g_path_get_basename (paths[i]));
  list = ls_import_join (names);
  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, "One run in %u file: %s\n",
                                       "One run in %u files: %s\n", names->len),
                          names->len, list);
  if (interpolated)
    g_string_append (text, _ ("Their times differ: between the rows of each its signals are "
                              "interpolated linearly\n"));
  g_string_append (text, old);
  import->words = g_string_free (g_steal_pointer (&text), FALSE);
}

LsImport *
ls_import_read_parts (const char *const *paths,
                      const LsModel *model,
                      const char *const *signals,
                      GError **error)
{
  g_return_val_if_fail (paths != NULL, NULL);

  g_autofree char *folder = g_path_get_dirname (paths[0]);
  LsForeign info;
  gboolean interpolated;
  LsTrace *file = ls_foreign_read_parts (paths, &info, &interpolated, error);
  LsImport *import = import_trace (file, &info, folder, model, signals, error);

  if (import != NULL)
    tell_parts (import, paths, interpolated);
  return import;
}

static LsImport *
read_folder (const char *path, const LsModel *model, const char *const *signals, GError **error)
{
  g_auto (GStrv) parts = ls_foreign_list_parts (path);
  g_autoptr (GPtrArray) groups = ls_foreign_group_parts ((const char *const *)parts);

  if (groups->len == 1)
    return ls_import_read_parts ((const char *const *)parts, model, signals, error);
  return ls_fail_null (
      error, LS_ERROR_ARGUMENT,
      groups->len == 0 ? _ ("%s: the folder has no results of components, as libcosim writes them")
                       : _ ("%s: the folder has results of several runs: name the files of one"),
      path);
}

LsImport *
ls_import_read (const char *path, const LsModel *model, const char *const *signals, GError **error)
{
  LsForeign info;
  LsTrace *file;

  g_return_val_if_fail (path != NULL, NULL);
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return read_folder (path, model, signals, error);
  file = ls_foreign_read (path, &info, error);
  return import_trace (file, &info, path, model, signals, error);
}
