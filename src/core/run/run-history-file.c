#include "core/run/run-history-file.h"

#include "core/base/file.h"
#include "core/base/number.h"
#include "core/base/xml.h"
#include "core/record/trace-writer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define INDEX "results.xml"
#define ROOT "Results"
#define NAMESPACE "urn:org.lockstep:results:1"
#define MAX_INDEX_SIZE (16 << 20) /* bytes */

static void
set (xmlNode *node, const char *name, const char *value)
{
  if (value != NULL && *value != '\0')
    {
      g_autofree char *clean = ls_past_run_clean (value);

      xmlSetProp (node, (const xmlChar *)name, (const xmlChar *)clean);
    }
}

static void
set_number (xmlNode *node, const char *name, double value)
{
  char number[LS_NUMBER_SIZE];

  if (isfinite (value))
    set (node, name, ls_number_format (value, number));
}

/* Texts are elements, since attributes do not preserve line breaks. */
static void
add_text (xmlNode *node, const char *name, const char *text)
{
  if (text != NULL && *text != '\0')
    {
      g_autofree char *clean = ls_past_run_clean (text);

      xmlNewTextChild (node, NULL, (const xmlChar *)name, (const xmlChar *)clean);
    }
}

static void
write_run (xmlNode *root, const LsPastRun *run, const char *file)
{
  xmlNode *node = xmlNewChild (root, NULL, (const xmlChar *)"Run", NULL);
  g_autofree char *when = g_strdup_printf ("%" G_GINT64_FORMAT, run->when);

  set (node, "file", file);
  set (node, "name", run->name);
  set (node, "origin", run->origin);
  set (node, "method", run->method);
  set (node, "state", run->state);
  set (node, "reference", run->reference);
  set (node, "when", when);
  set (node, "shown", run->shown ? "true" : "false");
  set_number (node, "stepSize", run->step_size);
  set_number (node, "wallTime", run->wall_time);
  if (run->color < LS_RUN_HISTORY_COLORS)
    set_number (node, "color", run->color);
  add_text (node, "Note", run->note);
  add_text (node, "Message", run->message);
  add_text (node, "Divergence", run->divergence);
  for (guint i = 1; i < ls_trace_get_n_columns (run->trace); i++)
    {
      xmlNode *column = xmlNewChild (node, NULL, (const xmlChar *)"Column", NULL);

      set (column, "name", ls_trace_get_name (run->trace, i));
      set (column, "unit", ls_trace_get_unit (run->trace, i));
      set_number (column, "error", run->errors[i - 1]);
      set (column, "limited", run->limited[i - 1] ? "true" : NULL);
      set_number (column, "estimate", run->estimates[i - 1]);
    }
}

static gboolean
check_size (guint n, guint64 size, GError **error)
{
  if (n <= LS_RESULTS_MAX_RUNS && size <= LS_RESULTS_MAX_SIZE)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_LIMIT,
               _ ("at most %u runs and 256 MiB of samples are saved with a model; unpin some"),
               LS_RESULTS_MAX_RUNS);
  return FALSE;
}

static gboolean
write_index (xmlDoc *doc, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, INDEX, NULL);
  xmlChar *text = NULL;
  int size = 0;
  gboolean done;

  xmlDocDumpFormatMemoryEnc (doc, &text, &size, "UTF-8", 1);
  done = ls_file_write (path, text, (gsize)size, error);
  xmlFree (text);
  return done;
}

static gboolean
write_all (const LsRunHistory *self, const char *folder, guint *n, GError **error)
{
  g_autoptr (xmlDoc) doc = xmlNewDoc ((const xmlChar *)"1.0");
  xmlNode *root = xmlNewNode (NULL, (const xmlChar *)ROOT);
  guint64 size = 0;

  xmlDocSetRootElement (doc, root);
  xmlSetNs (root, xmlNewNs (root, (const xmlChar *)NAMESPACE, NULL));
  *n = 0;
  for (guint i = 0; i < ls_run_history_get_n (self); i++)
    {
      const LsPastRun *run = ls_run_history_get (self, i);
      g_autofree char *file = g_strdup_printf ("%u.csv", *n + 1);
      g_autofree char *path = g_build_filename (folder, file, NULL);

      if (!run->pinned)
        continue;
      size += ls_trace_get_memory (run->trace);
      if (!check_size (++*n, size, error) || !ls_trace_write (run->trace, path, error))
        return FALSE;
      write_run (root, run, file);
    }
  return write_index (doc, folder, error);
}

