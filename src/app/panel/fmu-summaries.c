#include "app/panel/fmu-summaries.h"
#include <glib/gi18n-lib.h>
#include "core/base/zip.h"
#include "core/fmi/description.h"
#include "core/fmi/fmu.h"

/* Maximum size of a description read for a list, bytes; larger ones are read when the FMU is
 * placed. */
#define MAX_SIZE (16u << 20)

struct LsFmuSummaries
{
  gatomicrefcount ref_count;
  gint stopped;
  char **paths;
  LsFmuSummaryFunc func;
  gpointer user_data;
};

typedef struct
{
  LsFmuSummaries *owner;
  const char *path;
  char *badges, *text, *trouble;
} Summary;

static void
unref (LsFmuSummaries *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_strfreev (self->paths);
  g_free (self);
}

static void
summary_free (gpointer data)
{
  Summary *self = data;

  g_free (self->badges);
  g_free (self->text);
  g_free (self->trouble);
  unref (self->owner);
  g_free (self);
}

static gboolean
deliver_cb (gpointer user_data)
{
  Summary *self = user_data;

  if (!g_atomic_int_get (&self->owner->stopped))
    self->owner->func (self->path, self->badges, self->text, self->trouble, self->owner->user_data);
  return G_SOURCE_REMOVE;
}

static void
add (GString *badges, GString *text, gboolean has, const char *badge, const char *words)
{
  if (!has)
    return;
  g_string_append_printf (badges, "%s%s", badges->len > 0 ? " " : "", badge);
  g_string_append_printf (text, "\n%s  %s", badge, words);
}

static void
describe (Summary *self, const LsDescription *description)
{
  const LsInterface *cs = &description->co_simulation, *me = &description->model_exchange;
  g_autoptr (GString) badges = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (description->model_name);

  g_string_append_printf (text, ", FMI %s", description->fmi_version);
  if (description->description != NULL)
    g_string_append_printf (text, "\n%s", description->description);
  add (badges, text, cs->present, "CS", _ ("Co-Simulation: integrates itself"));
  add (badges, text, me->present, "ME", _ ("Model Exchange: integrated by Lockstep"));
  add (badges, text, cs->can_get_and_set_state || me->can_get_and_set_state, "↶",
       _ ("rollback: a step can be repeated from a saved state"));
  add (badges, text,
       cs->provides_directional_derivative || me->provides_directional_derivative
           || cs->max_output_derivative_order > 0,
       "∂", _ ("derivatives of outputs or directional derivatives"));
  add (badges, text, cs->can_interpolate_inputs, "∿", _ ("inputs as polynomials over a step"));
  self->badges = g_strdup (badges->str);
  self->text = g_strdup (text->str);
}

/* Checks for binaries of this platform, which FMI 3.0 names otherwise; sources can be compiled. */
static void
look_for_binaries (Summary *self)
{
  g_auto (GStrv) platforms = ls_zip_list_folder (self->path, "binaries", NULL);
  g_auto (GStrv) sources = ls_zip_list_folder (self->path, "sources", NULL);
  g_autofree char *list = NULL;

  if (platforms == NULL || g_strv_contains ((const char *const *)platforms, ls_fmu_get_platform ())
      || g_strv_contains ((const char *const *)platforms, ls_fmu_get_platform_tuple ()))
    return;
  list = g_strjoinv (", ", platforms);
  self->trouble
      = sources != NULL && *sources != NULL
            ? g_strdup_printf (_ ("There is no binary for %s, but sources: Compile Sources… in the "
                                  "menu of its block makes one"),
                               ls_fmu_get_platform_tuple ())
        : *list != '\0'
            ? g_strdup_printf (_ ("It cannot be run here: there are binaries for %s, none "
                                  "for %s"),
                               list, ls_fmu_get_platform ())
            : g_strdup_printf (_ ("It cannot be run here: there is no binary for %s"),
                               ls_fmu_get_platform ());
}

static void
read_fmu (Summary *self)
{
  g_autoptr (GError) error = NULL;
  gsize size = 0;
  g_autofree char *data
      = ls_zip_read_entry (self->path, "modelDescription.xml", MAX_SIZE, &size, &error);
  g_autoptr (LsDescription) description
      = data != NULL ? ls_description_read_memory (data, size, self->path, &error) : NULL;

  if (description == NULL)
    {
      self->badges = g_strdup ("");
      self->text = g_strdup ("");
      self->trouble = g_strdup_printf (_ ("It cannot be read: %s"), error->message);
      return;
    }
  describe (self, description);
  look_for_binaries (self);
}

static gpointer
worker (gpointer user_data)
{
  LsFmuSummaries *self = user_data;

  for (guint i = 0; self->paths[i] != NULL && !g_atomic_int_get (&self->stopped); i++)
    {
      Summary *summary = g_new0 (Summary, 1);

      g_atomic_ref_count_inc (&self->ref_count);
      summary->owner = self;
      summary->path = self->paths[i];
      read_fmu (summary);
      g_idle_add_full (G_PRIORITY_LOW, deliver_cb, summary, summary_free);
    }
  unref (self);
  return NULL;
}

LsFmuSummaries *
ls_fmu_summaries_start (char **paths, LsFmuSummaryFunc func, gpointer user_data)
{
  LsFmuSummaries *self = g_new0 (LsFmuSummaries, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_atomic_ref_count_inc (&self->ref_count); /* of the worker */
  self->paths = g_strdupv (paths);
  self->func = func;
  self->user_data = user_data;
  g_thread_unref (g_thread_new ("summaries", worker, self));
  return self;
}

void
ls_fmu_summaries_stop (LsFmuSummaries *self)
{
  g_return_if_fail (self != NULL);

  g_atomic_int_set (&self->stopped, TRUE);
  unref (self);
}
