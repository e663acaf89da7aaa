#include "draw/sketch.h"

#include <gio/gio.h>
#include <string.h>
#include "core/base/status.h"

#define UNITS 1000
/* Those shipped have at most some hundred points. */
#define MAX_FILE (1u << 20)

typedef struct
{
  char *method;
  GArray *points; /* (element-type int): x, y of each */
} Curve;

struct LsSketch
{
  GPtrArray *curves; /* (element-type Curve) */
};

static void
curve_free (gpointer data)
{
  Curve *self = data;

  g_free (self->method);
  g_array_unref (self->points);
  g_free (self);
}

static Curve *
get_curve (const LsSketch *self, guint i)
{
  return g_ptr_array_index (self->curves, i);
}

static void
begin_curve (LsSketch *self, const char *method)
{
  Curve *curve = g_new0 (Curve, 1);

  curve->method = g_strdup (method);
  curve->points = g_array_new (FALSE, FALSE, sizeof (int));
  g_ptr_array_add (self->curves, curve);
}

static gboolean
read_units (const char *word, int *value)
{
  gint64 number;

  if (!g_ascii_string_to_signed (word, 10, 0, UNITS, &number, NULL))
    return FALSE;
  *value = (int)number;
  return TRUE;
}

static gboolean
read_line (LsSketch *self, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 3);
  int point[2];

  if (g_strv_length (words) != 2 || *words[1] == '\0')
    return FALSE;
  if (g_str_equal (words[0], "curve"))
    {
      begin_curve (self, words[1]);
      return TRUE;
    }
  if (self->curves->len == 0 || !read_units (words[0], &point[0])
      || !read_units (words[1], &point[1]))
    return FALSE;
  g_array_append_vals (get_curve (self, self->curves->len - 1)->points, point, 2);
  return TRUE;
}

static gboolean
read_lines (LsSketch *self, const char *path, char **lines, GError **error)
{
  for (guint i = 0; lines[i] != NULL; i++)
    if (!(*lines[i] == '\0' && lines[i + 1] == NULL) && !read_line (self, lines[i]))
      return ls_fail (error, LS_ERROR_FORMAT, "%s:%u: not a line of a sketch", path, i + 1);
  for (guint i = 0; i < self->curves->len; i++)
    if (get_curve (self, i)->points->len < 4)
      return ls_fail (error, LS_ERROR_FORMAT, "%s: curve %u has fewer than two points", path,
                      i + 1);
  return TRUE;
}

LsSketch *
ls_sketch_read (const char *path, GError **error)
{
  g_autoptr (LsSketch) self = g_new0 (LsSketch, 1);
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) problem = NULL;
  gsize size = 0;

  g_return_val_if_fail (path != NULL, NULL);
  self->curves = g_ptr_array_new_with_free_func (curve_free);
  if (!g_file_get_contents (path, &text, &size, &problem))
    return ls_fail_null (error, LS_ERROR_FILE, "%s", problem->message);
  if (size > MAX_FILE || strlen (text) != size)
    return ls_fail_null (error, LS_ERROR_FORMAT, "%s: not a sketch", path);
  lines = g_strsplit (text, "\n", -1);
  return read_lines (self, path, lines, error) ? g_steal_pointer (&self) : NULL;
}

void
ls_sketch_free (LsSketch *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->curves);
  g_free (self);
}

char *
ls_sketch_find (const char *path)
{
  g_autofree char *folder = NULL, *name = NULL;
  g_autofree char *file = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  folder = g_path_get_dirname (path);
  name = g_path_get_basename (path);
  name[strcspn (name, ".")] = '\0';
  file = g_strconcat (name, ".curve", NULL);
  return g_build_filename (folder, file, NULL);
}

guint
ls_sketch_get_n_curves (const LsSketch *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->curves->len;
}

const char *
ls_sketch_get_method (const LsSketch *self, guint curve)
{
  g_return_val_if_fail (self != NULL && curve < self->curves->len, NULL);
  return get_curve (self, curve)->method;
}

const int *
ls_sketch_get_points (const LsSketch *self, guint curve, guint *n_points)
{
  g_return_val_if_fail (self != NULL && curve < self->curves->len && n_points != NULL, NULL);
  *n_points = get_curve (self, curve)->points->len / 2;
  return (const int *)(gpointer)get_curve (self, curve)->points->data;
}

/* Curves of the same method so far: signals differ by lightness. */
static guint
count_before (const LsSketch *self, guint i)
{
  guint n = 0;

  for (guint k = 0; k < i; k++)
    n += g_str_equal (get_curve (self, k)->method, get_curve (self, i)->method);
  return n;
}

static void
set_look (const LsSketch *self, guint i, cairo_t *cr, const LsTheme *theme)
{
  const char *method = get_curve (self, i)->method;
  const gboolean reference = g_str_equal (method, "reference");
  LsColor color
      = ls_palette_get_method_color (theme, reference ? NULL : method, count_before (self, i));
  int n = 0;
  const double *dashes = ls_palette_get_dash (0, reference, &n);

  ls_color_set_source (&color, cr);
  cairo_set_dash (cr, dashes, n, 0);
  cairo_set_line_width (cr, (reference ? 1.2 : 1.6) * theme->scale);
}

void
ls_sketch_draw (
    const LsSketch *self, cairo_t *cr, double width, double height, const LsTheme *theme)
{
  g_return_if_fail (self != NULL && cr != NULL && theme != NULL);

  cairo_save (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  for (guint i = 0; i < self->curves->len; i++)
    {
      guint n;
      const int *points = ls_sketch_get_points (self, i, &n);

      set_look (self, i, cr, theme);
      for (guint k = 0; k < n; k++)
        cairo_line_to (cr, width * points[2 * k] / UNITS,
                       height * (UNITS - points[2 * k + 1]) / UNITS);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}
