#include "core/foreign/foreign-parts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* First line of every such file. */
#define HEAD "Time,StepCount"
/* Relative tolerance within which times are equal: files have six digits or more. */
#define TIME_TOLERANCE 1e-9

/* A file, before reading. */
typedef struct
{
  char *path, *folder, *component;
  const char *stamp; /* rest of the file name after the component */
  guint place;       /* index among the given files */
} File;

static void
file_clear (gpointer data)
{
  File *self = data;

  g_free (self->path);
  g_free (self->folder);
  g_free (self->component);
}

static gboolean
begins_as_part (const char *path)
{
  char head[sizeof HEAD] = "";
  FILE *file = g_str_has_suffix (path, ".csv") ? fopen (path, "rb") : NULL;
  gsize n;

  if (file == NULL)
    return FALSE;
  n = fread (head, 1, strlen (HEAD), file);
  fclose (file);
  return n == strlen (HEAD) && strcmp (head, HEAD) == 0;
}

/* Returns: (transfer full) (nullable): the component, from the file name, if the first line shows
 * that the file is one of several. */
static char *
find_part (const char *path)
{
  return begins_as_part (path) ? ls_foreign_get_component (path) : NULL;
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  const File *one = a, *other = b;
  int order = strcmp (one->folder, other->folder);

  if (order == 0)
    order = strcmp (one->stamp, other->stamp);
  return order != 0 ? order : strcmp (one->component, other->component);
}

static gboolean
has_component (const GArray *files, guint from, guint to, const char *component)
{
  for (guint i = from; i < to; i++)
    if (strcmp (g_array_index (files, File, i).component, component) == 0)
      return TRUE;
  return FALSE;
}

/* A group and its place in the order of groups. */
typedef struct
{
  char **paths;
  guint place;
} Group;

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  return (int)((const Group *)a)->place - (int)((const Group *)b)->place;
}

static void
add_group (GArray *groups, const GArray *files, guint from, guint to)
{
  Group group = { g_new0 (char *, to - from + 1), G_MAXUINT };

  for (guint i = from; i < to; i++)
    {
      const File *file = &g_array_index (files, File, i);

      group.paths[i - from] = g_strdup (file->path);
      group.place = MIN (group.place, file->place);
    }
  g_array_append_val (groups, group);
}

static void
add_alone (GArray *groups, const char *path, guint place)
{
  Group group = { g_new0 (char *, 2), place };

  group.paths[0] = g_strdup (path);
  g_array_append_val (groups, group);
}

/* Groups files by folder; a component that occurs again starts a new group. */
static void
group_files (GArray *files, GArray *groups)
{
  guint start = 0;

  g_array_sort (files, compare_files);
  for (guint i = 0; i < files->len; i++)
    {
      const File *file = &g_array_index (files, File, i);
      const File *first = &g_array_index (files, File, start);

      if (strcmp (file->folder, first->folder) == 0
          && !has_component (files, start, i, file->component))
        continue;
      add_group (groups, files, start, i);
      start = i;
    }
  if (files->len > start)
    add_group (groups, files, start, files->len);
}

GPtrArray *
ls_foreign_group_parts (const char *const *paths)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
  g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (File));
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (Group));

  g_array_set_clear_func (files, file_clear);
  for (guint i = 0; paths[i] != NULL; i++)
    {
      char *component = find_part (paths[i]);
      File file = { g_strdup (paths[i]), g_path_get_dirname (paths[i]), component, NULL, i };

      if (component != NULL)
        {
          const char *slash = strrchr (file.path, G_DIR_SEPARATOR);

          file.stamp = (slash != NULL ? slash + 1 : file.path) + strlen (component);
          g_array_append_val (files, file);
          continue;
        }
      add_alone (groups, paths[i], i);
      file_clear (&file);
    }
  group_files (files, groups);
  g_array_sort (groups, compare_groups);
  for (guint i = 0; i < groups->len; i++)
    g_ptr_array_add (list, g_array_index (groups, Group, i).paths);
  return list;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

char **
ls_foreign_list_parts (const char *folder)
{
  g_return_val_if_fail (folder != NULL, NULL);

  GPtrArray *paths = g_ptr_array_new ();
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      char *path = g_build_filename (folder, name, NULL);

      if (begins_as_part (path))
        g_ptr_array_add (paths, path);
      else
        g_free (path);
    }
  g_clear_pointer (&dir, g_dir_close);
  g_ptr_array_sort (paths, compare_names);
  g_ptr_array_add (paths, NULL);
  return (char **)g_ptr_array_free (paths, FALSE);
}

/* A file that has been read. @row: next row to merge. */
typedef struct
{
  LsTrace *trace;
  char *component;
  gsize row, n_rows;
} Part;

static void
part_clear (gpointer data)
{
  Part *self = data;

  g_clear_pointer (&self->trace, ls_trace_unref);
  g_free (self->component);
}