gboolean
ls_run_history_store (const LsRunHistory *self, LsModel *model, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_autoptr (LsTempdir) folder = ls_tempdir_new (error);
  guint n;

  if (folder == NULL || !write_all (self, ls_tempdir_get_path (folder), &n, error))
    return FALSE;
  ls_model_set_results (model, n > 0 ? folder : NULL);
  return TRUE;
}

/* Whether @name is a file name without folder. */
static gboolean
is_plain (const char *name)
{
  return *name != '\0' && *name != '.' && strpbrk (name, "/\\") == NULL;
}

/* Regular files within the limit of the total size. */
static gboolean
check_file (const char *path, const char *name, guint64 *size, GError **error)
{
  struct stat info;

  if (lstat (path, &info) != 0 || !S_ISREG (info.st_mode))
    g_set_error (error, LS_ERROR, LS_ERROR_FORMAT, _ ("%s: there is no such file"), name);
  else if ((*size += (guint64)info.st_size) > LS_RESULTS_MAX_SIZE)
    g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: the results are larger than 256 MiB"),
                 name);
  else
    return TRUE;
  return FALSE;
}

/* The samples with the units from the index. */
static LsTrace *
add_units (LsTrace *trace, const xmlNode *node)
{
  const guint n = ls_trace_get_n_columns (trace);
  g_autofree const char **names = g_new0 (const char *, n);
  g_auto (GStrv) units = g_new0 (char *, n + 1);
  const xmlNode *column = ls_xml_child (node, "Column");
  LsTrace *with;

  for (guint i = 1; i < n; i++)
    {
      names[i - 1] = ls_trace_get_name (trace, i);
      units[i - 1] = column != NULL ? ls_xml_get (column, "unit") : NULL;
      if (units[i - 1] == NULL)
        units[i - 1] = g_strdup ("");
      column = column != NULL ? ls_xml_next (column, "Column") : NULL;
    }
  with = ls_trace_new (n - 1, names, (const char *const *)units);
  for (gsize k = 0; k < ls_trace_get_n_rows (trace); k++)
    if (!ls_trace_append_copy (with, trace, k))
      break;
  ls_trace_unref (trace);
  return with;
}

static gboolean
read_errors (LsPastRun *run, const xmlNode *node, GError **error)
{
  const xmlNode *column = ls_xml_child (node, "Column");

  for (guint i = 1; column != NULL && i < ls_trace_get_n_columns (run->trace); i++)
    {
      if (!ls_xml_get_real (column, "error", &run->errors[i - 1], NULL, error)
          || !ls_xml_get_boolean (column, "limited", &run->limited[i - 1], NULL, error)
          || !ls_xml_get_real (column, "estimate", &run->estimates[i - 1], NULL, error))
        return FALSE;
      column = ls_xml_next (column, "Column");
    }
  return TRUE;
}

/* (transfer full) (nullable) */
static char *
get_text (const xmlNode *node, const char *name)
{
  const xmlNode *child = ls_xml_child (node, name);
  xmlChar *text = child != NULL ? xmlNodeGetContent (child) : NULL;
  char *clean = text != NULL ? ls_past_run_clean ((const char *)text) : NULL;

  xmlFree (text);
  return clean;
}

/* As it is written: an empty one is none. (transfer full) (nullable) */
static char *
get_attribute (const xmlNode *node, const char *name)
{
  g_autofree char *text = ls_xml_get (node, name);

  return text != NULL && *text != '\0' ? ls_past_run_clean (text) : NULL;
}

