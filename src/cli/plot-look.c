#include "cli/plot-look.h"

#include "cli/command.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

void
ls_plot_look_clear (LsPlotLook *self)
{
  g_free (self->template_file);
  g_free (self->time_marks);
  ls_time_range_clear (&self->part);
  g_strfreev (self->names);
  g_clear_pointer (&self->setup, ls_plot_setup_free);
}

static gboolean
check_names (const LsPlotLook *self, GError **error)
{
  for (char **name = self->names; name != NULL && *name != NULL; name++)
    {
      const char *equals = strchr (*name, '=');

      if (equals != NULL && equals != *name && equals[1] != '\0')
        continue;
      return ls_fail (error, LS_ERROR_ARGUMENT, _ ("--name: “%s” is not SIGNAL=TEXT"), *name);
    }
  return TRUE;
}

void
ls_plot_look_add_options (LsPlotLook *self, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "from", 0, 0, G_OPTION_ARG_STRING, &self->part.from, N_ ("Begin at this time, in seconds"),
      "T" },
    { "to", 0, 0, G_OPTION_ARG_STRING, &self->part.to, N_ ("End at this time, in seconds"), "T" },
    { "log-x", 0, 0, G_OPTION_ARG_NONE, &self->log_x, N_ ("Logarithmic horizontal axis"), NULL },
    { "log-y", 0, 0, G_OPTION_ARG_NONE, &self->log_y, N_ ("Logarithmic vertical axes"), NULL },
    { "linear-y", 0, 0, G_OPTION_ARG_NONE, &self->linear_y,
      N_ ("Linear vertical axes, of errors too"), NULL },
    { "time-marks", 0, 0, G_OPTION_ARG_STRING, &self->time_marks,
      N_ ("Dots labelled with the time on an orbit, at this interval in seconds"), "T" },
    { "name", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->names,
      N_ ("Name of a signal in legend and axes (repeatable)"), N_ ("SIGNAL=TEXT") },
    { "template", 0, 0, G_OPTION_ARG_FILENAME, &self->template_file,
      N_ ("Plot settings saved by the workbench"), N_ ("FILE.lsplot") },
    { "as-saved", 0, 0, G_OPTION_ARG_NONE, &self->as_saved,
      N_ ("Plot settings saved with the model"), NULL },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };

  ls_command_add_entries (context, entries);
}

gboolean
ls_plot_look_read (LsPlotLook *self, GError **error)
{
  if (!ls_time_range_read (&self->part, error) || !check_names (self, error))
    return FALSE;
  if (self->time_marks != NULL
      && !(ls_number_parse (self->time_marks, &self->every) && isfinite (self->every)
           && self->every > 0.0))
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("--time-marks: “%s” is not a positive number of seconds"), self->time_marks);
  if (self->template_file != NULL)
    self->setup = ls_plot_setup_load (self->template_file, error);
  return self->template_file == NULL || self->setup != NULL;
}

static LsPlotSetup *
find_saved (const LsExperiment *experiment, const char *kind)
{
  const LsPlotSetup *saved
      = experiment != NULL ? ls_experiment_find_plot (experiment, kind, 0) : NULL;

  return saved != NULL ? ls_plot_setup_copy (saved) : ls_plot_setup_new (kind);
}

static void
set_text (char **target, const char *text)
{
  g_free (*target);
  *target = g_strdup (text);
}

LsPlotSetup *
ls_plot_look_make_setup (const LsPlotLook *self, const LsExperiment *experiment, const char *kind)
{
  LsPlotSetup *setup = self->setup != NULL && strcmp (self->setup->kind, kind) == 0
                           ? ls_plot_setup_copy (self->setup)
                           : find_saved (self->as_saved ? experiment : NULL, kind);

  if (self->log_x)
    set_text (&setup->logarithmic_x, "yes");
  if (self->log_y || self->linear_y)
    set_text (&setup->logarithmic, self->log_y ? "yes" : "no");
  if (self->every > 0.0)
    setup->time_marks = self->every;
  for (char **name = self->names; name != NULL && *name != NULL; name++)
    {
      const char *equals = strchr (*name, '=');
      g_autofree char *signal = g_strndup (*name, (gsize)(equals - *name));

      ls_plot_setup_set_name (setup, signal, equals + 1);
    }
  return setup;
}

/* Missing ends are those of the data. */
static void
frame (const LsPlotLook *self, LsFigure *figure)
{
  double range[2];

  if (!ls_time_range_is_wanted (&self->part) || !ls_figure_get_data_range (figure, range))
    return;
  if (!isnan (self->part.start))
    range[0] = self->part.start;
  if (!isnan (self->part.stop))
    range[1] = self->part.stop;
  ls_figure_zoom_time (figure, range);
}

void
ls_plot_look_apply (const LsPlotLook *self,
                    const LsExperiment *experiment,
                    const char *title,
                    LsFigure *figure)
{
  g_autoptr (LsPlotSetup) setup
      = ls_plot_look_make_setup (self, experiment, ls_figure_get_kind (figure)->item.id);

  /* The figure already has the computed orbit signals. */
  set_text (&setup->orbit_x, NULL);
  ls_figure_apply_setup (figure, setup);
  for (guint i = 0; i < ls_figure_get_n_runs (figure); i++)
    {
      const char *label = ls_figure_get_label (figure, i);
      g_autofree char *text = g_strdup (ls_plot_setup_get_label (setup, label));

      ls_figure_set_label (figure, i, text);
    }
  if (title != NULL)
    ls_figure_set_title (figure, title);
  ls_figure_update (figure);
  frame (self, figure);
}