static gboolean
read_part (GArray *parts, const char *path, LsForeign *info, GError **error)
{
  LsForeign own;
  Part part = { .trace = ls_foreign_read (path, &own, error) };

  if (part.trace == NULL)
    {
      ls_foreign_clear (&own);
      return FALSE;
    }
  part.component = own.component != NULL ? g_strdup (own.component) : g_strdup ("");
  part.n_rows = ls_trace_get_n_rows (part.trace);
  for (guint i = 0; own.left_out != NULL && i < own.left_out->len; i++)
    g_ptr_array_add (info->left_out,
                     g_strdup_printf ("%s.%s", part.component, (char *)own.left_out->pdata[i]));
  info->tool = own.tool;
  if (info->time_name == NULL)
    info->time_name = g_strdup (own.time_name);
  ls_foreign_clear (&own);
  for (guint i = 0; i < parts->len; i++)
    if (strcmp (g_array_index (parts, Part, i).component, part.component) == 0)
      {
        g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                     _ ("%s: another file is of the component “%s” too: files of several runs are "
                        "read one run at a time"),
                     path, part.component);
        part_clear (&part);
        return FALSE;
      }
  g_array_append_val (parts, part);
  return TRUE;
}

static LsTrace *
make_trace (const GArray *parts)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) units = g_ptr_array_new ();

  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      for (guint k = 1; k < ls_trace_get_n_columns (part->trace); k++)
        {
          g_ptr_array_add (names, g_strdup_printf ("%s.%s", part->component,
                                                   ls_trace_get_name (part->trace, k)));
          g_ptr_array_add (units, (gpointer)ls_trace_get_unit (part->trace, k));
        }
    }
  return ls_trace_new (names->len, (const char *const *)names->pdata,
                       (const char *const *)units->pdata);
}

/* Time of the next row of any part; infinite when there is none. */
static double
find_next_time (const GArray *parts)
{
  double time = INFINITY;

  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      if (part->row < part->n_rows)
        time = fmin (time, ls_trace_get (part->trace, 0, part->row));
    }
  return time;
}

/* Writes the values of one part at @time to @values. Returns: whether they are a row of it. */
static gboolean
take_values (Part *self, double time, double values[])
{
  const guint n = ls_trace_get_n_columns (self->trace);
  double next = INFINITY, last, share;

  if (self->row < self->n_rows)
    next = ls_trace_get (self->trace, 0, self->row);
  if (next - time <= TIME_TOLERANCE * fmax (fabs (time), fabs (next)))
    {
      for (guint k = 1; k < n; k++)
        values[k - 1] = ls_trace_get (self->trace, k, self->row);
      self->row++;
      return TRUE;
    }
  if (self->row == 0 || !isfinite (next))
    {
      for (guint k = 1; k < n; k++)
        values[k - 1] = NAN;
      return FALSE;
    }
  last = ls_trace_get (self->trace, 0, self->row - 1);
  share = (time - last) / (next - last);
  for (guint k = 1; k < n; k++)
    values[k - 1] = (1 - share) * ls_trace_get (self->trace, k, self->row - 1)
                    + share * ls_trace_get (self->trace, k, self->row);
  return FALSE;
}

static gboolean
merge (GArray *parts, LsTrace *trace, gboolean *interpolated)
{
  g_autofree double *row = g_new (double, ls_trace_get_n_columns (trace));

  while (isfinite (row[0] = find_next_time (parts)))
    {
      guint n = 1;

      for (guint i = 0; i < parts->len; i++)
        {
          Part *part = &g_array_index (parts, Part, i);

          *interpolated |= !take_values (part, row[0], row + n);
          n += ls_trace_get_n_columns (part->trace) - 1;
        }
      if (!ls_trace_append (trace, row))
        return FALSE;
    }
  return TRUE;
}

LsTrace *
ls_foreign_read_parts (const char *const *paths,
                       LsForeign *info,
                       gboolean *interpolated,
                       GError **error)
{
  g_return_val_if_fail (paths != NULL && info != NULL && interpolated != NULL, NULL);

  g_autoptr (GArray) parts = g_array_new (FALSE, TRUE, sizeof (Part));
  g_autoptr (LsTrace) trace = NULL;

  g_array_set_clear_func (parts, part_clear);
  *interpolated = FALSE;
  *info = (LsForeign){ .left_out = g_ptr_array_new_with_free_func (g_free) };
  for (guint i = 0; paths[i] != NULL; i++)
    if (!read_part (parts, paths[i], info, error))
      return NULL;
  trace = make_trace (parts);
  if (merge (parts, trace, interpolated))
    return g_steal_pointer (&trace);
  return ls_fail_null (error, LS_ERROR_LIMIT, _ ("%s: there is not enough memory for it"),
                       paths[0]);
}
