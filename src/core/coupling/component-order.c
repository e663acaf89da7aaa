#include "core/coupling/component-order.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Connections between systems, with the members of LsNetwork; @names: of the systems. */
typedef struct
{
  guint n_systems, n_in, n_out;
  const guint *in_offset, *out_offset;
  const int *source;
  const char *const *names;
} Wiring;

/* Per input: the system of its source output, or -1. */
static int *
list_sources (const Wiring *wiring)
{
  g_autofree int *owners = g_new (int, wiring->n_out + 1);
  int *sources = g_new (int, wiring->n_in + 1);

  for (guint k = 0; k < wiring->n_systems; k++)
    for (guint i = wiring->out_offset[k]; i < wiring->out_offset[k + 1]; i++)
      owners[i] = (int)k;
  for (guint j = 0; j < wiring->n_in; j++)
    sources[j] = wiring->source[j] >= 0 ? owners[wiring->source[j]] : -1;
  return sources;
}

/* Number of inputs of @system from other systems that are not placed yet. */
static guint
count_open (const Wiring *wiring, const int sources[], const gboolean placed[], guint system)
{
  guint n = 0;

  for (guint j = wiring->in_offset[system]; j < wiring->in_offset[system + 1]; j++)
    n += sources[j] >= 0 && sources[j] != (int)system && !placed[sources[j]];
  return n;
}

static guint *
sort_by_graph (const Wiring *wiring)
{
  guint n = wiring->n_systems;
  g_autofree int *sources = list_sources (wiring);
  g_autofree gboolean *placed = g_new0 (gboolean, n + 1);
  guint *order = g_new0 (guint, n + 1);

  for (guint i = 0; i < n; i++)
    {
      guint best = n, least = G_MAXUINT;

      for (guint k = 0; k < n && least > 0; k++)
        {
          guint open = placed[k] ? G_MAXUINT : count_open (wiring, sources, placed, k);

          if (open < least)
            {
              least = open;
              best = k;
            }
        }
      order[i] = best;
      placed[best] = TRUE;
    }
  return order;
}

/* Index of the longest system name that @text starts with, followed by a slash or the end; names
 * may contain slashes. -1: none. */
static int
find_system (const Wiring *wiring, const char *text)
{
  gsize longest = 0;
  int found = -1;

  for (guint k = 0; k < wiring->n_systems; k++)
    {
      const char *name = wiring->names[k];
      gsize length = strlen (name);

      if (length > longest && strncmp (text, name, length) == 0
          && (text[length] == '/' || text[length] == '\0'))
        {
          longest = length;
          found = (int)k;
        }
    }
  return found;
}

static char *
list_names (const Wiring *wiring, const gboolean *without)
{
  GString *names = g_string_new (NULL);

  for (guint k = 0; k < wiring->n_systems; k++)
    if (without == NULL || !without[k])
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", wiring->names[k]);
  return g_string_free (names, FALSE);
}

static void
set_unknown_error (const Wiring *wiring, const char *text, GError **error)
{
  g_autofree char *known = list_names (wiring, NULL);
  g_autofree char *name = g_strndup (text, strcspn (text, "/"));

  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               _ ("order: there is no component “%s”. There are: %s."), name, known);
}

static guint *
read_list (const Wiring *wiring, const char *text, GError **error)
{
  g_autofree gboolean *placed = g_new0 (gboolean, wiring->n_systems + 1);
  g_autofree guint *order = g_new0 (guint, wiring->n_systems + 1);
  g_autofree char *missing = NULL;
  guint n = 0;

  while (*text != '\0')
    {
      int system = find_system (wiring, text);

      if (system < 0)
        {
          set_unknown_error (wiring, text, error);
          return NULL;
        }
      if (placed[system])
        return ls_fail_null (error, LS_ERROR_ARGUMENT,
                             _ ("order: the component “%s” is named twice."),
                             wiring->names[system]);
      placed[system] = TRUE;
      order[n++] = (guint)system;
      text += strlen (wiring->names[system]);
      text += *text == '/';
    }
  if (n == wiring->n_systems)
    return g_steal_pointer (&order);
  missing = list_names (wiring, placed);
  return ls_fail_null (error, LS_ERROR_ARGUMENT,
                       _ ("order: every component has to be named; missing: %s."), missing);
}

static guint *
find_order (const Wiring *wiring, const char *text, GError **error)
{
  g_return_val_if_fail (wiring != NULL && text != NULL, NULL);

  if (strcmp (text, "graph") == 0)
    return sort_by_graph (wiring);
  return read_list (wiring, text, error);
}

gboolean
ls_order_check (const LsOptions *options, const char *const names[], GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  const char *text = ls_options_get_text (options, "order");
  const Wiring wiring = { .n_systems = g_strv_length ((char **)names), .names = names };
  g_autofree guint *order = NULL;

  if (strcmp (text, "graph") == 0)
    return TRUE;
  order = read_list (&wiring, text, error);
  return order != NULL;
}

guint *
ls_order_new (const LsNetwork *network, const char *text, GError **error)
{
  g_return_val_if_fail (network != NULL, NULL);

  g_autofree const char **names = g_new0 (const char *, network->n_systems + 1);
  const Wiring wiring = { .n_systems = network->n_systems,
                          .in_offset = network->in_offset,
                          .out_offset = network->out_offset,
                          .n_in = network->n_in,
                          .n_out = network->n_out,
                          .source = network->source,
                          .names = names };

  for (guint k = 0; k < network->n_systems; k++)
    names[k] = ls_system_get_info (network->systems[k])->name;
  return find_order (&wiring, text, error);
}

void
ls_order_mark (const LsNetwork *network, const guint order[], guint8 forward[])
{
  const Wiring wiring = { .n_systems = network->n_systems,
                          .in_offset = network->in_offset,
                          .out_offset = network->out_offset,
                          .n_in = network->n_in,
                          .n_out = network->n_out,
                          .source = network->source };
  g_autofree int *sources = list_sources (&wiring);
  g_autofree gboolean *stepped = g_new0 (gboolean, network->n_systems + 1);

  for (guint i = 0; i < network->n_systems; i++)
    {
      guint k = order[i];

      for (guint j = network->in_offset[k]; j < network->in_offset[k + 1]; j++)
        forward[j] = sources[j] >= 0 && stepped[sources[j]];
      stepped[k] = TRUE;
    }
}