static gboolean
read_attributes (LsPastRun *run, const xmlNode *node, GError **error)
{
  g_autofree char *name = get_attribute (node, "name");
  g_autofree char *note = get_text (node, "Note");
  g_autofree char *state = get_attribute (node, "state");
  gint64 color = -1;

  if (name != NULL)
    ls_past_run_set_name (run, name);
  ls_past_run_set_note (run, note);
  g_free (run->origin);
  run->origin = get_attribute (node, "origin");
  if (run->origin == NULL)
    run->origin = g_strdup (run->name);
  run->method = get_attribute (node, "method");
  run->reference = get_attribute (node, "reference");
  run->message = get_text (node, "Message");
  run->divergence = get_text (node, "Divergence");
  if (state != NULL)
    {
      g_free (run->state);
      run->state = g_steal_pointer (&state);
    }
  run->pinned = TRUE;
  if (!ls_xml_get_boolean (node, "shown", &run->shown, NULL, error)
      || !ls_xml_get_int64 (node, "when", &run->when, NULL, error)
      || !ls_xml_get_int64 (node, "color", &color, NULL, error)
      || !ls_xml_get_real (node, "stepSize", &run->step_size, NULL, error)
      || !ls_xml_get_real (node, "wallTime", &run->wall_time, NULL, error))
    return FALSE;
  if (color >= 0 && color < LS_RUN_HISTORY_COLORS)
    run->color = (guint)color;
  return read_errors (run, node, error);
}

static LsPastRun *
read_run (const char *folder, const xmlNode *node, guint64 *size, GError **error)
{
  g_autofree char *file = ls_xml_get (node, "file");
  g_autofree char *path = NULL;
  g_autoptr (LsTrace) trace = NULL;
  g_autoptr (LsPastRun) run = NULL;

  if (file == NULL || !is_plain (file))
    {
      ls_xml_set_error (error, node, _ ("a run has no file in this folder"));
      return NULL;
    }
  path = g_build_filename (folder, file, NULL);
  if (!check_file (path, file, size, error) || (trace = ls_trace_read_csv (path, error)) == NULL)
    return NULL;
  trace = add_units (g_steal_pointer (&trace), node);
  run = ls_past_run_new (trace, file);
  return read_attributes (run, node, error) ? g_steal_pointer (&run) : NULL;
}

static GPtrArray *
read_all (const char *folder, const xmlDoc *doc, GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_past_run_free);
  guint64 size = 0;

  for (const xmlNode *node = ls_xml_child (xmlDocGetRootElement ((xmlDoc *)doc), "Run");
       node != NULL; node = ls_xml_next (node, "Run"))
    {
      LsPastRun *run;

      if (runs->len >= LS_RESULTS_MAX_RUNS)
        {
          ls_xml_set_error (error, node, _ ("there are more than %u runs"), LS_RESULTS_MAX_RUNS);
          return NULL;
        }
      if ((run = read_run (folder, node, &size, error)) == NULL)
        return NULL;
      g_ptr_array_add (runs, run);
    }
  return g_steal_pointer (&runs);
}

/* Error messages name the file inside the model, not the extracted copy. */
static void
shorten (GError *error, const char *folder)
{
  g_autofree char *start = g_strconcat (folder, "/", NULL);
  g_auto (GStrv) parts = g_strsplit (error->message, start, -1);

  g_free (error->message);
  error->message = g_strjoinv (LS_MODEL_RESULTS "/", parts);
}

GPtrArray *
ls_run_history_load (const LsModel *model, GError **error)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autofree char *folder = ls_model_get_results (model);
  g_autofree char *path = NULL;
  g_autoptr (xmlDoc) doc = NULL;
  g_autoptr (GError) problem = NULL;
  GPtrArray *runs = NULL;
  guint64 size = 0;

  if (folder == NULL)
    return NULL;
  path = g_build_filename (folder, INDEX, NULL);
  if (check_file (path, LS_MODEL_RESULTS "/" INDEX, &size, &problem))
    {
      if (size > MAX_INDEX_SIZE)
        g_set_error (&problem, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: is larger than 16 MiB"), path);
      else if ((doc = ls_xml_read (path, ROOT, &problem)) != NULL)
        runs = read_all (folder, doc, &problem);
    }
  if (problem != NULL)
    {
      shorten (problem, folder);
      g_propagate_error (error, g_steal_pointer (&problem));
    }
  return runs;
}
